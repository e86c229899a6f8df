import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float32, uint8 } from '../onnx/tensor.js';

/** Weights of fewer bits: blocks of consecutive inputs share one float32 scale, and at 4 bits a zero point. */
export interface QuantizationScheme {
  readonly bits: 4 | 8;
  /** Inputs in a block: a power of two, 16 at least. */
  readonly block: number;
}

/** Fractions of a block's range that are tried at each end: clipping the rare large weight makes the others finer. */
const CLIPPINGS = [1, 0.88, 0.76];

const LEVELS = 15;

/** The value of level l is `scale · (l − zero)`. */
interface Grid {
  readonly scale: number;
  readonly zero: number;
}

/**
 * Quantizes `weight [rows, columns]` block by block. At 8 bits the largest magnitude of a block maps to ±127. At 4 bits the
 * levels go from the smallest to the largest value, which with heavy tails lie at different distances from zero; each
 * end is shrunk by the clipping with the least squared error. Zero is always a level.
 */
export function quantize(weight: Float32Array, rows: number, columns: number, { bits, block }: QuantizationScheme) {
  const blocks = Math.ceil(columns / block);
  const blockBytes = (block * bits) / 8;
  const packed = new Uint8Array(rows * blocks * blockBytes);
  const scales = new Float32Array(rows * blocks);
  const zeroBytes = Math.ceil(blocks / 2);
  const zeroPoints = new Uint8Array(bits === 4 ? rows * zeroBytes : 0);
  for (let row = 0; row < rows; row++) {
    for (let b = 0; b < blocks; b++) {
      const begin = row * columns + b * block;
      const values = weight.subarray(begin, Math.min(begin + block, (row + 1) * columns));
      const at = row * blocks + b;
      const target = packed.subarray(at * blockBytes, (at + 1) * blockBytes);
      if (bits === 8) scales[at] = packBytes(values, target);
      else {
        const { scale, zero } = nibbleGrid(values);
        scales[at] = scale;
        setNibble(zeroPoints, 2 * row * zeroBytes + b, zero);
        packNibbles(values, { scale, zero }, target);
      }
    }
  }
  return {
    /** Levels, the low nibble first; at 8 bits zero is 128. */
    packed: uint8([rows, blocks, blockBytes], packed),
    scales: float32([rows * blocks], scales),
    /** At 4 bits the level that means zero in each block, the low nibble first. */
    zeroPoints: bits === 4 ? uint8([zeroPoints.length], zeroPoints) : undefined,
  };
}

/** @returns the scale */
function packBytes(values: Float32Array, target: Uint8Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]!));
  const inverse = largest === 0 ? 0 : 127 / largest;
  target.fill(128);
  for (let i = 0; i < values.length; i++) target[i] = Math.round(values[i]! * inverse) + 128;
  return largest / 127;
}

function nibbleGrid(values: Float32Array): Grid {
  let low = 0;
  let high = 0;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  let best: Grid = { scale: 0, zero: 8 };
  let least = Number.POSITIVE_INFINITY;
  for (const below of CLIPPINGS) {
    for (const above of CLIPPINGS) {
      const scale = (high * above - low * below) / LEVELS;
      if (scale === 0) continue;
      const zero = Math.round((-low * below) / scale);
      const inverse = 1 / scale;
      // Shifted so that truncation rounds: this loop is most of what a build at 4 bits takes.
      const shift = zero + 0.5;
      let error = 0;
      for (let i = 0; i < values.length; i++) {
        const shifted = values[i]! * inverse + shift;
        const level = shifted < 0 ? 0 : shifted > LEVELS + 0.5 ? LEVELS : shifted | 0;
        const difference = shifted - 0.5 - level;
        error += difference * difference;
      }
      error *= scale * scale;
      if (error < least) {
        least = error;
        best = { scale, zero };
      }
    }
  }
  return best;
}

function packNibbles(values: Float32Array, { scale, zero }: Grid, target: Uint8Array): void {
  const inverse = scale === 0 ? 0 : 1 / scale;
  target.fill(zero | (zero << 4));
  for (let i = 0; i < values.length; i++) {
    setNibble(target, i, Math.min(LEVELS, Math.max(0, Math.round(values[i]! * inverse) + zero)));
  }
}

function setNibble(bytes: Uint8Array, index: number, value: number): void {
  const at = index >> 1;
  bytes[at] = (index & 1) === 0 ? (bytes[at]! & 0xf0) | value : (bytes[at]! & 0x0f) | (value << 4);
}

/**
 * `x Wᵀ` with W `[rows, columns]` quantized in blocks along its rows; `x [..., columns]` → `[..., rows]`, float32.
 *
 * With `roundsActivations` MatMulNBits rounds x to 8 bits in the same blocks and sums each block in integers:
 * `y_r = Σ_blocks scale_x scale_w Σ_i x_i (w_ri − zero)`. Without zero points at 4 bits it would take a kernel on 64-bit
 * ARM that rounds x with one scale for a whole row: beside one large value all others would be lost.
 */
export function quantizedProduct(
  g: GraphBuilder,
  x: Value,
  weight: { readonly packed: Value; readonly scales: Value; readonly zeroPoints: Value | undefined },
  { rows, columns, bits, block }: QuantizationScheme & { readonly rows: number; readonly columns: number },
  roundsActivations = true,
): Value {
  const inputs = [x, weight.packed, weight.scales];
  if (weight.zeroPoints) inputs.push(weight.zeroPoints);
  return g.node('com.microsoft:MatMulNBits', inputs, {
    K: columns,
    N: rows,
    bits,
    block_size: block,
    accuracy_level: roundsActivations ? 4 : 1,
  });
}
