import type { Gender, Reading } from './reading.js';

const groupedWithComma = String.raw`\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?`;
const groupedWithPoint = String.raw`\d{1,3}(?:[.\u0020\u00a0\u202f’]\d{3})+(?!\d)(?:,\d+)?|\d+(?:[.,]\d+)?`;

/** The pattern of a number without sign as a language writes it, for use inside another; no groups of its own. */
export function numberPattern(decimalSign: '.' | ','): string {
  return `(?:${decimalSign === '.' ? groupedWithComma : groupedWithPoint})`;
}

export interface Amount {
  readonly whole: bigint;
  /** As written, without the sign. */
  readonly decimals: string;
}

/** More figures than this are no quantity but a code. */
const maxFigures = 15;

/** Reads a number that `numberPattern` found; undefined for one that is read figure by figure (`007`, card numbers). */
export function parseNumber(written: string, reading: Reading): Amount | undefined {
  const isGrouped =
    /^\d{1,3}(?:[^\d]\d{3})+(?:[^\d]\d+)?$/u.test(written) && written.search(/\D/u) !== decimalAt(written, reading);
  const at = isGrouped ? decimalAt(written, reading) : written.search(/[.,]/u);
  const whole = (at < 0 ? written : written.slice(0, at)).replace(/\D/gu, '');
  if (whole.length > maxFigures || /^0\d/u.test(whole)) return undefined;
  return { whole: BigInt(whole), decimals: at < 0 ? '' : written.slice(at + 1) };
}

/** Where the decimal sign is; a sign before exactly three figures groups them, where the language groups with it. */
function decimalAt(written: string, reading: Reading): number {
  return written.indexOf(reading.decimalSign);
}

/** The number in words. */
export function sayAmount(amount: Amount, reading: Reading, gender?: Gender): string {
  if (amount.decimals === '') return reading.cardinal(amount.whole, gender);
  return reading.decimal(reading.cardinal(amount.whole), amount.decimals);
}

/** Figure by figure. */
export function sayFigures(figures: string, reading: Reading): string {
  return [...figures].map((figure) => reading.digits[Number(figure)] ?? figure).join(reading.space);
}

/** Any number that `numberPattern` found, in words. */
export function sayNumber(written: string, reading: Reading, gender?: Gender): string {
  const amount = parseNumber(written, reading);
  return amount ? sayAmount(amount, reading, gender) : sayFigures(written.replace(/\D/gu, ''), reading);
}
