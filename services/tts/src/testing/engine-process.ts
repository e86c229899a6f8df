import { existsSync } from 'node:fs';
import { packSpeech } from '@ownvoice/audio';
import { EngineError, SAMPLE_RATE } from '../engines/engine.js';
import { DeviceLostError, type LoadedEngine, serveEngine, UnusableEngineError } from '../engines/engine-host.js';
import { message } from '../errors.js';
import { SCRIPTED_CAPABILITIES } from './scripted-engine.js';

/** How the process behaves while it loads. */
export interface ProcessScript {
  readonly loading: 'well' | 'unusable' | 'dies' | 'crashes' | 'loses its device';
  readonly device?: string;
}

/** Keeps taking memory until V8 gives the process up. */
function exhaust(): never {
  const taken: number[][] = [];
  for (;;) taken.push(new Array<number>(10_000).fill(taken.length));
}

/** A process of an engine that does what a job's text says: speak, cut, tire, wait, fail, hang, freeze, block until a file is there, lose its device, die or use up its memory. */
async function load({ loading, device = 'n/a' }: ProcessScript): Promise<LoadedEngine> {
  if (loading === 'unusable')
    throw new UnusableEngineError(message('model_unusable', { problem: 'A file is missing.' }));
  if (loading === 'crashes') process.kill(process.pid, 'SIGSEGV');
  if (loading === 'loses its device') throw new DeviceLostError('[Device] is lost.');
  if (loading === 'dies') process.exit(3);
  let capabilities = { ...SCRIPTED_CAPABILITIES, device, parallel: 4 };
  return {
    get capabilities() {
      return capabilities;
    },
    synthesize: async (job, { signal, onStart }) => {
      onStart();
      if (job.text.startsWith('tire')) capabilities = { ...capabilities, parallel: 1 };
      // A CPU loses nothing.
      if (job.text.startsWith('lose') && device !== 'cpu') throw new DeviceLostError('[Device] is lost.');
      if (job.text.startsWith('die')) process.exit(4);
      if (job.text.startsWith('exhaust')) exhaust();
      // Nothing in the process runs on, and only SIGKILL ends it.
      if (job.text.startsWith('freeze')) process.kill(process.pid, 'SIGSTOP');
      // A long run: what the job says arrives before it, and nothing while it lasts.
      if (job.text.startsWith('block '))
        setImmediate(() => {
          while (!existsSync(job.text.slice(6)));
        });
      if (job.text.startsWith('fail')) throw new EngineError('failed', 'It came to nothing.');
      if (job.text.startsWith('env ')) throw new EngineError('failed', process.env[job.text.slice(4)] ?? 'not set');
      if (job.text.startsWith('hang')) await new Promise(() => {});
      if (job.text.startsWith('wait')) {
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new EngineError('aborted', 'stopped')), { once: true });
        });
      }
      const doubt = job.text.startsWith('cut')
        ? ({ kind: 'cut', endProbability: 1e-14, endRank: 700 } as const)
        : undefined;
      return { speech: packSpeech(Float32Array.of(0, 0.5, job.seed), SAMPLE_RATE), doubt };
    },
  };
}

serveEngine(load);
