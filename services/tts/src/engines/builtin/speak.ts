import { setImmediate } from 'node:timers/promises';
import { joinSpeech, limitPeaks, pauseSeconds, Resampler, type SpokenPiece, speechLevel } from '@ownvoice/audio';
import { sentences } from '../../text/segment/sentences.js';
import { EngineError, type SpokenChunk, type SynthesisControl, type SynthesisJob } from '../engine.js';
import { type Delivery, readDelivery } from './delivery.js';
import { languageCode } from './formant-languages.js';
import { type FormantSettings, type FormantSynthesizer, RATE_LIMITS } from './formant-synthesizer.js';
import type { ReadAloud } from './read-aloud.js';
import { speakAtSpeed } from './speed.js';
import { toSsml } from './ssml.js';
import { Variation } from './variation.js';
import { type FormantVoice, formantVoice } from './voices.js';

/** In Hz, as the speech model's. */
export const SAMPLE_RATE = 24_000;
/** Root mean square of the speech itself, -20 dBFS, the same for every voice and language. */
const SPEECH_LEVEL = 0.1;

/**
 * Speaks one chunk, sentence by sentence; between two sentences it looks whether it is still wanted.
 *
 * @returns mono, 24 kHz
 * @throws EngineError `unsupported` for a voice it does not have or a job that is not plain speech, `failed` when the
 *   text has nothing audible, `aborted`
 */
export async function speakChunk(
  synthesizer: FormantSynthesizer,
  readAloud: ReadAloud,
  job: SynthesisJob,
  { signal, onStart }: SynthesisControl,
): Promise<SpokenChunk> {
  onStart();
  if (job.kind !== 'speech') {
    throw new EngineError('unsupported', 'The built-in voice can neither design nor clone voices.');
  }
  const voice = formantVoice(job.voice);
  if (!voice) throw new EngineError('unsupported', `The built-in voice has no voice ${job.voice}.`);
  const delivery = readDelivery(job.instruct);
  const variation = new Variation(job.seed);
  const resampler = new Resampler(synthesizer.sampleRate, SAMPLE_RATE);
  const pieces: SpokenPiece[] = [];
  for (const { start, end } of sentences(job.text, languageCode(job.language))) {
    await setImmediate();
    if (signal.aborted) throw new EngineError('aborted', 'The request is over.');
    const runs = await readAloud(job.text.slice(start, end), job.language);
    const varied = variation.vary(settingsFor(voice, delivery));
    for (const [index, { text, formant }] of runs.entries()) {
      if (text.trim() === '') continue;
      const settings = { ...varied, voice: `${formant}+${varied.voice}` };
      const spoken = speakAtSpeed(synthesizer, toSsml(text), settings, job.speed);
      const pause = index === runs.length - 1 ? 'sentence' : 'word';
      pieces.push({ samples: resampler.resample(spoken), pauseAfter: pauseSeconds(pause, job.speed) });
    }
  }
  const samples = joinSpeech(pieces, SAMPLE_RATE);
  if (samples.length === 0) throw new EngineError('failed', 'The text has nothing that can be heard.');
  return { samples: level(samples, delivery.gainDb), sampleRate: SAMPLE_RATE };
}

/** Settings with the vocal tract alone as the voice; the language that it speaks comes in front. */
function settingsFor(voice: FormantVoice, delivery: Delivery): FormantSettings {
  const inScale = (value: number) => Math.max(0, Math.min(99, value));
  return {
    voice: delivery.whisper ? voice.whisper : voice.variant,
    rate: Math.max(RATE_LIMITS.slowest, Math.min(RATE_LIMITS.fastest, voice.rate * delivery.rate)),
    pitch: inScale(voice.pitch + delivery.pitch),
    range: inScale(voice.range * delivery.range),
  };
}

/** Vocal tracts differ in power; all voices are brought to one level before the delivery moves it. */
function level(samples: Float32Array, gainDb: number): Float32Array {
  const gain = (SPEECH_LEVEL * 10 ** (gainDb / 20)) / speechLevel(samples, SAMPLE_RATE);
  return limitPeaks(
    samples.map((sample) => sample * gain),
    SAMPLE_RATE,
  );
}
