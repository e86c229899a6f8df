/** Standard normal values, the same for the same seed. */
export function normalValues(seed: number, count: number): Float32Array {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return Float32Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
  );
}

/** Values of Student's t distribution with four degrees of freedom, whose tails are heavy like those of trained weights. */
export function heavyTailedValues(seed: number, count: number): Float32Array {
  const [normal, ...squares] = [0, 1, 2, 3, 4].map((i) => normalValues(seed + i, count));
  return normal!.map((value, i) => value / Math.sqrt(squares.reduce((sum, of) => sum + of[i]! ** 2, 0) / 4));
}
