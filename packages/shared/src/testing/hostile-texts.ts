/** One kind of input that is made to be slow, at any length. */
export interface HostileText {
  readonly kind: string;
  /** A text of exactly `length` code points. */
  make(length: number): string;
}

const MARKS = '*_`~[]()<>{}#|!&\\-+=:;,.\'"/@^$%?0aA \t\n'.split('');

const SEQUENCES = [
  '**',
  '__',
  '~~',
  '``',
  '***',
  '___',
  '```',
  '~~~',
  '[[',
  ']]',
  '[](',
  '![](',
  '[a](',
  '[a][',
  '[^',
  '[^a]:',
  '<a',
  '<a ',
  '</',
  '<!--',
  '<![CDATA[',
  '<?',
  '&amp;',
  '&#',
  '&#x1F600;',
  '&lt;',
  '\\*',
  '\\\\',
  '*a',
  '_a',
  '*a_',
  'a*b',
  'a**b',
  '*a**b',
  '**a*',
  '*a ',
  ' *',
  '* ',
  '_ ',
  '> ',
  '>>',
  '- ',
  '- - ',
  '1. ',
  '1) ',
  '# ',
  '| ',
  '|-',
  '|a',
  '[x',
  '[a]',
  '](',
  '(a',
  '((',
  '<<',
  '<b>',
  '<b',
  'a<',
  'http://',
  'www.',
  'www.a',
  'a@',
  'a@b.',
  'a@b.c ',
  'http://a.b/(',
  '$5.',
  '3*4=',
  'a_b',
  ':a:',
  ':a',
  ':-)',
  '¯\\_(ツ)_/¯',
  '(laughs)',
  '(laughs',
  '[sighs',
  '*waves*',
  '*waves',
  '（笑）',
  '（笑',
  '【',
  '】',
  '「',
  '」',
  '！',
  '?!',
  '! ',
  '. ',
  '.',
  '…',
  'Dr. ',
  'A.',
  'A. ',
  '1.',
  '3. ',
  'z. B. ',
  'a, ',
  'a,b;',
  '«',
  '“a.” ',
  '😀',
  '👨‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇩🇪',
  '1️⃣',
  '\u200d',
  '\ufe0f',
  '\u0301',
  'e\u0301\u0302\u0303\u0304',
  '\u0327\u0301',
  '\u1100',
  '\u1161',
  'ก็',
  'नि',
  'क्',
  '\u0600',
  '\u202e',
  '\0',
  '\ud800',
  '\udc00\ud800',
  '\u00ad',
  '漢',
  '汉字',
  'あ',
  'ア',
  'ー',
  '한',
  'ㅋ',
  'я',
  'é',
  'ß',
  'עברית ',
  'العربية ',
  '═',
  '→',
  '①',
  '𝐀',
  'ﷺ',
  'Ａ',
  'www',
  'wwwあ',
  'XI',
  'ab',
  'aab',
  'ha',
  'abcdefghij',
  '12',
  '1,',
  '1.5',
  '-1',
  '10:30',
  '2024-01-01 ',
] as const;

const LINES = [
  'a',
  '*a*',
  '- *a*',
  '> a',
  '> - a',
  '- a',
  '* a',
  '1. a',
  '# a',
  '###### a',
  '| a | b |',
  '|-|-|',
  '***',
  '---',
  '===',
  '```',
  '~~~',
  '    a',
  '\ta',
  '[a]: b',
  '[^a]: b',
  '<b>',
  '<!--',
  '`a',
  '&',
  '\\',
  '_a_ *b* `c`',
  '!',
  '?',
  '. ',
  '*',
  '_',
  '#',
  '>',
  '-',
  '+',
  '=',
  '|',
  '(a)',
  '😀',
  '漢。',
  'Dr.',
  '3.',
  'a:',
  'a|b',
  'http://a.b',
  '-',
  '+ 5',
  '> 5',
  '- [ ] a',
  '<div>',
  'a  ',
  'a\\',
] as const;

const tower = (open: string, close: string) => (length: number) => {
  const depth = Math.floor((length - 1) / (open.length + close.length));
  return `${open.repeat(depth)}a${close.repeat(depth)}`;
};

const growing = (mark: string) => (length: number) => {
  let text = '';
  for (let size = 1; text.length < length; size += 1) text += `${mark.repeat(size)}a`;
  return text;
};

const mixed = (alphabet: readonly string[], seed: number) => (length: number) => {
  let state = seed;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += alphabet[(state >>> 8) % alphabet.length] ?? '';
  }
  return text;
};

const repeated = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / [...unit].length));

const exactly = (make: (length: number) => string) => (length: number) => {
  const characters = [...make(length)].slice(0, length);
  return characters.join('') + 'a'.repeat(length - characters.length);
};

/** More than three hundred kinds: each mark repeated, per line, nested, growing, mixed, and before and after text. */
export function hostileTexts(): HostileText[] {
  const kinds: [string, (length: number) => string][] = [
    ...[...MARKS, ...SEQUENCES].map((unit): [string, (length: number) => string] => [
      `${JSON.stringify(unit)} repeated`,
      repeated(unit),
    ]),
    ...MARKS.map((unit): [string, (length: number) => string] => [
      `words between ${JSON.stringify(unit)}`,
      repeated(`${unit}ab `),
    ]),
    ...LINES.flatMap((line): [string, (length: number) => string][] => [
      [`lines of ${JSON.stringify(line)}`, repeated(`${line}\n`)],
      [`paragraphs of ${JSON.stringify(line)}`, repeated(`${line}\n\n`)],
      [
        `lines of ${JSON.stringify(line)} growing in depth`,
        (length) => {
          let text = '';
          for (let depth = 0; text.length < length; depth += 1) text += `${' '.repeat(depth % 100)}${line}\n`;
          return text;
        },
      ],
    ]),
    ...(
      [
        ['[', ']'],
        ['(', ')'],
        ['*', '*'],
        ['_', '_'],
        ['**', '**'],
        ['~~', '~~'],
        ['<b>', '</b>'],
        ['[', '](a)'],
        ['![', '](a)'],
        ['{', '}'],
        ['*[', ']*'],
        ['*_', '_*'],
        ['> ', ''],
        ['- ', ''],
        ['1. ', ''],
        ['>- ', ''],
        ['（', '）'],
        ['「', '」'],
        ['“', '”'],
      ] as const
    ).map(([open, close]): [string, (length: number) => string] => [`nested ${open}…${close}`, tower(open, close)]),
    ...['`', '*', '_', '~', '#', '=', '-', '|', '[', '<', '\\', '!', '.', ' '].map(
      (mark): [string, (length: number) => string] => [`${JSON.stringify(mark)} in growing runs`, growing(mark)],
    ),
    ...[1, 2, 3].flatMap((seed): [string, (length: number) => string][] => [
      [`marks mixed ${seed}`, mixed(MARKS, seed)],
      [`sequences mixed ${seed}`, mixed(SEQUENCES, seed)],
      [
        `lines mixed ${seed}`,
        mixed(
          LINES.map((line) => `${line}\n`),
          seed,
        ),
      ],
      [`emphasis mixed ${seed}`, mixed(['*', '_', '**', 'a', ' ', '~~'], seed)],
      [`brackets mixed ${seed}`, mixed(['[', ']', '(', ')', 'a', '!'], seed)],
    ]),
  ];
  return kinds.map(([kind, make]) => ({ kind, make: exactly(make) }));
}
