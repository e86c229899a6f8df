const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_557_600 };
/** Ten years: anything longer is a typing error. */
const MAX_SECONDS = 315_576_000;

/**
 * A duration as written in settings: `15m`, `12h`, `7d`, or seconds as a plain number.
 * @returns whole seconds, at least 1; `undefined` for anything else
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})\s?(s|m|h|d|w|y)?$/.exec(text.trim());
  if (!match) return undefined;
  const seconds = Number(match[1]) * (SECONDS[match[2] ?? 's'] ?? 1);
  return seconds >= 1 && seconds <= MAX_SECONDS ? seconds : undefined;
}
