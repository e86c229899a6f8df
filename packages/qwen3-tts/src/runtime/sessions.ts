import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ModelError } from '../build/model-error.js';
import { type Device, executionProviders, type Part } from './device.js';
import { InferenceSession } from './onnxruntime.js';

/** More threads than this wait for each other longer than they compute: the products are small. */
const MOST_THREADS = 8;

export function defaultThreads(): number {
  return Math.min(availableParallelism(), MOST_THREADS);
}

/** Loads one graph of a built model. @throws ModelError when the device cannot be used or the graph not be loaded */
export async function openSession(
  folder: string,
  name: string,
  part: Part,
  device: Device,
  threads: number,
): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(join(folder, `${name}.onnx`), {
      executionProviders: executionProviders(device, part),
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      // Shapes change with every segment: remembered memory plans would be of no use and keep what they planned.
      enableMemPattern: false,
      logSeverityLevel: 3,
      extra: {
        session: {
          // Threads of one session that spin after a run would slow down the next session's run.
          force_spinning_stop: '1',
          // Long enough for the gap between two products of a frame, short enough to leave a busy machine to others.
          intra_op: { spin_duration_us: '50' },
        },
      },
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelError(`The graph ${name} cannot be loaded on ${device}: ${reason}`, { cause });
  }
}
