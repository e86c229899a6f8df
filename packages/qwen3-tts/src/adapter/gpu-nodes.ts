import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the drivers in Linux' kernel offer of a GPU. */
export interface GpuNodes {
  /** Whether there is any. */
  readonly exist: boolean;
  /** One that this process may not use, and the group that may. */
  readonly denied: { readonly path: string; readonly group: number } | undefined;
}

export const GPU_FOLDER = '/dev/dri';
/** For Mesa and others, NVIDIA's own, and that of Windows' Linux. */
const NODES = [GPU_FOLDER, '/dev/nvidiactl', '/dev/dxg'];

export function gpuNodes(): GpuNodes {
  const exist = NODES.some((node) => existsSync(node));
  const paths = namesIn(GPU_FOLDER).filter((name) => name.startsWith('renderD'));
  const denied = paths.map((name) => join(GPU_FOLDER, name)).find((path) => !isUsable(path));
  return { exist, denied: denied === undefined ? undefined : { path: denied, group: statSync(denied).gid } };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
