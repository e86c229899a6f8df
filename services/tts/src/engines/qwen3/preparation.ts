import type { Precision } from '@ownvoice/qwen3-tts';
import type { ModelVariant } from '@ownvoice/shared/contract';

/** What is to be made ready: official files that are fetched first, or that lie in `checkpoint` already. */
export interface PreparationOptions {
  readonly variant: ModelVariant;
  readonly modelsDir: string;
  readonly precision: Precision;
  readonly checkpoint?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly token?: string | undefined;
}

/** What the process that prepares a model tells the service. */
export type PreparationMessage =
  | { readonly type: 'progress'; readonly stage: string; readonly progress: number }
  | { readonly type: 'warning'; readonly sentence: string }
  /** `folder` holds a built model. */
  | { readonly type: 'done'; readonly folder: string }
  /** `final` when trying again would not help. */
  | { readonly type: 'failed'; readonly reason: string; readonly final: boolean };
