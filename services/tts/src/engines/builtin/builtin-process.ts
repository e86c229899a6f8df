import { packSpeech } from '@ownvoice/audio';
import { BuiltinVoice, BuiltinVoiceError } from '@ownvoice/builtin-voice';
import { LANGUAGE_CODES } from '@ownvoice/shared/contract/languages';
import { VOICES } from '@ownvoice/shared/contract/voices';
import { message } from '../../errors.js';
import { sentences } from '../../text/segment/sentences.js';
import {
  type BatchPlan,
  type EngineCapabilities,
  EngineError,
  type SpokenChunk,
  type SynthesisJob,
} from '../engine.js';
import { type LoadedEngine, serveEngine, UnusableEngineError } from '../engine-host.js';

// Two hundred times faster than real time: no chunk of 500 characters comes near the limit.
const PLAN: BatchPlan = { parallel: 1, maxChunkSeconds: 600 };

const CAPABILITIES: EngineCapabilities = {
  variant: null,
  device: 'cpu',
  precision: 'n/a',
  checkpoint: null,
  ...PLAN,
  seeded: PLAN,
  batches: [],
};

const WARM_UP = { voice: 'ryan', language: 'English', instruct: '', speed: 1, seed: 0 } as const;

/** @throws UnusableEngineError when the synthesizer is not installed */
async function load(): Promise<LoadedEngine> {
  try {
    const voice = await BuiltinVoice.load();
    await voice.speak('Ready.', WARM_UP);
    return {
      capabilities: CAPABILITIES,
      synthesize: (job, { signal, onStart }) => synthesize(voice, job, signal, onStart),
    };
  } catch (error) {
    if (isBuiltinVoiceError(error, 'not-installed'))
      throw new UnusableEngineError(message('builtin_not_installed', {}), { cause: error });
    throw error;
  }
}

async function synthesize(
  builtin: BuiltinVoice,
  job: SynthesisJob,
  signal: AbortSignal,
  onStart: () => void,
): Promise<SpokenChunk> {
  const { text, language, voice, speed, seed } = job;
  if (voice.kind !== 'speech') {
    throw new EngineError('unsupported', 'The built-in voice can neither design nor clone voices.');
  }
  onStart();
  try {
    const spoken = language === 'Auto' ? (VOICES.find(({ id }) => id === voice.id)?.language ?? 'English') : language;
    const parts = sentences(text, LANGUAGE_CODES[spoken]).map(({ start, end }) => text.slice(start, end).trimEnd());
    const manner = { voice: voice.id, instruct: voice.instruct, language: spoken, speed, seed };
    const { samples, sampleRate } = await builtin.speak(parts, manner, signal);
    return { speech: packSpeech(samples, sampleRate) };
  } catch (error) {
    if (isBuiltinVoiceError(error, 'inaudible')) throw new EngineError('inaudible', error.message);
    if (isBuiltinVoiceError(error, 'unknown-voice')) throw new EngineError('unsupported', error.message);
    throw error;
  }
}

const isBuiltinVoiceError = (error: unknown, code: BuiltinVoiceError['code']): error is BuiltinVoiceError =>
  error instanceof BuiltinVoiceError && error.code === code;

serveEngine(load);
