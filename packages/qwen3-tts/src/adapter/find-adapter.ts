import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { listSupportedBackends } from '../onnxruntime/onnxruntime.js';
import { type Adapter, vulkanDevice } from './adapter.js';
import { gpuNodes } from './gpu-nodes.js';
import { readLoaderLog } from './loader-log.js';
import { missingAdapter } from './missing-adapter.js';
import { PROBE_MARK, type ProbeResult, TRY_BUFFERS } from './probe-result.js';

/** The adapter that a model on WebGPU would get, or why there is none. */
export type FoundAdapter =
  | {
      readonly kind: 'adapter';
      readonly adapter: Adapter;
      /** Names of all devices of Vulkan; the runtime takes one of them. */
      readonly devices: readonly string[];
    }
  /** One sentence. */
  | { readonly kind: 'none'; readonly reason: string };

/** A driver may compile its shaders for the first time. */
const TIMEOUT_MS = 60_000;
const PROBE = fileURLToPath(builtEntry(import.meta.url, './probe-process.js'));

/** Runs the probe. @returns all that it wrote, and how it ended */
export type RunProbe = (
  args: readonly string[],
) => Promise<{ readonly output: string; readonly ended: string | undefined }>;

/** The probe in an environment, which decides about the adapter. */
export const probeIn =
  (environment: NodeJS.ProcessEnv): RunProbe =>
  (args) =>
    new Promise((resolve) => {
      const env = { ...environment, VK_LOADER_DEBUG: 'info,driver' };
      execFile(
        process.execPath,
        [PROBE, ...args],
        { env, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' },
        (error, stdout, stderr) =>
          resolve({
            output: `${stderr}\n${stdout}`,
            ended: error ? String(error.signal ?? `code ${error.code}`) : undefined,
          }),
      );
    });

export interface FindAdapterOptions {
  /** Find out how large a buffer may be. */
  readonly tryBuffers?: boolean;
  readonly run?: RunProbe;
  readonly platform?: NodeJS.Platform;
}

/** Opens the adapter in a process of its own; takes half a second. The environment decides which one it is. */
export async function findAdapter(options: FindAdapterOptions = {}): Promise<FoundAdapter> {
  const { tryBuffers = false, run = probeIn(process.env), platform = process.platform } = options;
  if (!listSupportedBackends().some(({ name }) => name === 'webgpu')) {
    const none = `onnxruntime-node has no WebGPU on ${process.platform} ${process.arch}.`;
    return { kind: 'none', reason: none };
  }
  const { output, ended } = await run(tryBuffers ? [TRY_BUFFERS] : []);
  const line = output.split('\n').find((text) => text.startsWith(PROBE_MARK));
  const result = line === undefined ? undefined : (JSON.parse(line.slice(PROBE_MARK.length)) as ProbeResult);
  if (!result) {
    return { kind: 'none', reason: `The GPU's driver crashed when it was tried: the process ended with ${ended}.` };
  }
  if (result.failure !== null) return { kind: 'none', reason: missingAdapter(result.failure, output, gpuNodes()) };
  const tried = { shaderF16: result.shaderF16, largestBufferBytes: result.largestBufferBytes };
  if (platform === 'darwin') {
    const adapter = { api: 'metal', name: null, vendor: null, driver: null, software: false, ...tried } as const;
    return { kind: 'adapter', adapter, devices: [] };
  }
  if (platform === 'win32') {
    const adapter = { api: 'd3d12', name: null, vendor: null, driver: null, software: null, ...tried } as const;
    return { kind: 'adapter', adapter, devices: [] };
  }
  const { devices, opened } = readLoaderLog(output);
  const { name, driver } = opened ?? { name: null, driver: null };
  const device = opened ? vulkanDevice(opened.name, opened.driver) : { vendor: null, software: null };
  return { kind: 'adapter', adapter: { api: 'vulkan', name, driver, ...device, ...tried }, devices };
}
