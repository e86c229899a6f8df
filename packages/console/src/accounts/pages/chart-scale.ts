/** The upper end of a chart axis: at least `largest`, and 1, 2, 4, 5 or 10 times a power of ten. */
export function axisMaximum(largest: number): number {
  if (largest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * power >= largest);
  return (step ?? 10) * power;
}
