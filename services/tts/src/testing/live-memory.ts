import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Bytes of all array buffers that are in use. Threads of the runtime give back what is dead, later on a busy machine. */
export function liveBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** How many of these objects are still in use. */
export function liveObjects(objects: readonly WeakRef<object>[]): number {
  collectGarbage();
  return objects.filter((object) => object.deref() !== undefined).length;
}
