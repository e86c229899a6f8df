import type {
  ChunkSpeech,
  EncodedVoice,
  EngineCapabilities,
  EngineErrorKind,
  ReferenceAudio,
  SynthesisJob,
} from './engine.js';

/** From the service to an engine's process. Structured cloning carries samples as they are. */
export type ToEngine<Options> =
  | { readonly type: 'load'; readonly options: Options }
  | { readonly type: 'synthesize'; readonly id: number; readonly job: SynthesisJob }
  | { readonly type: 'encode'; readonly id: number; readonly reference: ReferenceAudio }
  | { readonly type: 'cancel'; readonly id: number };

/** From an engine's process to the service. */
export type FromEngine =
  | { readonly type: 'progress'; readonly stage: string; readonly progress?: number }
  | { readonly type: 'ready'; readonly capabilities: EngineCapabilities }
  | { readonly type: 'unusable'; readonly reason: string }
  | { readonly type: 'capabilities'; readonly capabilities: EngineCapabilities }
  /** For the service's log. */
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly fields: object; readonly message: string }
  /** The device is gone, and with it all jobs; another process may have it again. */
  | { readonly type: 'device-lost'; readonly reason: string }
  | { readonly type: 'stats'; readonly stats: Readonly<Record<string, number>> }
  | { readonly type: 'started'; readonly id: number }
  | { readonly type: 'completed'; readonly id: number; readonly audio: ChunkSpeech }
  | { readonly type: 'encoded'; readonly id: number; readonly voice: EncodedVoice }
  | { readonly type: 'error'; readonly id: number; readonly kind: EngineErrorKind; readonly message: string };
