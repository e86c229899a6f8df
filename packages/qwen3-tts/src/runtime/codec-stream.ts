import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { CarriedState } from '../graph/carried-state.js';

/** Frames decoded in one run at most: more need more memory (about 10 MB a frame) and are no faster. */
const FRAMES_AT_ONCE = 8;

/** What the decoder carries from one piece to the next. */
type State = Readonly<Record<string, Tensor>>;

/** Decodes one utterance's frames in pieces; the pieces together are what one pass over all frames gives. */
export class CodecStream {
  #state: State;

  constructor(
    private readonly session: InferenceSession,
    private readonly states: readonly CarriedState[],
    start?: State,
  ) {
    this.#state = start ?? Object.fromEntries(states.map(({ name, shape }) => [name, zeros(shape)]));
  }

  /** `codes [frames, groups]` → 24 kHz mono in [-1, 1], 1,920 samples a frame. */
  async decode(codes: Int32Array, frames: number, onPiece?: () => Promise<void>): Promise<Float32Array> {
    const groups = codes.length / frames;
    const parts: Float32Array[] = [];
    for (let first = 0; first < frames; first += FRAMES_AT_ONCE) {
      const count = Math.min(FRAMES_AT_ONCE, frames - first);
      const piece = BigInt64Array.from(codes.subarray(first * groups, (first + count) * groups), BigInt);
      const outputs = await this.session.run({
        codes: new Tensor('int64', piece, [1, count, groups]),
        ...this.#state,
      });
      this.#state = Object.fromEntries(this.states.map(({ name }) => [name, outputs[`${name}_out`]!]));
      parts.push(outputs.waveform!.data as Float32Array);
      await onPiece?.();
    }
    return joined(parts);
  }

  /** The stream as it stands: another one that starts from it goes on from here. */
  get state(): State {
    return this.#state;
  }
}

export function joined(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function zeros(shape: readonly number[]): Tensor {
  return new Tensor('float32', new Float32Array(shape.reduce((product, size) => product * size, 1)), shape);
}
