import { existsSync } from 'node:fs';
import { readdir, readFile, statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join } from 'node:path';

export async function measureMachine(modelsDir: string) {
  return {
    cores: availableParallelism(),
    // A container may have less than the machine; without a limit the figure is 0 or enormous.
    memoryBytes: Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
    /** Where the models folder is, or will be. */
    freeDiskBytes: await freeDisk(modelsDir),
    gpu: await nvidiaGpu(),
  };
}

async function freeDisk(folder: string): Promise<number> {
  let place = folder;
  while (!existsSync(place) && place !== dirname(place)) place = dirname(place);
  const { bavail, bsize } = await statfs(place);
  return bavail * bsize;
}

/** As the kernel's driver names it. @see https://download.nvidia.com/XFree86/Linux-x86_64/560.35.03/README/procinterface.html */
export async function nvidiaGpu(folder = '/proc/driver/nvidia/gpus'): Promise<string | null> {
  const [first] = await readdir(folder).catch(() => []);
  if (first === undefined) return null;
  const information = await readFile(join(folder, first, 'information'), 'utf8').catch(() => '');
  return /^Model:\s*(.+?)\s*$/m.exec(information)?.[1] ?? 'NVIDIA';
}
