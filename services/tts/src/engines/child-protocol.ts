import type { EngineCapabilities, EngineErrorKind, SpokenChunk, SynthesisJob } from './engine.js';

/** What the service tells an engine's process. Sent with structured cloning, so samples travel as they are. */
export type ToChild<Options> =
  | { readonly type: 'load'; readonly options: Options }
  | { readonly type: 'synthesize'; readonly id: number; readonly job: SynthesisJob }
  | { readonly type: 'cancel'; readonly id: number };

/** What an engine's process tells the service. */
export type FromChild =
  | { readonly type: 'progress'; readonly stage: string; readonly progress?: number }
  | { readonly type: 'ready'; readonly capabilities: EngineCapabilities }
  | { readonly type: 'unusable'; readonly reason: string }
  /** They changed while the engine was ready. */
  | { readonly type: 'capabilities'; readonly capabilities: EngineCapabilities }
  | { readonly type: 'figures'; readonly figures: Readonly<Record<string, number>> }
  | { readonly type: 'started'; readonly id: number }
  | { readonly type: 'spoken'; readonly id: number; readonly chunk: SpokenChunk }
  | { readonly type: 'error'; readonly id: number; readonly kind: EngineErrorKind; readonly message: string };
