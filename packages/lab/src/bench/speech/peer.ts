import { resolve } from 'node:path';
import { start } from '../harness/program.js';
import { type SpeechResponse, speak } from './service.js';

export interface PeerOptions {
  /** A checkout of github.com/gabriele-mastrapasqua/qwen3-tts in which `make blas` has run. */
  readonly folder: string;
  /** Official files. */
  readonly checkpoint: string;
  readonly precision: string;
  readonly threads: number;
}

/**
 * Asks the C server for a sentence a few times.
 * @throws {Error} with its output when it does not answer
 */
export async function speakByPeer(options: PeerOptions, input: string, runs: number): Promise<SpeechResponse[]> {
  const { folder, checkpoint, precision, threads } = options;
  const bits = precision === 'int8' || precision === 'int4' ? [`--${precision}`] : [];
  const args = ['-d', resolve(checkpoint), '-j', String(threads), ...bits];
  const server = await start({
    command: (port) => [resolve(folder, 'qwen_tts'), ...args, '--serve', String(port)],
    environment: () => process.env,
    cwd: folder,
    // Any response means that it listens; which route says that it is ready is not known.
    isReady: (origin) => fetch(origin).then(Boolean, () => false),
  });
  try {
    const responses: SpeechResponse[] = [];
    for (let run = 0; run <= runs; run++) {
      const body = { model: 'tts-1', input, voice: 'ryan', response_format: 'wav' };
      const response = await speak(server.origin, body);
      if (response.status !== 200) throw new Error(`The C server answered ${response.status}`);
      // The first one warms it up.
      if (run > 0) responses.push(response);
    }
    return responses;
  } finally {
    await server.stop();
  }
}
