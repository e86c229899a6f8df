import { BuiltinVoice, BuiltinVoiceError } from '@ownvoice/builtin-voice';
import { type Synthesizer, serveEngine, UnusableEngineError } from '../child-host.js';
import { type EngineCapabilities, EngineError, type SynthesisJob } from '../engine.js';

const CAPABILITIES: EngineCapabilities = {
  speech: true,
  design: false,
  clone: false,
  instruct: true,
  variant: null,
  device: 'cpu',
  precision: 'n/a',
  parallel: 1,
  // Two hundred times faster than real time: no chunk of 500 characters comes near the limit.
  maxChunkSeconds: 600,
};

const WARM_UP = { voice: 'ryan', language: 'English', instruct: '', speed: 1, seed: 0 } as const;

/** @throws UnusableEngineError when the synthesizer is not installed */
async function load(): Promise<Synthesizer> {
  try {
    const voice = await BuiltinVoice.load();
    await voice.speak('Ready.', WARM_UP);
    return { capabilities: CAPABILITIES, synthesize: (job, { signal, onStart }) => speak(voice, job, signal, onStart) };
  } catch (error) {
    if (isBuiltinVoiceError(error, 'not-installed')) throw new UnusableEngineError(error.message);
    throw error;
  }
}

async function speak(voice: BuiltinVoice, job: SynthesisJob, signal: AbortSignal, onStart: () => void) {
  if (job.kind !== 'speech') {
    throw new EngineError('unsupported', 'The built-in voice can neither design nor clone voices.');
  }
  onStart();
  try {
    return await voice.speak(job.text, job, signal);
  } catch (error) {
    if (isBuiltinVoiceError(error, 'unknown-voice')) throw new EngineError('unsupported', error.message);
    throw error;
  }
}

const isBuiltinVoiceError = (error: unknown, code: BuiltinVoiceError['code']): error is BuiltinVoiceError =>
  error instanceof BuiltinVoiceError && error.code === code;

serveEngine(load);
