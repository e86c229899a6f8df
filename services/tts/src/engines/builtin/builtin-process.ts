import { type Synthesizer, serveEngine, UnusableEngineError } from '../child-host.js';
import { type EngineCapabilities, EngineError, type SynthesisJob } from '../engine.js';
import { FormantSynthesizer } from './formant-synthesizer.js';
import { createReader } from './read-aloud.js';
import { speakChunk } from './speak.js';

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

const WARM_UP: SynthesisJob = {
  kind: 'speech',
  requestId: 'warm-up',
  text: 'Ready.',
  language: 'English',
  speed: 1,
  seed: 0,
  reproducible: false,
  voice: 'ryan',
  instruct: '',
};

/**
 * Loads the built-in voice and speaks a warm-up utterance.
 *
 * @throws UnusableEngineError when the synthesizer is not installed
 */
async function load(): Promise<Synthesizer> {
  let synthesizer = await loadSynthesizer();
  const readAloud = createReader();
  let last: Promise<unknown> = Promise.resolve();
  const synthesize: Synthesizer['synthesize'] = (job, control) => {
    const spoken = last.then(async () => {
      try {
        return await speakChunk(synthesizer, readAloud, job, control);
      } catch (error) {
        // A fault inside the synthesizer leaves it in an unknown state; a refusal or a cancellation does not.
        if (!(error instanceof EngineError)) synthesizer = await loadSynthesizer();
        throw error;
      }
    });
    last = spoken.catch(() => {});
    return spoken;
  };
  await synthesize(WARM_UP, { signal: new AbortController().signal, onStart: () => {} });
  return { capabilities: CAPABILITIES, synthesize };
}

async function loadSynthesizer(): Promise<FormantSynthesizer> {
  try {
    return await FormantSynthesizer.load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new UnusableEngineError(
      'The built-in voice is not installed: npm install --include=optional brings @echogarden/espeak-ng-emscripten.',
    );
  }
}

serveEngine(load);
