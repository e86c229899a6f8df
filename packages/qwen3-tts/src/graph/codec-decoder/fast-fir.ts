/**
 * Minimal filtering after Toom, Cook and Winograd: `outputs` values of a filter with `taps` taps from
 * `outputs + taps − 1` products instead of `outputs · taps`.
 *
 * `y = outputTransform · ((kernelTransform · g) ⊙ (inputTransform · d))` with `y_i = Σ_k g_k d_{i+k}`.
 *
 * @see Winograd, "Arithmetic Complexity of Computations", 1980
 */
export interface FastFir {
  readonly outputs: number;
  readonly taps: number;
  /** Products, and inputs that a tile reads. */
  readonly products: number;
  /** `[products, products]` */
  readonly inputTransform: Float64Array;
  /** `[products, taps]` */
  readonly kernelTransform: Float64Array;
  /** `[outputs, products]` */
  readonly outputTransform: Float64Array;
}

/**
 * The polynomials are evaluated at 0, at these points of both signs, and at infinity. For each number of products they were
 * searched for: float32 errs least, by the sum over the products of the squared sizes of all three transforms.
 */
const POINTS: Readonly<Record<number, readonly number[]>> = {
  8: [1 / 2, 1, 2],
  10: [7 / 16, 13 / 16, 5 / 4, 9 / 4],
};
const OTHER_POINTS = [1, 1 / 3, 3, 2 / 3, 3 / 2];

/** @throws Error for more than 12 products, as far as the points go */
export function fastFir(outputs: number, taps: number): FastFir {
  const products = outputs + taps - 1;
  if (outputs === 1) return plainFir(taps);
  const signed = (POINTS[products] ?? OTHER_POINTS).flatMap((point) => [point, -point]);
  const points = [0, ...signed].slice(0, products - 1);
  if (points.length < products - 1) throw new Error(`${outputs} outputs of ${taps} taps need more points`);
  const evaluate = (width: number) => {
    const rows = points.map((point) => Array.from({ length: width }, (_, power) => point ** power));
    rows.push(Array.from({ length: width }, (_, power) => (power === width - 1 ? 1 : 0)));
    return rows;
  };
  const interpolation = transpose(inverse(evaluate(products)));
  const kernel = evaluate(taps);
  // A row of one transform times what its partner is divided by: the products stay of one size.
  for (const [row, values] of interpolation.entries()) {
    const size = Math.max(...values.map(Math.abs));
    for (let i = 0; i < values.length; i++) values[i]! /= size;
    for (let i = 0; i < taps; i++) kernel[row]![i]! *= size;
  }
  return {
    outputs,
    taps,
    products,
    inputTransform: Float64Array.from(interpolation.flat()),
    kernelTransform: Float64Array.from(kernel.flat()),
    outputTransform: Float64Array.from(transpose(evaluate(outputs)).flat()),
  };
}

/** One output at a time saves no product, so nothing is transformed. */
function plainFir(taps: number): FastFir {
  const identity = Float64Array.from({ length: taps * taps }, (_, i) => (i % (taps + 1) === 0 ? 1 : 0));
  return {
    outputs: 1,
    taps,
    products: taps,
    inputTransform: identity,
    kernelTransform: identity,
    outputTransform: new Float64Array(taps).fill(1),
  };
}

/** `kernel [out, in, taps]` → `[products, out, in]`, computed in double precision. */
export function transformKernel(fir: FastFir, kernel: Float32Array): Float32Array {
  const pairs = kernel.length / fir.taps;
  const out = new Float32Array(fir.products * pairs);
  for (let product = 0; product < fir.products; product++) {
    for (let pair = 0; pair < pairs; pair++) {
      let sum = 0;
      for (let tap = 0; tap < fir.taps; tap++) {
        sum += fir.kernelTransform[product * fir.taps + tap]! * kernel[pair * fir.taps + tap]!;
      }
      out[product * pairs + pair] = sum;
    }
  }
  return out;
}

function transpose(matrix: readonly number[][]): number[][] {
  return matrix[0]!.map((_, column) => matrix.map((row) => row[column]!));
}

/** Gauss and Jordan with the largest pivot. */
function inverse(matrix: readonly number[][]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column; row < size; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const scale = rows[column]![column]!;
    rows[column] = rows[column]!.map((value) => value / scale);
    for (let row = 0; row < size; row++) {
      const factor = rows[row]![column]!;
      if (row !== column && factor !== 0) rows[row] = rows[row]!.map((value, i) => value - factor * rows[column]![i]!);
    }
  }
  return rows.map((row) => row.slice(size));
}
