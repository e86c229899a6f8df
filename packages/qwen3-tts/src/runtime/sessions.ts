import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Device } from '@ownvoice/shared/contract/models';
import { GraphLoadError, ModelError, messageOf } from '../errors.js';
import { InferenceSession } from '../onnxruntime/onnxruntime.js';
import { DEVICE_TRAITS, explained, isDeviceLoss } from './device.js';

/**
 * References have all lengths and are encoded once, so the CPU encodes them; it also decides near ties between their codes as
 * the official implementation does.
 */
export type Part = 'generation' | 'codec' | 'encoder';

/** Products are small: with more threads than this, waiting for each other costs more than they save. */
const MAX_THREADS = 8;

export function defaultThreads(): number {
  return Math.min(availableParallelism(), MAX_THREADS);
}

/**
 * Loads one graph of a built model; `results` as in {@link sessionOptions}.
 * @throws ModelError when the device cannot be used or the graph not be loaded (GraphLoadError); what the runtime throws if the GPU is lost
 */
export async function openSession(
  folder: string,
  name: string,
  part: Part,
  device: Device,
  threads: number,
  results: SessionResults = {},
): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(join(folder, `${name}.onnx`), sessionOptions(part, device, threads, results));
  } catch (error) {
    const cause = explained(error, device);
    if (cause instanceof ModelError || isDeviceLoss(cause)) throw cause;
    throw new GraphLoadError(`The graph ${name} cannot be loaded on ${device}: ${messageOf(cause)}`, { cause });
  }
}

/** What a session leaves behind. */
interface SessionResults {
  /** Outputs that stay in buffers of the device; the CPU's are memory. */
  readonly kept?: readonly string[];
  /** Beginning of the path of a profile, which is written when the session is released. */
  readonly profile?: string | undefined;
}

export function sessionOptions(
  part: Part,
  device: Device,
  threads: number,
  { kept = [], profile }: SessionResults = {},
): InferenceSession.SessionOptions {
  const { providers, optimization } = DEVICE_TRAITS[device];
  const executionProviders = part === 'encoder' ? ['cpu'] : providers;
  const inBuffers = executionProviders[0] === 'cpu' ? [] : kept;
  return {
    executionProviders,
    graphOptimizationLevel: optimization,
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Shapes change with every segment: memory patterns would never match and only hold memory.
    enableMemPattern: false,
    // References are rare: what their encoders needed is for others then.
    enableCpuMemArena: part !== 'encoder',
    logSeverityLevel: 3,
    extra: {
      session: {
        // Threads of one session that spin after a run slow down the next session's run.
        force_spinning_stop: '1',
        // Covers the gap between two products of a frame, and leaves the cores to others after it.
        intra_op: { spin_duration_us: '50' },
      },
    },
    preferredOutputLocation: Object.fromEntries(inBuffers.map((name) => [name, 'gpu-buffer'] as const)),
    ...(profile !== undefined && { enableProfiling: true, profileFilePrefix: profile }),
  };
}
