import type { ModelVariant } from '@ownvoice/shared/contract/models';
import type { EngineLogger } from '../child-engine.js';
import type { InstallationProgress } from './installation.js';
import type { Installer } from './installer.js';

/** The last installation that a client asked for. */
export type PullState = {
  readonly variant: ModelVariant;
  /** Whether the service loads it once it is installed. */
  readonly loads: boolean;
} & (
  | ({ readonly kind: 'running' } & InstallationProgress)
  | { readonly kind: 'installed' }
  /** `reason` is one sentence for an operator. */
  | { readonly kind: 'failed'; readonly reason: string }
);

export interface ModelPullOptions {
  readonly installerOf: (variant: ModelVariant) => Pick<Installer, 'run' | 'stop'>;
  readonly logger: EngineLogger;
}

/** Installs a variant because a client asked for it: once, without the retries of `--pull on`. */
export class ModelPull {
  readonly #options: ModelPullOptions;
  #installer: Pick<Installer, 'run' | 'stop'> | undefined;
  #state: PullState | undefined;

  constructor(options: ModelPullOptions) {
    this.#options = options;
  }

  get state(): PullState | undefined {
    return this.#state;
  }

  /** Starts an installation and returns at once. Only one runs at a time. @param onInstalled called when it is done */
  start(variant: ModelVariant, loads: boolean, onInstalled: () => void): void {
    const { logger, installerOf } = this.#options;
    const installer = installerOf(variant);
    this.#installer = installer;
    const enter = (progress: InstallationProgress) => {
      this.#state = { variant, loads, kind: 'running', ...progress };
    };
    enter({ stage: `downloading ${variant}`, progress: 0 });
    logger.info({ variant, loads }, 'model installation requested');
    installer.run(undefined, enter).then(
      () => {
        this.#state = { variant, loads, kind: 'installed' };
        onInstalled();
      },
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        logger.error({ variant, reason }, 'model installation failed');
        this.#state = { variant, loads, kind: 'failed', reason };
      },
    );
  }

  async stop(): Promise<void> {
    await this.#installer?.stop();
  }
}
