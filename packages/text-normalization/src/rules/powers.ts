import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { Context, Rule } from '../rule.js';

/** What is said after a base: the square, the cube, and any power (`#` is its number); then a power of ten after a factor. */
const POWERS: Readonly<Record<LanguageCode, readonly [square: string, cube: string, power: string, ofTen: string]>> = {
  en: ['squared', 'cubed', 'to the power of #', 'times ten to the power of #'],
  de: ['hoch zwei', 'hoch drei', 'hoch #', 'mal zehn hoch #'],
  fr: ['au carré', 'au cube', 'puissance #', 'fois dix puissance #'],
  es: ['al cuadrado', 'al cubo', 'elevado a #', 'por diez elevado a #'],
  it: ['al quadrato', 'al cubo', 'elevato a #', 'per dieci elevato a #'],
  pt: ['ao quadrado', 'ao cubo', 'elevado a #', 'vezes dez elevado a #'],
  ru: ['в квадрате', 'в кубе', 'в степени #', 'умножить на десять в степени #'],
  zh: ['的平方', '的立方', '的#次方', '乘以十的#次方'],
  ja: ['の二乗', 'の三乗', 'の#乗', 'かける十の#乗'],
  ko: ['의 제곱', '의 세제곱', '의 # 제곱', ' 곱하기 십의 # 제곱'],
};

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** @param form where in POWERS: 2 for the power of a base, 3 for a power of ten behind a factor */
export function powerInWords(written: string, form: 2 | 3, { language, verbalizer }: Context): string {
  const [square, cube, ...others] = POWERS[language];
  const digits = written.replace(/\p{No}/gu, (sign) => String(SUPERSCRIPTS.indexOf(sign))).replace(/[()⁺+]/gu, '');
  const space = /\p{Script=Hangul}/u.test(square) ? '' : verbalizer.space;
  if (form === 2 && digits === '2') return space + square;
  if (form === 2 && digits === '3') return space + cube;
  const number = /\d/u.test(digits) ? verbalizer.cardinal(BigInt(digits.replace(/\D/gu, ''))) : digits;
  const exponent = /^[-−⁻]/u.test(digits) ? verbalizer.negative(number) : number;
  return space + (others[form - 2] ?? '').replace('#', exponent);
}

/** `10⁻⁴`, `2^10`, `x²`, `(a+b)^n`, after the rules for units such as `m²`; a superscript after a word is a note. */
export function powerRule(context: Context): Rule {
  return {
    pattern:
      /(?<=[\p{Nd})]|(?<!\p{L})\p{L}|\p{L}(?=\^)|[=+*/×(\d-] ?\p{L}{2})(?:(?<sign>[⁺⁻]?[⁰¹²³⁴-⁹]{1,4})|\^(?<exponent>[-−]?\d{1,4}|[a-z](?!\p{L})|\([-−+]?\d{1,4}\)))(?![\p{sc=Latn}\p{sc=Cyrl}\p{Nd}])/gu,
    verbalize: ({ groups }, _) => powerInWords(groups.sign ?? groups.exponent ?? '', 2, context),
  };
}

/** A measure without a number: `das Volumen in cm³`, `面积(km²)`. */
export const UNCOUNTED: Rule = {
  pattern: /(?<![\p{sc=Latn}\p{sc=Cyrl}]|[\p{N}/] ?)[kcdm]?m[²³](?![\p{L}\p{N}])/gu,
  verbalize: ({ text, before }, { verbalizer }) =>
    verbalizer.units.get(text)?.forms.at(/(?:^|[^\p{L}])(?:in|en|em) $/iu.test(before) ? -1 : 0),
};

/** `1e-5`, `6.02E+23`. */
export function scientificRule(context: Context): Rule {
  return {
    pattern: /(?<=\d)[eE](?<exponent>[-−+]\d{1,3})(?![\p{L}\p{N}])/gu,
    verbalize: ({ groups }) => powerInWords(groups.exponent ?? '', 3, context),
  };
}
