import { fork } from 'node:child_process';
import type { ModelVariant, Precision } from '@ownvoice/shared/contract/models';
import { message } from '../../errors.js';
import type { EngineLogger } from '../engine-process.js';
import type { Installation } from '../supervisor.js';
import type { EngineEvent } from '../supervisor-machine.js';

/** What to install: official files that are downloaded first, or that lie in `checkpoint` already. */
export interface InstallationOptions {
  readonly variant: ModelVariant;
  readonly modelsDir: string;
  readonly precision: Precision;
  readonly checkpoint?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly token?: string | undefined;
}

/** From the process that installs a model to the service. */
export type InstallationMessage =
  | Extract<EngineEvent, { readonly type: 'install-progress' | 'install-failed' }>
  | { readonly type: 'warning'; readonly text: string }
  /** A built model is there. */
  | { readonly type: 'installed' };

/** A process that is asked to end has this long, in ms: it gives its lock back. */
const STOP_GRACE_MS = 5_000;

/**
 * Downloads or builds a model in a process of its own.
 *
 * @param entry the built entry of the process
 */
export function startInstallation(
  entry: URL,
  options: InstallationOptions,
  logger: EngineLogger,
  emit: (event: EngineEvent) => void,
): Installation {
  const child = fork(entry, {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  let isDone = false;
  const finish = (event: EngineEvent) => {
    if (!isDone) emit(event);
    isDone = true;
  };
  const fail = (problem: string) =>
    finish({ type: 'install-failed', reason: message('installation_failed', { problem }), isFinal: false });
  child.on('message', (received: InstallationMessage) => {
    if (received.type === 'warning') logger.warn({ engine: 'qwen3-tts' }, received.text);
    else if (received.type === 'install-progress') emit(received);
    else finish(received);
  });
  child.on('error', (error) => fail(error.message));
  const gone = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      fail(`The process that installs the model ended with ${signal ?? `code ${code}`}.`);
      resolve();
    });
  });
  child.send(options, () => {});
  return {
    async stop() {
      isDone = true;
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      if (child.connected) child.disconnect();
      await gone;
      clearTimeout(timer);
    },
  };
}
