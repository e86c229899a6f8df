import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { RUNTIME_VERSION } from '../onnxruntime/onnxruntime.js';
import type { Adapter } from './adapter.js';

/** Real-time factors of one model on one machine; null where the model does not run there. */
export interface Measurement {
  readonly webgpu: number | null;
  readonly cpu: number | null;
}

/** Beside the model. The dot keeps it out of what counts as a change of the model. */
const FILE = '.devices.json';

/** What the figures depend on. */
export function machineKey({ name, driver }: Adapter, threads: number): string {
  return [name, driver, cpus()[0]?.model, cpus().length, threads, RUNTIME_VERSION].join(' | ');
}

/** Undefined when this machine was not measured. */
export async function readMeasurement(folder: string, machine: string): Promise<Measurement | undefined> {
  try {
    const kept = JSON.parse(await readFile(join(folder, FILE), 'utf8')) as Measurement & { readonly machine: string };
    return kept.machine === machine ? { webgpu: kept.webgpu, cpu: kept.cpu } : undefined;
  } catch {
    return undefined;
  }
}

/** @returns whether the folder took it */
export async function keepMeasurement(folder: string, machine: string, measurement: Measurement): Promise<boolean> {
  return writeFile(join(folder, FILE), `${JSON.stringify({ machine, ...measurement })}\n`).then(
    () => true,
    () => false,
  );
}
