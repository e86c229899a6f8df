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

/** From the process that installs a model to the service. */
export type InstallationMessage =
  | { readonly type: 'progress'; readonly stage: string; readonly progress: number }
  | { readonly type: 'warning'; readonly sentence: string }
  /** A built model is there. */
  | { readonly type: 'done' }
  /** `final` when a retry would not help. */
  | { readonly type: 'failed'; readonly reason: string; readonly final: boolean };
