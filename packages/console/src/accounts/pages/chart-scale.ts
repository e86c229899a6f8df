/** Units of a chart that a digit takes at the larger of its two font sizes, which is for narrow screens. */
const DIGIT_WIDTH = 12.5;
/** Between a label and the axis. */
export const LABEL_GAP = 8;

/** The room that the labels of a vertical axis need beside it, in units of the chart. */
export const axisMargin = (labels: readonly string[]): number =>
  LABEL_GAP + DIGIT_WIDTH * Math.max(2, ...labels.map((label) => label.length));

/** The upper end of a chart axis: at least `largest`, and 1, 2, 4, 5 or 10 times a power of ten. */
export function axisMaximum(largest: number): number {
  if (largest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * power >= largest);
  return (step ?? 10) * power;
}
