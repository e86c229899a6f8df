import { concatenate } from '@ownvoice/audio';
import type { PromptPlan } from '../prompt/plan.js';
import type { ReferenceModel } from './reference-model.js';

/** A prompt without a reference, and the frames that are to follow it. */
export interface ForcedUtterance {
  readonly plan: PromptPlan;
  /** `[frames][groups]` */
  readonly codes: readonly ArrayLike<number>[];
}

export type TeacherForced = Awaited<ReturnType<typeof teacherForce>>;

/**
 * What a model makes of frames that it is given instead of its own: all positions at once, so that two models can be
 * compared place by place.
 */
export async function teacherForce(plain: ReferenceModel, utterances: readonly ForcedUtterance[], hiddenSize: number) {
  const sequences: Float32Array[] = [];
  const rows: number[] = [];
  let begin = 0;
  for (const { plan, codes } of utterances) {
    const { inputs, trailing } = await plain.embed(plan);
    const steps: Float32Array[] = [];
    for (const [f, frame] of codes.entries()) {
      rows.push(begin + plan.positions.length - 1 + f);
      const text = trailing(f);
      steps.push((await plain.frame(frame)).map((value, i) => value + text[i]!));
    }
    sequences.push(concatenate([inputs, ...steps]));
    begin += plan.positions.length + codes.length;
  }
  const talker = await plain.talker(sequences);
  const frames = utterances.flatMap(({ codes }) => codes);
  const predictor = await plain.predictor(
    rows.map((row, f) => ({
      hidden: talker.hidden.subarray(row * hiddenSize, (row + 1) * hiddenSize),
      codes: frames[f]!,
    })),
  );
  return {
    /** Vectors of the prompt and of the frames behind it, `[positions, hidden]` of each utterance. */
    sequences,
    talker,
    /** The talker's rows in front of all frames, one utterance after the other. */
    rows,
    predictor,
  };
}
