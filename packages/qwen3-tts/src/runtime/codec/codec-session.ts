import { setImmediate } from 'node:timers/promises';
import { concatenate } from '@ownvoice/audio';
import type { Device } from '@ownvoice/shared/contract/models';
import { MODEL_FILES } from '../../build/manifest.js';
import { assertFinite } from '../../errors.js';
import type { CarriedState } from '../../graph/codec-decoder/carried-state.js';
import { type InferenceSession, Tensor, type TypedTensor } from '../../onnxruntime/onnxruntime.js';
import { DEVICE_TRAITS } from '../device.js';
import { openSession } from '../sessions.js';
import { type Codec, type CodecState, type Decoded, PIECE_FRAMES, releaseState } from './codec.js';

/** How to load a codec; can be sent to another thread. */
export interface CodecSource {
  /** A built model. */
  readonly folder: string;
  readonly device: Device;
  readonly threads: number;
  readonly states: readonly CarriedState[];
  /** Run whole pieces only: CUDA searches the fastest algorithm of each convolution for every new length. */
  readonly wholePieces?: boolean;
}

/** The codec in the calling thread. Each piece blocks it; the event loop turns in between. */
export class CodecSession implements Codec {
  readonly start: CodecState;

  private constructor(
    private readonly session: InferenceSession,
    states: readonly CarriedState[],
    private readonly wholePieces: boolean,
    /** There codes are int32, because 64-bit integers stay on the CPU, and states stay in buffers. */
    private readonly keepsBuffers: boolean,
  ) {
    this.start = startState(states);
  }

  /** @throws ModelError as {@link openSession} does */
  static async open(source: CodecSource): Promise<CodecSession> {
    const { folder, device, threads, states, wholePieces = false } = source;
    const { keepsBuffers } = DEVICE_TRAITS[device];
    const file = keepsBuffers ? MODEL_FILES.webgpuCodecDecoder : MODEL_FILES.codecDecoder;
    const kept = keepsBuffers ? states.map(({ name }) => `${name}_out`) : [];
    const session = await openSession(folder, file, 'codec', device, threads, { kept });
    return new CodecSession(session, states, wholePieces, keepsBuffers);
  }

  async decode(codes: Int32Array, frames: number, state: CodecState, last = false): Promise<Decoded> {
    const groups = codes.length / frames;
    const parts: Float32Array[] = [];
    let now = state;
    for (let first = 0; first < frames; first += PIECE_FRAMES) {
      if (first > 0) await setImmediate();
      const count = Math.min(PIECE_FRAMES, frames - first);
      const own = codes.subarray(first * groups, (first + count) * groups);
      const padded = last && this.wholePieces && count < PIECE_FRAMES;
      const piece = padded
        ? await this.#piece(wholePiece(own, groups), PIECE_FRAMES, now)
        : await this.#piece(own, count, now);
      parts.push(piece.samples.subarray(0, (piece.samples.length / (padded ? PIECE_FRAMES : count)) * count));
      if (now !== state) releaseState(now);
      now = piece.state;
    }
    return { samples: concatenate(parts), state: now };
  }

  async #piece(codes: Int32Array, frames: number, state: CodecState): Promise<Decoded> {
    const dims = [1, frames, codes.length / frames];
    const feeds: Record<string, Tensor> = {
      codes: this.keepsBuffers
        ? new Tensor('int32', Int32Array.from(codes), dims)
        : new Tensor('int64', BigInt64Array.from(codes, BigInt), dims),
    };
    for (const [name, value] of Object.entries(state)) {
      feeds[name] = value instanceof Tensor ? value : new Tensor('float32', value.data, value.dims);
    }
    const outputs = await this.session.run(feeds);
    const next = Object.keys(this.start).map((name) => {
      const output = outputs[`${name}_out`] as TypedTensor<'float32'>;
      return [name, this.keepsBuffers ? output : { data: output.data, dims: output.dims }] as const;
    });
    return { samples: clipped(outputs.waveform!.data as Float32Array), state: Object.fromEntries(next) };
  }

  close(): Promise<void> {
    return this.session.release();
  }
}

/** The codes with their last frame repeated behind them: the decoder never looks ahead. */
function wholePiece(codes: Int32Array, groups: number): Int32Array {
  const whole = new Int32Array(PIECE_FRAMES * groups);
  for (let at = 0; at < whole.length; at += groups) whole.set(codes.subarray(-groups), at);
  whole.set(codes);
  return whole;
}

/** Clips samples to [-1, 1] in place. @throws ModelError when one is not a number or infinite */
function clipped(samples: Float32Array): Float32Array {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i]!;
    sum += sample;
    if (sample > 1) samples[i] = 1;
    else if (sample < -1) samples[i] = -1;
  }
  assertFinite(sum, 'samples');
  return samples;
}

export function startState(states: readonly CarriedState[]): CodecState {
  const zeros = (dims: readonly number[]) => new Float32Array(dims.reduce((product, size) => product * size, 1));
  return Object.fromEntries(states.map(({ name, shape }) => [name, { dims: shape, data: zeros(shape) }]));
}
