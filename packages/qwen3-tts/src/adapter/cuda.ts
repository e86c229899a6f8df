import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { listSupportedBackends } from '../onnxruntime/onnxruntime.js';

const LIBRARY = /onnxruntime_providers_cuda\./;
/** Of NVIDIA's driver, and of Windows' Linux. */
const NODES = ['/dev/nvidiactl', '/dev/dxg'];

/** Whether CUDA may be used: onnxruntime's library for it is installed, which its package lacks, and there may be a GPU for it. */
export function mayHaveCuda(): boolean {
  if (!listSupportedBackends().some(({ name }) => name === 'cuda')) return false;
  const runtime = join(dirname(createRequire(import.meta.url).resolve('onnxruntime-node')), '..', 'bin');
  const files = readdirSync(runtime, { recursive: true, encoding: 'utf8' });
  return files.some((name) => LIBRARY.test(name)) && NODES.some((node) => existsSync(node));
}
