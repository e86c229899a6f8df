import { readWavHeader } from '@ownvoice/audio';
import { SPEECH_HEADERS, SpeechHealth, type Voice, VoiceEncoding, VoiceList } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { purposeOf } from '../../voices/voices.js';
import type { EncodedVoice, SynthesisJob, VoiceSource } from '../engine.js';
import {
  type Answer,
  checked,
  chunkOf,
  codeOf,
  type EngineProtocol,
  type Exchange,
  ExchangeError,
  expectDone,
  MAX_AUDIO_BYTES,
  MAX_JSON_BYTES,
} from './exchange.js';
import { base64, ChunkMeasures, readChunkHeader, readVoiceEncoding, writeVoiceEncoding } from './wire-format.js';

/** What is read of `/health`; `capacity` is absent while nothing speaks. */
const Health = Type.Pick(SpeechHealth, ['engine', 'variant', 'device', 'precision', 'capacity', 'reason']);

/** @throws ExchangeError when it is something else */
export const ownHealth = (answer: Answer) => checked(Health, answer, 'This is no speech service of this kind.');

async function voicesOf(exchange: Exchange, signal: AbortSignal): Promise<Voice[]> {
  const answer = await exchange('/v1/voices', { signal, maxBytes: MAX_JSON_BYTES * 10 });
  const { voices } = checked(VoiceList, answer, 'The list of voices cannot be read.');
  return voices.filter((voice) => !('custom' in voice));
}

/** Another Ownvoice speech service: the same samples as of the same model in this one. */
export const ownvoice = (exchange: Exchange): EngineProtocol => ({
  async report(signal) {
    const health = ownHealth(await exchange('/health', { signal, maxBytes: MAX_JSON_BYTES }));
    const { engine, capacity, device, precision, reason = 'No engine is ready.' } = health;
    if (engine === null || !capacity) return { state: 'loading', reason };
    const variant = engine === 'builtin' ? null : health.variant;
    const capabilities = {
      variant,
      device: device ?? 'n/a',
      precision: precision ?? 'n/a',
      checkpoint: capacity.checkpoint,
      parallel: capacity.parallel,
      maxChunkSeconds: capacity.max_chunk_seconds,
      seeded: { parallel: capacity.seeded.parallel, maxChunkSeconds: capacity.seeded.max_chunk_seconds },
      batches: capacity.batches.map((batch) => ({ parallel: batch.parallel, longestSeconds: batch.longest_seconds })),
    };
    const hasOwn = variant === null || purposeOf(variant) === 'speech';
    return { state: 'ready', capabilities, ...(hasOwn && { voices: await voicesOf(exchange, signal) }) };
  },

  async synthesize(job, { signal, onStart }) {
    const { estimatedSeconds, reproducible, isBackground } = job;
    const answer = await exchange(job.voice.kind === 'design' ? '/v1/audio/voice-design' : '/v1/audio/speech', {
      body: bodyOf(job),
      headers: { [SPEECH_HEADERS.chunk]: JSON.stringify({ estimatedSeconds, reproducible, isBackground }) },
      signal,
      maxBytes: MAX_AUDIO_BYTES,
      onInformation: onStart,
    });
    if (codeOf(answer) === 'nothing_to_speak') return { speech: null };
    expectDone(answer);
    const { doubt, ...measures } = readChunkHeader(ChunkMeasures, answer.headers[SPEECH_HEADERS.chunk]) ?? {};
    const chunk = chunkOf(answer);
    // A service that knows nothing of chunks has put its silence around.
    if (!('peak' in measures)) return chunk;
    const { dataStart, frames, channels, bytesPerSample } = readWavHeader(answer.body);
    if (channels !== 1 || bytesPerSample !== 2) throw new ExchangeError('unusable', 'The audio is not 16-bit mono.');
    const { buffer } = Uint8Array.from(answer.body.subarray(dataStart, dataStart + 2 * frames));
    return { speech: { ...measures, samples: new Int16Array(buffer) }, doubt };
  },

  async encode({ samples, text }, { signal }) {
    const body = { samples: base64(samples), ...(text !== undefined && { text }) };
    const answer = await exchange('/v1/voices/encoding', { body, signal, maxBytes: MAX_JSON_BYTES });
    expectDone(answer);
    return readVoiceEncoding(checked(VoiceEncoding, answer, 'The encoding cannot be read.'));
  },
});

/** The text is prepared: nothing is changed in it any more. */
const bodyOf = ({ text, language, voice, speed, seed }: SynthesisJob): object => ({
  model: voice.kind === 'design' ? 'engine-tts-voicedesign' : 'engine-tts',
  input: text,
  language: language === 'Auto' ? 'auto' : language,
  speed,
  seed,
  preprocess: false,
  normalize: false,
  response_format: 'wav',
  ...voiceFields(voice),
});

function voiceFields(voice: VoiceSource): object {
  if (voice.kind === 'speech') return { voice: voice.id, ...(voice.instruct && { instruct: voice.instruct }) };
  if (voice.kind === 'design') return { voice_description: voice.description };
  return { voice_encoding: writeVoiceEncoding(voice.reference as EncodedVoice) };
}
