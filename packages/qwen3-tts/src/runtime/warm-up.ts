import type { SpeechModel, SynthesisInput } from './speech-model.js';

const TEXT = 'Ready to speak.';
/** One piece of the codec. */
const FRAMES = 8;
const SAMPLE_SECONDS = 3;
const SENTENCE_SECONDS = 5;

/**
 * Warm-up: runs every graph that a request runs, the encoders of a clone included, because a first run takes twice as long. The
 * codec warms up in its thread during the prefill of a first utterance, whose logits are checked. Then it times two more,
 * unless an earlier start did.
 * @param measuredRtf real-time factor of an earlier start
 * @returns real-time factor
 * @throws ModelError when the model computes wrong numbers on this device
 */
export async function warmUp(model: SpeechModel, measuredRtf: number | undefined): Promise<number> {
  const input = await warmUpInput(model);
  await Promise.all([
    model.decode(new Int32Array(FRAMES * model.config.talker.codeGroups), FRAMES),
    model.checkFirstLogits(),
  ]);
  return measuredRtf ?? measureRtf(model, input);
}

/** Of a sentence: in a few frames alone the prefill would count too much, and batches be planned for a slower machine. */
async function measureRtf(model: SpeechModel, input: SynthesisInput): Promise<number> {
  const prefill = await timed(model, input, 1);
  // The last token makes no frame.
  const whole = await timed(model, input, FRAMES + 1);
  const decoding = Math.max(whole.seconds - prefill.seconds, whole.seconds / 2);
  return decoding / Math.max(whole.speech, 0.08) + prefill.seconds / SENTENCE_SECONDS;
}

/** Seconds of computing, and of speech. */
async function timed(
  model: SpeechModel,
  input: SynthesisInput,
  maxNewTokens: number,
): Promise<{ readonly seconds: number; readonly speech: number }> {
  const start = performance.now();
  const { samples } = await model.synthesize(input, { seed: 1, maxNewTokens });
  return { seconds: (performance.now() - start) / 1000, speech: samples.length / model.info.sampleRate };
}

async function warmUpInput(model: SpeechModel): Promise<SynthesisInput> {
  const { kind, speakers, sampleRate } = model.info;
  const text = { text: TEXT, language: 'English' };
  if (kind === 'custom_voice') return { ...text, kind, speaker: speakers[0] ?? '' };
  if (kind === 'voice_design') return { ...text, kind, instruct: 'A calm voice.' };
  const tone = Float32Array.from({ length: SAMPLE_SECONDS * sampleRate }, (_, n) => 0.3 * Math.sin(n * 0.05));
  return { ...text, kind, reference: await model.encodeReference(tone, { text: TEXT }) };
}
