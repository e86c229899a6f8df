import { float32, type Tensor, uint8 } from '../onnx/tensor.js';

/** Weights of fewer bits: blocks of consecutive inputs share one float32 scale. */
export interface QuantizationScheme {
  readonly bits: 4 | 8;
  /** Inputs in a block: a power of two, 16 at least. */
  readonly block: number;
}

export interface QuantizedMatrix {
  /** `[out, blocks, block · bits / 8]`; values are stored with an offset of half the range, low nibble first. */
  readonly packed: Tensor;
  /** `[out · blocks]` */
  readonly scales: Tensor;
}

/** Fractions of the full range that are tried at 4 bits: clipping the rare large weight makes the others finer. */
const CLIPPINGS = [1, 0.92, 0.84, 0.76];

/**
 * Quantizes `weight [rows, columns]` symmetrically, block by block. At 8 bits the largest magnitude of a block maps to
 * ±127; at 4 bits it maps to −8 (the longer side of the range), shrunk by the clipping with the least squared error.
 */
export function quantize(
  weight: Float32Array,
  rows: number,
  columns: number,
  { bits, block }: QuantizationScheme,
): QuantizedMatrix {
  const blocks = Math.ceil(columns / block);
  const blockBytes = (block * bits) / 8;
  const packed = new Uint8Array(rows * blocks * blockBytes);
  const scales = new Float32Array(rows * blocks);
  const pack = bits === 8 ? packBytes : packNibbles;
  for (let row = 0; row < rows; row++) {
    for (let b = 0; b < blocks; b++) {
      const begin = row * columns + b * block;
      const end = Math.min(begin + block, (row + 1) * columns);
      const at = row * blocks + b;
      const scale = bits === 8 ? byteScale(weight, begin, end) : nibbleScale(weight, begin, end);
      scales[at] = scale;
      pack(weight, begin, end, scale, packed, at * blockBytes, block);
    }
  }
  return { packed: uint8([rows, blocks, blockBytes], packed), scales: float32([rows * blocks], scales) };
}

/** The value of largest magnitude, with its sign. */
function extreme(weight: Float32Array, begin: number, end: number): number {
  let value = 0;
  for (let i = begin; i < end; i++) if (Math.abs(weight[i]!) > Math.abs(value)) value = weight[i]!;
  return value;
}

function byteScale(weight: Float32Array, begin: number, end: number): number {
  return Math.abs(extreme(weight, begin, end)) / 127;
}

function nibbleScale(weight: Float32Array, begin: number, end: number): number {
  const full = extreme(weight, begin, end) / -8;
  if (full === 0) return 0;
  let best = full;
  let least = Number.POSITIVE_INFINITY;
  for (const clipping of CLIPPINGS) {
    const scale = full * clipping;
    const inverse = 1 / scale;
    let error = 0;
    for (let i = begin; i < end; i++) {
      // Shifted so that truncation rounds: this loop is most of what a build at 4 bits takes.
      const shifted = weight[i]! * inverse + 8.5;
      const level = shifted < 0 ? 0 : shifted > 15.5 ? 15 : shifted | 0;
      const difference = shifted - 0.5 - level;
      error += difference * difference;
    }
    error *= scale * scale;
    if (error < least) {
      least = error;
      best = scale;
    }
  }
  return best;
}

type Pack = (
  weight: Float32Array,
  begin: number,
  end: number,
  scale: number,
  packed: Uint8Array,
  at: number,
  block: number,
) => void;

const packBytes: Pack = (weight, begin, end, scale, packed, at, block) => {
  const inverse = scale === 0 ? 0 : 1 / scale;
  packed.fill(128, at, at + block);
  for (let i = begin; i < end; i++) {
    packed[at + i - begin] = Math.min(127, Math.max(-127, Math.round(weight[i]! * inverse))) + 128;
  }
};

const packNibbles: Pack = (weight, begin, end, scale, packed, at, block) => {
  const inverse = scale === 0 ? 0 : 1 / scale;
  packed.fill(0x88, at, at + block / 2);
  for (let i = begin; i < end; i++) {
    const level = Math.min(7, Math.max(-8, Math.round(weight[i]! * inverse))) + 8;
    const byte = at + ((i - begin) >> 1);
    packed[byte] = ((i - begin) & 1) === 0 ? (packed[byte]! & 0xf0) | level : (packed[byte]! & 0x0f) | (level << 4);
  }
};
