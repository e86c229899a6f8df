import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MODEL_ENVIRONMENT } from '@ownvoice/qwen3-tts/environment';
import { readBandwidth } from '@ownvoice/qwen3-tts/measure';

/** Bytes a second that reading gets from memory through large pages, in a process like the engine's. */
export async function memoryReadBandwidth(threads: number): Promise<number> {
  const env = { ...MODEL_ENVIRONMENT, ...process.env, OWNVOICE_READ_THREADS: String(threads) };
  const child = fork(fileURLToPath(import.meta.url), { env });
  const [bandwidth] = (await once(child, 'message')) as [number];
  await once(child, 'exit');
  return bandwidth;
}

const { OWNVOICE_READ_THREADS: threads } = process.env;
if (process.send && threads) {
  const bandwidth = await readBandwidth(Number(threads));
  process.send(bandwidth, () => process.exit(0));
}
