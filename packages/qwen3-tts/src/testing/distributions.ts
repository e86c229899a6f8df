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

const FREEDOM = 4;

/** Values of Student's t distribution with four degrees of freedom: heavy tails, as trained weights have them. */
export function heavyValues(seed: number, count: number): Float32Array {
  const normal = normalValues(seed, count * (1 + FREEDOM));
  return Float32Array.from({ length: count }, (_, i) => {
    const squares = normal.subarray(i * (1 + FREEDOM) + 1, (i + 1) * (1 + FREEDOM));
    return normal[i * (1 + FREEDOM)]! / Math.sqrt(squares.reduce((sum, value) => sum + value ** 2, 0) / FREEDOM);
  });
}
