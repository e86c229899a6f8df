import type { ModelVariant, Precision } from '@ownvoice/shared/contract/models';

/** What to install: official files that are downloaded first, or that lie in `checkpoint` already. */
export interface InstallationOptions {
  readonly variant: ModelVariant;
  readonly modelsDir: string;
  readonly precision: Precision;
  readonly checkpoint?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly token?: string | undefined;
}

/** How far an installation is. */
export interface InstallationProgress {
  readonly stage: string;
  /** How much of the stage is done, 0 to 1. */
  readonly progress: number;
  /** Of a download. */
  readonly bytes?: { readonly done: number; readonly total: number } | undefined;
}

/** From the process that installs a model to the service. */
export type InstallationMessage =
  | ({ readonly type: 'progress' } & InstallationProgress)
  | { readonly type: 'warning'; readonly sentence: string }
  /** A built model is there. */
  | { readonly type: 'done' }
  /** `final` when a retry would not help. */
  | { readonly type: 'failed'; readonly reason: string; readonly final: boolean };
