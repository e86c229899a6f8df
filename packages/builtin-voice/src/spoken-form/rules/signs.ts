import type { Sign } from '../reading.js';
import type { Context, Rule } from '../rule.js';

const aliases: Readonly<Record<string, Sign>> = {
  '*': '×',
  '·': '×',
  '−': '-',
  '—': '–',
  '>=': '≥',
  '<=': '≤',
  '!=': '≠',
  '==': '=',
};

const signOf = (written: string): Sign => aliases[written] ?? (written as Sign);

function between(context: Context, written: string): string {
  const { space, signs } = context.reading;
  return `${space}${signs[signOf(written)]}${space}`;
}

/** Signs of a calculation, between two numbers or single letters; `C#`, `C++`. */
const calculation: readonly Rule[] = [
  {
    pattern: /(?<=(?:^|[^\p{L}])[CFJ])#(?![\p{sc=Latn}\p{sc=Cyrl}])/gu,
    say: (_written, { language }) =>
      ({ zh: '井', ja: 'シャープ', ko: '샵', ru: 'шарп' })[language as string] ?? ' sharp',
  },
  { pattern: /(?<=\p{L})\+\+/gu, say: (_written, context) => between(context, '+') + context.reading.signs['+'] },
  {
    pattern:
      /(?<=[\p{N})²³%]|(?<!\p{L})\p{L}) ?(?<sign>>=|<=|!=|==|[*×·÷+=≠<>≤≥≈±]) ?(?=[-−]?[\p{N}(]|\p{L}(?![\p{sc=Latn}\p{sc=Cyrl}]))/gu,
    say: ({ groups }, context) => between(context, groups.sign ?? ''),
  },
  { pattern: /(?<=[\p{N})]) [-−] (?=[\p{N}(])/gu, say: (_written, context) => between(context, '-') },
  {
    pattern: /(?<=[\p{N}%]) ?[–—] ?(?=\p{N})|(?<=[\p{N}%])-(?=\p{N})/gu,
    say: (_written, context) => between(context, '–'),
  },
  { pattern: /(?<=\p{N}):(?=\p{N})/gu, say: (_written, context) => between(context, ':') },
];

/** Signs that stand for a word wherever they are. */
const words: readonly Rule[] = [
  {
    pattern: /(?<sign>[=≠≤≥≈±×÷§№©®™‰]) ?/gu,
    say: ({ groups }, context) => between(context, groups.sign ?? ''),
  },
  { pattern: / ?[&＆] ?/gu, say: (_written, context) => between(context, '&') },
  { pattern: /#(?=\p{N})/gu, say: (_written, context) => between(context, '#') },
  { pattern: /#(?=\p{L})|(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, say: () => ' ' },
  { pattern: /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}])@(?=\p{L})/gu, say: (_written, context) => between(context, '@') },
  { pattern: /(?<=\p{L})°(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}])/gu, say: (_written, context) => between(context, '°') },
];

export const calculationRules: readonly Rule[] = calculation;
export const signRules: readonly Rule[] = words;
