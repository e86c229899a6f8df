import type { SpeechModel, SynthesisInput } from './speech-model.js';

const TEXT = 'Ready to speak.';
/** One piece of the codec. */
const FRAMES = 8;
const SAMPLE_SECONDS = 3;

/**
 * Warm-up: runs every graph that a request runs, the encoders of a clone included, because a first run takes twice as long. The
 * codec warms up in its thread during the prefill of a first utterance, whose logits are checked. Then it times a second one,
 * unless an earlier start did.
 * @param keptPace real-time factor of an earlier start
 * @returns real-time factor
 * @throws ModelError when the model computes wrong numbers on this device
 */
export async function warmUp(model: SpeechModel, keptPace: number | undefined): Promise<number> {
  const input = await warmUpInput(model);
  await Promise.all([
    model.decode(new Int32Array(FRAMES * model.config.talker.codeGroups), FRAMES),
    model.checkFirstLogits(),
  ]);
  return keptPace ?? measurePace(model, input);
}

async function measurePace(model: SpeechModel, input: SynthesisInput): Promise<number> {
  const start = performance.now();
  // The last token makes no frame.
  const { samples } = await model.synthesize(input, { seed: 1, maxNewTokens: FRAMES + 1 });
  const seconds = (performance.now() - start) / 1000;
  return seconds / Math.max(samples.length / model.info.sampleRate, 0.08);
}

async function warmUpInput(model: SpeechModel): Promise<SynthesisInput> {
  const { kind, speakers, sampleRate } = model.info;
  const text = { text: TEXT, language: 'English' };
  if (kind === 'custom_voice') return { ...text, kind, speaker: speakers[0] ?? '' };
  if (kind === 'voice_design') return { ...text, kind, instruct: 'A calm voice.' };
  const tone = Float32Array.from({ length: SAMPLE_SECONDS * sampleRate }, (_, n) => 0.3 * Math.sin(n * 0.05));
  return { ...text, kind, reference: await model.encodeReference(tone, { text: TEXT }) };
}
