import type { Gender, Noun, Verbalizer } from './verbalizer.js';

/** Beside the language's own format, that of others where it can mean nothing else: `1.234,56` in English. */
const GROUPED_WITH_COMMA = String.raw`\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)|\d{1,3}(?:(?:[ \u00a0\u202f]\d{3}){2,}|[\u00a0\u202f]\d{3}| 000)(?!\d)|\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?`;
const GROUPED_WITH_POINT = String.raw`\d{1,3}(?:,\d{3})+\.\d{1,2}(?!\d)|\d{1,3}(?:[.\u0020\u00a0\u202f’']\d{3})+(?!\d)(?:,\d+)?|\d+(?:[.,]\d+)?`;

/** The pattern of a number without sign as a language writes it, for use inside another; no groups of its own. */
export function numberPattern(decimalSign: '.' | ','): string {
  return `(?:${decimalSign === '.' ? GROUPED_WITH_COMMA : GROUPED_WITH_POINT})`;
}

/**
 * The sign of a number, in the group `sign`: it stands behind nothing that it could join to the number, and a space follows
 * it only where none is before it.
 */
export const SIGN = String.raw`(?:(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}\p{Pe}+])(?<![\p{N}\p{Pe}]\s)(?<sign>[-−+±~≈]|–(?=[$€£]?\d))(?:(?<![\p{sc=Latn}\p{sc=Cyrl}]\s.) |(?! )))?`;

export interface Amount {
  readonly whole: bigint;
  /** As written, without the sign. */
  readonly decimals: string;
}

/** More digits than this are no quantity but a code. */
const MAX_DIGITS = 15;

const FOREIGN = { '.': /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/u, ',': /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/u } as const;

/** Reads a number that `numberPattern` found; undefined for one that is read digit by digit (`007`, card numbers). */
export function parseNumber(number: string, verbalizer: Verbalizer): Amount | undefined {
  const [, before, decimals] = FOREIGN[verbalizer.decimalSign].exec(number) ?? [];
  const written = before === undefined ? number : `${before.replace(/\D/gu, '')}${verbalizer.decimalSign}${decimals}`;
  const isGrouped =
    /^\d{1,3}(?:[^\d]\d{3})+(?:[^\d]\d+)?$/u.test(written) && written.search(/\D/u) !== decimalAt(written, verbalizer);
  const at = isGrouped ? decimalAt(written, verbalizer) : written.search(/[.,]/u);
  const whole = (at < 0 ? written : written.slice(0, at)).replace(/\D/gu, '');
  if (whole.length > MAX_DIGITS || /^0\d/u.test(whole)) return undefined;
  return { whole: BigInt(whole), decimals: at < 0 ? '' : written.slice(at + 1) };
}

function decimalAt(written: string, verbalizer: Verbalizer): number {
  return written.indexOf(verbalizer.decimalSign);
}

/** The number in words. */
export function amountInWords(amount: Amount, verbalizer: Verbalizer, gender?: Gender): string {
  if (amount.decimals === '') return verbalizer.cardinal(amount.whole, gender);
  return verbalizer.decimal(verbalizer.cardinal(amount.whole), amount.decimals);
}

/** The form of a noun behind an amount. */
export function formFor({ whole, decimals }: Amount, { forms }: Pick<Noun, 'forms'>, { plural }: Verbalizer): string {
  return forms[Math.min(plural(whole, decimals !== ''), forms.length - 1)] ?? '';
}

/** A number with a noun; a `#` in the noun's form is the number's place: `시속 # 킬로미터`. */
export function countedInWords(amount: Amount, noun: Noun, verbalizer: Verbalizer): string {
  const form = formFor(amount, noun, verbalizer);
  const words = amountInWords(amount, verbalizer, noun.gender);
  if (!form.includes('#')) return verbalizer.counted(words, form);
  const [before = '', after = ''] = form.split('#');
  return before + verbalizer.counted(words, after.trimStart());
}

/** Words of a number with the sign that `SIGN` found. */
export function signed(
  words: string,
  sign: string | undefined,
  { negative, positive, signs, space }: Verbalizer,
): string {
  if (sign === undefined) return words;
  if (sign === '+') return positive(words);
  if (sign === '±') return `${signs['±']}${space}${words}`;
  return sign === '~' || sign === '≈' ? `${signs['≈']}${space}${words}` : negative(words);
}

/** Digit by digit. */
export function digitsInWords(digits: string, verbalizer: Verbalizer): string {
  return [...digits].map((digit) => verbalizer.digits[Number(digit)] ?? digit).join(verbalizer.space);
}

/** Any number that `numberPattern` found, in words. */
export function numberInWords(written: string, verbalizer: Verbalizer, gender?: Gender): string {
  const amount = parseNumber(written, verbalizer);
  return amount ? amountInWords(amount, verbalizer, gender) : digitsInWords(written.replace(/\D/gu, ''), verbalizer);
}

/** The pattern of a language's unit symbols, longest first, for use inside another; no groups of its own. */
export function unitPattern({ units }: Verbalizer): string {
  const symbols = [...units.keys()].sort((left, right) => right.length - left.length).map(escaped);
  return `(?:${symbols.join('|')})`;
}

export function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`);
}
