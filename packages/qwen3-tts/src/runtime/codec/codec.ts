import type { TypedTensor } from '../../onnxruntime/onnxruntime.js';

interface InMemory {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/**
 * State that the codec decoder carries from one piece of an utterance to the next: float32 tensors by name. On WebGPU they
 * stay in buffers of the device; whoever was given them has to call {@link releaseState}.
 */
export type CodecState = Readonly<Record<string, InMemory | TypedTensor<'float32'>>>;

/** Frees the buffers of a state on a device. Memory frees itself. */
export function releaseState(state: CodecState): void {
  for (const tensor of Object.values(state)) if ('dispose' in tensor) tensor.dispose();
}

export interface Decoded {
  /** 24 kHz mono in [-1, 1], 1,920 samples a frame. */
  readonly samples: Float32Array;
  readonly state: CodecState;
}

/**
 * Frames decoded in one run. More need more memory (about 10 MB a frame) and are no faster. The number is fixed, because
 * the same frames in other pieces differ in their last bits.
 */
export const PIECE_FRAMES = 8;

/** The codec's decoder. Several calls may be in flight; they are served in order. */
export interface Codec {
  /** State in front of the first frame of an utterance. */
  readonly start: CodecState;
  /**
   * Decodes `codes [frames, groups]`, row-major, piece by piece, from `state`, which is neither modified nor released. Nothing may follow the
   * frames of a `last` call: the state behind them is not kept.
   * @throws ModelError when the runtime fails
   */
  decode(codes: Int32Array, frames: number, state: CodecState, last?: boolean): Promise<Decoded>;
  /** Frees the memory after the calls in flight. */
  close(): Promise<void>;
}
