import type { ModelVariant } from '@ownvoice/shared/contract';
import type { InstallationProgress } from '../engines/qwen3/installation.js';
import { ModelPull } from '../engines/qwen3/model-pull.js';

/** One installation whose every step a test decides. */
export interface HeldInstallation {
  readonly variant: ModelVariant;
  progress(progress: InstallationProgress): void;
  finish(): void;
  fail(reason: string): void;
}

/** Installs nothing; what it is asked for lies in `held`. */
export class ScriptedInstaller {
  readonly held: HeldInstallation[] = [];

  readonly of = (variant: ModelVariant) => ({
    run: (_checkpoint: string | undefined, onProgress: (progress: InstallationProgress) => void) =>
      new Promise<void>((resolve, reject) => {
        const fail = (reason: string) => reject(new Error(reason));
        this.held.push({ variant, progress: onProgress, finish: resolve, fail });
      }),
    stop: async () => {},
  });

  /** For an `Engines`. */
  pull(): ModelPull {
    return new ModelPull({ installerOf: this.of, logger: { info: () => {}, warn: () => {}, error: () => {} } });
  }
}

/** Options of `Engines` for tests in which nobody installs a model. */
export const WITHOUT_PULL = { pull: new ScriptedInstaller().pull(), takesFirstModel: false } as const;
