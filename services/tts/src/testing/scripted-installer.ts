import type { ModelVariant } from '@ownvoice/shared/contract';
import type { SupervisorParts } from '../engines/supervisor.js';
import type { Progress } from '../engines/supervisor-machine.js';
import { message } from '../errors.js';

/** One installation whose every step a test decides. */
export interface HeldInstallation {
  readonly variant: ModelVariant | null;
  progress(progress: Progress): void;
  finish(): void;
  fail(problem: string): void;
}

/** Installs nothing; what it is asked for lies in `held`. */
export class ScriptedInstaller {
  readonly held: HeldInstallation[] = [];

  readonly install: SupervisorParts['install'] = ({ variant }, emit) => {
    this.held.push({
      variant,
      progress: (progress) => emit({ type: 'install-progress', ...progress }),
      finish: () => emit({ type: 'installed' }),
      fail: (problem) =>
        emit({ type: 'install-failed', reason: message('installation_failed', { problem }), isFinal: false }),
    });
    return { stop: async () => {} };
  };
}
