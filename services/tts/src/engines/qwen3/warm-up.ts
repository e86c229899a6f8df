import type { SpeechModel, SpeechRequest } from '@ownvoice/qwen3-tts/runtime';

const TEXT = 'Ready to speak.';
/** Codebook-0 tokens, the last of which makes no frame: eight frames are what the codec decodes at once. */
const TOKENS = 9;
const SAMPLE_SECONDS = 3;

/**
 * Runs everything once that a request runs, the encoders of a clone included, and measures it. What is cold in the first
 * utterance makes the machine look slower than it is, which the first requests put right.
 * @returns seconds of computing for a second of speech
 */
export async function warmUp(model: SpeechModel): Promise<number> {
  const request = await warmUpRequest(model);
  const start = performance.now();
  const { samples } = await model.speak(request, { seed: 1, maxNewTokens: TOKENS });
  const seconds = (performance.now() - start) / 1000;
  return seconds / Math.max(samples.length / model.info.sampleRate, 0.08);
}

async function warmUpRequest(model: SpeechModel): Promise<SpeechRequest> {
  const { kind, speakers, sampleRate } = model.info;
  const spoken = { text: TEXT, language: 'English' };
  if (kind === 'custom_voice') return { ...spoken, kind, speaker: speakers[0] ?? '' };
  if (kind === 'voice_design') return { ...spoken, kind, instruct: 'A calm voice.' };
  const tone = Float32Array.from({ length: SAMPLE_SECONDS * sampleRate }, (_, n) => 0.3 * Math.sin(n * 0.05));
  return { ...spoken, kind, reference: await model.encodeReference(tone, { text: TEXT }) };
}
