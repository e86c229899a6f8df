import { basename } from 'node:path';

/** What Vulkan's loader writes with `VK_LOADER_DEBUG=info,driver`. */
export interface LoaderLog {
  /** Names of all devices, in the loader's order. */
  readonly devices: readonly string[];
  /** The one that was opened. `driver`: the file name of its library. */
  readonly opened: { readonly name: string; readonly driver: string } | undefined;
}

/** @see https://github.com/KhronosGroup/Vulkan-Loader/blob/main/docs/LoaderDebugging.md */
export function readLoaderLog(text: string): LoaderLog {
  const [, name, file] = /Using "(.+?)" with driver: "(.+?)"/.exec(text) ?? [];
  const order = text.split('Sorted order:').at(-1) ?? '';
  const devices = text.includes('Sorted order:') ? [...order.matchAll(/^.*?\[\d+\] (.+?)\s*$/gm)] : [];
  return {
    devices: devices.map(([, device]) => device!),
    opened: name !== undefined && file !== undefined ? { name, driver: basename(file) } : undefined,
  };
}
