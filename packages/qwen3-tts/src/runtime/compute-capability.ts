import { execFileSync } from 'node:child_process';

/** From here on CUDA devices compute in bfloat16. */
const BFLOAT16_CAPABILITY = 8;
const TIMEOUT_MS = 5_000;

/** Runs a program and returns what it prints. @throws when it is missing, fails or takes too long */
export type RunProgram = (program: string, args: readonly string[]) => string;

const run: RunProgram = (program, args) =>
  execFileSync(program, args, { encoding: 'utf8', timeout: TIMEOUT_MS, stdio: ['ignore', 'pipe', 'ignore'] });

/**
 * The least CUDA compute capability of the machine's GPUs, as the driver's own program tells; undefined where that is missing.
 * onnxruntime's binding for Node does not tell. All GPUs count, because CUDA and that program number them differently.
 */
export function computeCapability(program: RunProgram = run): number | undefined {
  try {
    const lines = program('nvidia-smi', ['--query-gpu=compute_cap', '--format=csv,noheader']).trim().split('\n');
    const least = Math.min(...lines.map((line) => (/^\d+\.\d+$/.test(line.trim()) ? Number(line) : Number.NaN)));
    return Number.isNaN(least) ? undefined : least;
  } catch {
    return undefined;
  }
}

/** Whether such a GPU computes in bfloat16; undefined when that is not known. */
export function hasBfloat16(capability: number | undefined): boolean | undefined {
  return capability === undefined ? undefined : capability >= BFLOAT16_CAPABILITY;
}
