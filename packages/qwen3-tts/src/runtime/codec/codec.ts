/** What the decoder carries from one piece of an utterance to the next: float32 tensors by name. */
export type CodecState = Readonly<Record<string, { readonly dims: readonly number[]; readonly data: Float32Array }>>;

export interface Decoded {
  /** 24 kHz mono in [-1, 1], 1,920 samples a frame. */
  readonly samples: Float32Array;
  readonly state: CodecState;
}

/**
 * Frames decoded in one run. More need more memory (about 10 MB a frame) and are no faster; always as many, because the
 * same frames in other pieces give the same sound but not the same last bits.
 */
export const PIECE_FRAMES = 8;

/** The codec's decoder, wherever it runs. Several calls may be under way; they are served in order. */
export interface Codec {
  /** Before the first frame of an utterance. */
  readonly start: CodecState;
  /**
   * Decodes `codes [frames, groups]`, row-major, behind `state`, which is left as it is, piece by piece.
   * @throws ModelError when the runtime fails
   */
  decode(codes: Int32Array, frames: number, state: CodecState): Promise<Decoded>;
  /** Frees the memory, after what is under way. */
  close(): Promise<void>;
}
