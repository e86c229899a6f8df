import type { SpeechModel, SpeechRequest } from '@ownvoice/qwen3-tts/runtime';

const TEXT = 'Ready to speak.';
/** What the codec decodes at once. */
const FRAMES = 8;
const SAMPLE_SECONDS = 3;

/**
 * Runs everything once that a request runs, the encoders of a clone included: what is cold takes twice as long. The codec
 * decodes a piece in its thread while the language model reads its first prompt. Then it measures a short utterance.
 * @returns seconds of computing for a second of speech
 */
export async function warmUp(model: SpeechModel): Promise<number> {
  const request = await warmUpRequest(model);
  // The last token makes no frame.
  const speak = (frames: number) => model.speak(request, { seed: 1, maxNewTokens: frames + 1 });
  await Promise.all([model.decode(new Int32Array(FRAMES * model.config.talker.codeGroups), FRAMES), speak(0)]);
  const start = performance.now();
  const { samples } = await speak(FRAMES);
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
