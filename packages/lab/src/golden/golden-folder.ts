import { join } from 'node:path';
import { JsonFields } from '@ownvoice/qwen3-tts/internals/checkpoint/json-fields';
import type { ModelKind } from '@ownvoice/shared/contract/models';

/** One request to the reference implementation, and how it ended. */
export interface GoldenCase {
  readonly name: string;
  readonly text: string;
  readonly language: string;
  readonly speaker: string;
  readonly instruct: string;
  readonly layout: 'streaming' | 'non_streaming';
  /** Clones only. */
  readonly reference: { readonly audio: string; readonly text: string | undefined } | undefined;
  readonly frames: number;
  readonly endedBy: string;
  readonly promptLength: number;
  readonly trailingLength: number;
  readonly maxNewTokens: number;
}

export interface Tolerances {
  readonly waveform: number;
  readonly firstLogits: number;
  readonly speakerEmbedding: number;
  readonly logMel: number;
}

/** A folder of golden cases: a reduced checkpoint and the reference implementation's results for it. */
export interface GoldenFolder {
  readonly folder: string;
  readonly kind: ModelKind;
  readonly cases: readonly GoldenCase[];
  readonly tokenizer: readonly { readonly text: string; readonly ids: readonly number[] }[];
  readonly tolerances: Tolerances;
}

/** Extra tokens for an utterance that ended by itself, so that a missed end shows. */
const EXTRA_TOKENS = 16;

/** Reads `cases.json`. @throws CheckpointError when it is missing or of another format */
export async function readGoldenFolder(folder: string): Promise<GoldenFolder> {
  const root = await JsonFields.open(join(folder, 'cases.json'));
  const tolerances = root.object('tolerances');
  return {
    folder,
    kind: root.string('kind') as ModelKind,
    cases: root.objects('cases').map(readCase),
    tokenizer: root.objects('tokenizer').map((fields) => ({ text: fields.string('text'), ids: fields.idList('ids') })),
    tolerances: {
      waveform: tolerances.number('waveform_max_abs'),
      firstLogits: tolerances.number('first_logits_relative'),
      speakerEmbedding: tolerances.number('speaker_embedding_max_abs'),
      logMel: tolerances.number('log_mel_max_abs'),
    },
  };
}

function readCase(fields: JsonFields): GoldenCase {
  const text = (name: string) => (fields.has(name) ? fields.string(name) : '');
  const frames = fields.id('frames');
  const endedBy = fields.string('ended_by');
  const atLeast = frames + (endedBy === 'limit' ? 1 : EXTRA_TOKENS);
  return {
    name: fields.string('name'),
    text: fields.string('text'),
    language: fields.string('language'),
    speaker: text('speaker'),
    instruct: text('instruct'),
    layout: fields.boolean('non_streaming_mode') ? 'non_streaming' : 'streaming',
    reference: fields.has('reference_audio')
      ? {
          audio: fields.string('reference_audio'),
          text: text('mode') === 'icl' ? fields.string('reference_text') : undefined,
        }
      : undefined,
    frames,
    endedBy,
    promptLength: fields.count('prompt_length'),
    trailingLength: fields.count('trailing_length'),
    maxNewTokens: fields.has('max_new_tokens') ? fields.count('max_new_tokens') : atLeast,
  };
}
