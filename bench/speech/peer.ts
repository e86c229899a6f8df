import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { freePort } from '../auth/service.js';
import { type Answer, speak } from './service.js';

const READY_WITHIN_MS = 120_000;

export interface PeerOptions {
  /** A checkout of github.com/gabriele-mastrapasqua/qwen3-tts in which `make blas` has run. */
  readonly folder: string;
  /** Official files. */
  readonly checkpoint: string;
  readonly precision: string;
  readonly threads: number;
}

/**
 * Asks the C server for a sentence a few times, each answer with the seconds of its WAV file.
 * @throws {Error} with its output when it does not answer
 */
export async function speakByPeer(options: PeerOptions, input: string, runs: number): Promise<Answer[]> {
  const { folder, checkpoint, precision, threads } = options;
  const port = await freePort();
  const bits = precision === 'int8' || precision === 'int4' ? [`--${precision}`] : [];
  const args = ['-d', checkpoint, '--serve', String(port), '-j', String(threads), ...bits];
  const child = spawn(resolve(folder, 'qwen_tts'), args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000);
    });
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = error;
  });
  const origin = `http://127.0.0.1:${port}`;
  try {
    const start = performance.now();
    // Any answer means that it listens; which route tells that it is ready is not known.
    while (!(await fetch(origin).catch(() => undefined))) {
      if (failure || child.exitCode !== null || performance.now() - start > READY_WITHIN_MS)
        throw new Error(`The peer did not start: ${failure?.message ?? output}`);
      await after(100);
    }
    const answers: Answer[] = [];
    for (let run = 0; run <= runs; run++) {
      const answer = await speak(origin, { model: 'tts-1', input, voice: 'ryan', response_format: 'wav' });
      if (answer.status !== 200) throw new Error(`The peer answered ${answer.status}: ${output}`);
      // The first one warms it up.
      if (run > 0) answers.push(answer);
    }
    return answers;
  } finally {
    if (child.exitCode === null && !failure) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([ended, after(5_000).then(() => child.kill('SIGKILL'))]);
    }
  }
}
