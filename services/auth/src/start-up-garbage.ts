import { Session } from 'node:inspector';

/**
 * Frees what start-up has left on the heap: a third of the memory of an idle service, which V8 would otherwise keep until
 * there is load. It takes some tens of milliseconds, so it is for the moment after everything is ready.
 */
export function collectStartUpGarbage(): void {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
