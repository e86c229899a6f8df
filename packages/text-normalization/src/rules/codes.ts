import { digitsInWords, numberInWords } from '../numbers.js';
import type { Context, Rule } from '../rule.js';

/** The pause between two groups of digits. */
const pauseIn = ({ language }: Context): string => ({ zh: '，', ja: '、' })[language as string] ?? ', ';

/** Groups of digits and letters one character at a time, with a pause between the groups. */
function groupsInWords(groups: readonly string[], context: Context): string {
  const { verbalizer } = context;
  return groups
    .map((group) =>
      (group.match(/\d+|\p{L}/gu) ?? [])
        .map((piece) => (/\d/u.test(piece) ? digitsInWords(piece, verbalizer) : piece))
        .join(verbalizer.space),
    )
    .join(pauseIn(context));
}

/** `ISBN 978-3-16-148410-0`, `ISBN-10: 0-306-40615-2`, `ISSN 2049-363X`. */
export const BOOK_NUMBER: Rule = {
  pattern: /(?<=\bIS[BS]N(?:-1[03])?:? ?)(?<number>(?:\d[ -]?){7,12}[\dXx])(?![\p{sc=Latn}\d])/gu,
  verbalize: ({ text }, context) => groupsInWords(text.toUpperCase().split(/[ -]/u), context),
};

/** `DE89 3704 0044 0532 0130 00`. */
export const ACCOUNT_NUMBER: Rule = {
  pattern: /(?<![\p{L}\d])[A-Z]{2}\d{2}(?:(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,3})?|[A-Z\d]{11,28})(?![\p{sc=Latn}\d])/gu,
  verbalize: ({ text }, context) =>
    groupsInWords(text.includes(' ') ? text.split(' ') : (text.match(/.{1,4}/gu) ?? []), context),
};

/** Where telephone numbers are written by threes; elsewhere thousands are. */
const NINE_DIGITS: ReadonlySet<string> = new Set(['en', 'es', 'pt']);

/** `4111 1111 1111 1111`, `978-3-16-148410-0`, `123-45-6789`, `98765-4321`, `123.456.789-09`; `954 123 456`, which counts nothing. */
const DIGIT_GROUPS: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,:$€£-])(?:\d{4}(?:[ -]\d{4}){3}|\d{2,3} \d{3} \d{4}|\d{3} \d{6,8}|[3-9]\d\d \d{3} \d{3}(?! ?[\p{Sc}%°]| (?:\p{Lu}|(?:[kcm]?m|k?g)(?!\p{L})|\p{Ll}{5}))|\d{1,7}(?:-\d{1,7}){2,6}(?:-[\dX])?|\d{5}-\d{3,4}|\d{1,3}(?:\.\d{3}){2}(?:\/\d{4})?-[\dkK]{1,2})(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}]|[.,:-]\d|[-–/])/gu,
  verbalize: ({ text }, context) =>
    /^\d{3} \d{3} \d{3}$/u.test(text) && !NINE_DIGITS.has(context.language)
      ? undefined
      : groupsInWords(text.split(/[ ./-]/u), context),
};

/** `+49 30 123456`, `(555) 123-4567`, `0800 000 0000`, `555-0000`. */
const TELEPHONE: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,:-])(?:\+\d{1,3}[ -]?(?:\(\d{1,5}\)[ -]?)?\d{1,8}(?:[ -]\d{2,8}){0,5}|8 ?\(\d{3,5}\) ?\d{1,3}(?:[ -]\d\d){2}|8[ -]\d{3}[ -]\d{3}(?:[ -]\d\d){2}|0\d{1,4}\(\d{1,4}\)\d{4}|[69]\d{1,2} \d{2,3}(?: \d\d){2}|\(?0\d{1,5}\)?(?: ?[/-] ?\d{2,8}| \d{2,8}){1,5}|0\d(?:\.\d\d){4}|1[ -]\d{3} \d{3} \d{4}|(?:1-)?(?:\(\d{2,3}\) ?|\d{3}-)?\d{3,5}-\d{4}|1\d{10})(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}]|[.,:]\d)/gu,
  verbalize: ({ text, after }, context) => {
    const { language, verbalizer } = context;
    // `500-1000円` is a range.
    if (/^ ?(?:[\p{Sc}%円元원人名個개명]|[kcm]?[mg](?!\p{L}))/u.test(after)) return undefined;
    if (/^1\d{10}$/u.test(text) && language !== 'zh') return undefined;
    // `1914-1918` are years.
    if (/^\d{4,5}-\d{4}$/u.test(text) && !(language === 'ko' && /^1[568]\d\d-/u.test(text))) return undefined;
    const groups = text.match(/\d+/gu) ?? [];
    // `+5` and `+100` are numbers.
    if (groups.join('').length < 7) return undefined;
    const plus = text.startsWith('+') ? `${verbalizer.signs['+']}${verbalizer.space}` : '';
    return plus + groupsInWords(groups, context);
  },
};

/** `Your code is 482913`, `邮编100080`: the digits that a word before them announces. */
const ANNOUNCED: Rule = {
  pattern:
    /(?<![\d.,])(?=\d{4,8}(?![\p{L}\d%]|[.,:-]\d))(?<=(?:(?<!\p{L})(?:[Cc]ode|PIN|OTP|ZIP|[Pp]assword|PLZ|Postleitzahl|Kennwort|Passwort|[Cc]ódigo|[Cc]odice|CAP|CEP|[Кк]од|[Пп]ароль|[Ии]ндекс)(?: (?:is|ist|est|es|è|é|—))?|验证码|驗證碼|尾号|尾號|邮编|郵編|密码|密碼|認証コード|確認コード|暗証番号|郵便番号|인증번호|비밀번호|우편번호)[:：]? ?(?:是|为|為|は|[는은] )?)\d{4,8}/gu,
  verbalize: ({ text }, { verbalizer }) => digitsInWords(text, verbalizer),
};

/** `Fax: 3456-7890`, `cell. 333 1234567`: what a label announces. */
const LABELLED_TELEPHONE: Rule = {
  pattern:
    /(?<=(?<!\p{L})(?:[Tt]el[eé]fon[oe]?|[Tt]elephone|[Tt]éléphone|[Pp]hone|[Ff]ax|[Cc]ellulare|[Cc]el|[Mm]obile?|[Mm]óv|[Hh]andy|[Pp]ort|телефон|факс|моб|доб)\.?:? ?)(?:\d{2,5}(?:[ -]\d{2,8}){1,4}|\d{7,11})(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}]|[.,:]\d)/gu,
  verbalize: ({ text }, context) => groupsInWords(text.split(/[ -]/u), context),
};

/** `1.2.3`, `192.168.0.1`, `versão 2.3`; not `1.000.000` where the point groups thousands. */
const DOTTED: Rule = {
  pattern:
    /(?:(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,])v?\d{1,4}(?:\.\d{1,4}){2,5}(?::\d{2,5})?|(?<=(?:[Vv]ersi[oó]ne?|[Vv]ersão|[Вв]ерси[ияю]) )\d{1,3}\.\d{1,4})(?![\p{N}]|\.\d)/gu,
  verbalize: ({ text }, { verbalizer }) => {
    const isNumber = verbalizer.decimalSign === ',' ? /^\d{1,3}(?:\.\d{3}){2,}$/u : /^\d+\.\d+$/u;
    if (isNumber.test(text)) return undefined;
    return text
      .replace(/^v/u, '')
      .split('.')
      .map((part) =>
        part
          .split(':')
          .map((number) => numberInWords(number, verbalizer))
          .join(', '),
      )
      .join(`${verbalizer.space}${verbalizer.signs['.']}${verbalizer.space}`);
  },
};

/** Numbers that are no quantities and are read digit by digit or part by part. */
export const CODE_RULES: readonly Rule[] = [ANNOUNCED, LABELLED_TELEPHONE, TELEPHONE, DIGIT_GROUPS, DOTTED];
