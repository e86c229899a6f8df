import { LANGUAGE_CODES } from '@ownvoice/shared/contract/languages';
import { cpuSeconds, hostileTexts } from '@ownvoice/shared/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type PreparedText, type PrepareOptions, prepareText } from './prepare.js';

const anyLanguage = fc.constantFrom(...Object.values(LANGUAGE_CODES));
const codePoints = (text: string): number => [...text].length;

/** Prose, markdown, symbols and scripts mixed as no writer would, but as a client may send it. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        ...[
          'Hello there.',
          ' Dr. Smith ',
          ' and, well; so: ',
          '\n\n',
          '\n- ',
          '**',
          '*',
          '`',
          '(laughs)',
          '你好。',
          '「はい」',
          '안녕 ',
          'привет ',
          '…',
          ' 3.5 ',
          '!!!',
          '> ',
          '# ',
          '1. ',
          '[a](b)',
        ],
        ...['👨‍👩‍👧', 'e\u0301', '🇩🇪', 'x'.repeat(700), '漢'.repeat(600), 'นี่', '한글'.repeat(300)],
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

function speakable(input: string, options: PrepareOptions): Extract<PreparedText, { kind: 'speakable' }> | undefined {
  const prepared = prepareText(input, options);
  return prepared.kind === 'speakable' ? prepared : undefined;
}

describe('whatever the text', () => {
  test('the chunks in order are the text, but for white space between them', () => {
    fc.assert(
      fc.property(anyText, anyLanguage, fc.integer({ min: 5, max: 500 }), (input, voiceLanguage, maxCharacters) => {
        const prepared = speakable(input, { voiceLanguage, maxCharacters });
        if (!prepared) return;
        let rest = prepared.text;
        for (const { text } of prepared.chunks) {
          expect(rest.trimStart().startsWith(text)).toBe(true);
          rest = rest.trimStart().slice(text.length);
        }
        expect(rest.trim()).toBe('');
      }),
      { numRuns: 300 },
    );
  });

  test('a chunk has at least one and at most the asked number of code points, and 500 when none is asked', () => {
    fc.assert(
      fc.property(
        anyText,
        anyLanguage,
        fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
        (input, voiceLanguage, maxCharacters) => {
          for (const { text, characters } of speakable(input, { voiceLanguage, maxCharacters })?.chunks ?? []) {
            expect(characters).toBe(codePoints(text));
            expect(characters).toBeGreaterThan(0);
            expect(characters).toBeLessThanOrEqual(Math.min(maxCharacters ?? 500, 500));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a chunk keeps the asked seconds, unless it is a single character', () => {
    fc.assert(
      fc.property(
        anyText,
        anyLanguage,
        fc.double({ min: 0.5, max: 40, noNaN: true }),
        (input, voiceLanguage, maxSeconds) => {
          for (const { characters, estimatedSeconds } of speakable(input, { voiceLanguage, maxSeconds })?.chunks ??
            []) {
            expect(estimatedSeconds <= maxSeconds || characters === 1).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('no chunk begins or ends inside a grapheme of the text', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(anyText, fc.integer({ min: 40, max: 500 }), (input, maxCharacters) => {
        const prepared = speakable(input, { voiceLanguage: 'en', maxCharacters });
        if (!prepared) return;
        const boundaries = new Set(
          [...graphemes.segment(prepared.text)].map(({ index }) => index).concat(prepared.text.length),
        );
        let from = 0;
        for (const { text } of prepared.chunks) {
          const start = prepared.text.indexOf(text, from);
          from = start + text.length;
          expect(boundaries.has(start)).toBe(true);
          expect(boundaries.has(from)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('it becomes one line of well-formed text with single spaces and no emoji', () => {
    fc.assert(
      fc.property(anyText, anyLanguage, (input, voiceLanguage) => {
        const { text } = speakable(input, { voiceLanguage }) ?? { text: '' };
        expect(text).toBe(text.trim());
        expect(text).not.toMatch(/[\s\p{Cc}]{2}|[^\S ]|\p{Cc}/u);
        expect(text).not.toMatch(
          /(?![©®™‼⁉])\p{Extended_Pictographic}|[\u2500-\u266c\u2670-\u27bf]|(?<![A-Ha-h])[♭♮♯](?![\dIViv])|\p{Cs}/u,
        );
        expect(text.isWellFormed()).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a long text', () => {
  test('is cut at clauses when a sentence is too long, and at words when a clause is', () => {
    const clause = `${'word '.repeat(40)}end`;
    const prepared = speakable(`${clause}, ${clause}; ${clause}.`, { voiceLanguage: 'en', language: 'en' });
    expect(prepared?.chunks.map(({ pauseAfter }) => pauseAfter)).toEqual(['clause', 'none']);
    const words = speakable('word '.repeat(300), { voiceLanguage: 'en', language: 'en' });
    expect(words?.chunks.map(({ text, pauseAfter }) => [/^word.*word$/u.test(text), pauseAfter])).toEqual([
      [true, 'word'],
      [true, 'word'],
      [true, 'none'],
    ]);
  });

  test('is never cut inside a word that fits into a chunk', () => {
    const prepared = speakable('Donaudampfschifffahrtsgesellschaft und mehr', {
      voiceLanguage: 'de',
      maxCharacters: 36,
    });
    expect(prepared?.chunks.map(({ text }) => text)).toEqual(['Donaudampfschifffahrtsgesellschaft', 'und mehr']);
  });

  test('is cut between East Asian words where there are no clauses', () => {
    const prepared = speakable('我们今天下午一起去北京大学图书馆学习中文'.repeat(40), { voiceLanguage: 'zh' });
    expect(prepared?.chunks.every(({ text }) => !/[北图]$/u.test(text))).toBe(true);
    expect(prepared?.chunks.at(0)?.pauseAfter).toBe('word');
  });

  test('is cut after sentences of its own language when they fit', () => {
    const sentence = 'Am 3. Oktober ist z. B. ein Feiertag in Deutschland.';
    const prepared = speakable(`${sentence} `.repeat(40), { voiceLanguage: 'de' });
    expect(prepared?.chunks.length).toBeGreaterThan(1);
    for (const { text } of prepared?.chunks ?? []) expect(text.endsWith('Deutschland.')).toBe(true);
  });

  test('is divided into parts of like length, and does not leave a scrap for the last chunk', () => {
    const [first, second, ...more] = speakable('word '.repeat(110), { voiceLanguage: 'en' })?.chunks ?? [];
    expect(more).toEqual([]);
    expect(Math.abs((first?.characters ?? 0) - (second?.characters ?? 0))).toBeLessThan(100);
    const sentence = `Here ${'word '.repeat(29)}end. `;
    const last = speakable(`${sentence.repeat(3)}Yes.`, {
      voiceLanguage: 'en',
      maxCharacters: 3 * sentence.length,
    })?.chunks.at(-1);
    expect(last?.text).toBe(`${sentence}Yes.`);
  });

  test('without capitals has sentences all the same', () => {
    const prepared = speakable('hello there. how are you? i am fine.', { voiceLanguage: 'en', maxCharacters: 13 });
    expect(prepared?.chunks.map(({ text }) => text)).toEqual(['hello there.', 'how are you?', 'i am fine.']);
  });

  test('says where a paragraph, a sentence and the text end', () => {
    const prepared = speakable('One is here. Two is here.\n\nThree is here.', {
      voiceLanguage: 'en',
      maxCharacters: 14,
    });
    expect(prepared?.chunks.map(({ pauseAfter }) => pauseAfter)).toEqual(['sentence', 'paragraph', 'none']);
  });
});

test.each([
  [
    'a LaTeX file',
    '\\documentclass{article}\n\\usepackage{babel}\n\\begin{document}\n\\section{Введение}\nЭто текст.\n\\end{document}',
  ],
  ['HTML', '<div class="content main wide"><p class="first paragraph">Это текст.</p></div>'],
  ['code', 'Это текст.\n\n```\nif the button was pressed then show the dialog\n```'],
])('the language of a text is that of its prose, not of %s around it', (_format, input) => {
  expect(prepareText(input, { voiceLanguage: 'en' })).toMatchObject({ language: 'ru' });
});

describe('the structure of a text is heard', () => {
  const said = (input: string) =>
    speakable(input, { voiceLanguage: 'en' })?.chunks.map(({ text, pauseAfter }) => [text, pauseAfter]);
  const long = `This sentence has enough characters for a chunk of its own${', and it goes on'.repeat(9)}.`;

  test.each([
    [
      '# Title\n\nText is here.',
      [
        ['Title.', 'heading'],
        ['Text is here.', 'none'],
      ],
    ],
    [
      'Title\n=====\nText is here.',
      [
        ['Title.', 'heading'],
        ['Text is here.', 'none'],
      ],
    ],
    [
      '<h1>Title</h1><p>Text is here.</p>',
      [
        ['Title.', 'heading'],
        ['Text is here.', 'none'],
      ],
    ],
    [
      'Before it.\n\n## Title\n\nAfter it.',
      [
        ['Before it.', 'paragraph'],
        ['Title.', 'heading'],
        ['After it.', 'none'],
      ],
    ],
    [
      '# One\n\n## Two\n\nText.',
      [
        ['One.', 'heading'],
        ['Two.', 'heading'],
        ['Text.', 'none'],
      ],
    ],
    [
      `${long}\n\nShort.`,
      [
        [long, 'paragraph'],
        ['Short.', 'none'],
      ],
    ],
    [
      `- ${long}\n- ${long}\n\n${long}`,
      [
        [long, 'item'],
        [long, 'paragraph'],
        [long, 'none'],
      ],
    ],
    [
      `<ul><li>${long}</li><li>${long}</li></ul>\n<p>${long}</p>`,
      [
        [long, 'item'],
        [long, 'paragraph'],
        [long, 'none'],
      ],
    ],
    ['One is short.\n\nTwo is short.\n\n- three\n- four', [['One is short. Two is short. three. four', 'none']]],
  ])('by the chunks and pauses of %j', (input, expected) => {
    expect(said(input)).toEqual(expected);
  });
});

describe('a text with nothing to say', () => {
  test.each([
    '',
    ' \n\t',
    '😀😀',
    '***',
    '---',
    '!!!',
    '(laughs)',
    '[sighs] 🎉',
    '\u0000\u200b',
    '</div>',
    '（笑）',
    '┌──┐',
  ])('%j is told apart', (input) => {
    expect(prepareText(input, { voiceLanguage: 'fr' }).kind).toBe('nothing-to-say');
  });
});

describe('10,000 hostile characters', () => {
  const seconds = (input: string, limit: number) =>
    cpuSeconds(() => prepareText(input, { voiceLanguage: 'en' }), limit);
  /** Of as much prose: other machines and other load change both. */
  const prose = seconds(
    'Boats come in with the tide, and the nets are on the quay by six. '.repeat(152).slice(0, 10_000),
    0,
  );

  const limit = 12 * prose;
  // The same remainder by every short length: both texts break off at the same place in what is repeated.
  const [WHOLE, THIRD] = [10_081, 3_361];
  let measured: (ReturnType<typeof hostileTexts>[number] & { readonly took: number })[];
  beforeAll(() => {
    measured = hostileTexts().map(({ kind, make: ownOf }) => {
      // What has nothing to say is done with early, unless a word stands before it.
      const isSilent = prepareText(ownOf(100), { voiceLanguage: 'en' }).kind === 'nothing-to-say';
      const make = (length: number) => (isSilent ? `Hi. ${ownOf(length - 4)}` : ownOf(length));
      return { kind, make, took: seconds(make(WHOLE), limit) };
    });
  });

  test('of every kind take at most twelve times as much processor time as prose', () => {
    const slow = measured.flatMap(({ kind, took }) =>
      took < limit ? [] : [`${kind}: ${(took * 1000).toFixed(0)} ms`],
    );
    expect(slow, `prose: ${(prose * 1000).toFixed(1)} ms`).toEqual([]);
  }, 300_000);

  test('take no more than in proportion to a third of them', () => {
    const worse = measured.flatMap(({ kind, make, took }) => {
      // Even the square of so little would do no harm.
      if (took < prose) return [];
      const third = seconds(make(THIRD), limit);
      const most = third * 3 * 2;
      const least = took < most ? took : seconds(make(WHOLE), most);
      return least < most ? [] : [`${kind}: ${(third * 1000).toFixed(0)} → ${(least * 1000).toFixed(0)} ms`];
    });
    expect(worse).toEqual([]);
  }, 300_000);
});

test('a chunk that ends with a number was written with all of it', () => {
  const prepared = prepareText('# Release 2.3\nIt starts at 10:30.', { voiceLanguage: 'en', normalize: true });
  expect(prepared).toMatchObject({
    chunks: [
      { text: 'Release two point three.', written: 'Release 2.3.' },
      { text: 'It starts at ten thirty.', written: 'It starts at 10:30.' },
    ],
  });
});

test('a sentence that ends with an abbreviation keeps its stop once that is said in full', () => {
  const spoken = (input: string) => {
    const prepared = prepareText(input, { language: 'ru', voiceLanguage: 'ru', normalize: true });
    return prepared.kind === 'speakable' && prepared.chunks.map(({ text }) => text).join(' ');
  };
  expect(spoken('Хлеб стоит теперь 92 руб. Нефть дешева.')).toBe(
    'Хлеб стоит теперь девяносто два рубля. Нефть дешева.',
  );
  expect(spoken('В 1672 г. Пётр родился.')).toBe('В тысяча шестьсот семьдесят втором году Пётр родился.');
});
