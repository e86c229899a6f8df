import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { ANSWER_SIGNS, withAnswerWords } from './answer-signs.js';
import { type Genre, genreOf } from './directions/genre.js';
import { BRACKETS, withoutDirections } from './directions/stage-directions.js';
import { withoutSmiles } from './emoticons.js';
import { isHtml, withoutFormats } from './formats/pasted.js';
import { type Items, itemsIn } from './items.js';
import { ADDRESS, FACES_AND_NOTES, RUNS } from './letters.js';
import { readMarkdown } from './markdown/read-markdown.js';
import { splitAtPauses } from './pause-tags.js';
import { withoutReadings } from './readings.js';
import { plainCharacters, withoutSymbols } from './symbols.js';
import { type Block, readHtml } from './tree/block-reader.js';
import { linesOf } from './tree/lines.js';
import { hasSign, type Mark, MarkedText, type Rewriting, type Rule, rewriting } from './tree/marked-text.js';
import { type BlockEnd, type JoinedBlocks, joinBlocks, tidy } from './whitespace.js';

/**
 * Decides the format of a text, and parses it into a tree. Linear in its length.
 *
 * @param input with its pause tags as marks
 */
export function readBlocks(input: string): Block[] {
  const text = plainCharacters(input);
  return isHtml(text) ? readHtml(text) : readMarkdown(withoutFormats(text));
}

/** Removes what is not spoken from a text of any format. */
export const sanitise = (input: string, language: LanguageCode, answers = false): JoinedBlocks =>
  sanitiseBlocks(readBlocks(input), language, answers);

/** What is written in the language of a text: neither code nor formulas. */
export const proseOf = (blocks: readonly Block[]): string =>
  blocks
    .flatMap(({ kind, cells }) => (kind === 'code' ? [] : cells))
    .map(({ text, marks }) =>
      marks
        .filter(({ kind }) => kind === 'verbatim')
        .reduceRight(
          (prose, { start, end }) => prose.slice(0, start) + ' '.repeat(end - start) + prose.slice(end),
          text,
        ),
    )
    .join('\n');

/**
 * Removes what is not spoken: each block loses its symbols, repeated characters, stage directions and white space. What carries
 * meaning stays. Linear in the length of the text.
 *
 * @see docs/text.md
 *
 * @param answers whether signs that are an answer have words: ✅ in a cell is "yes"
 * @returns one line of single spaces, where its paragraphs, headings, list items and table rows end, and its pauses
 */
export function sanitiseBlocks(blocks: readonly Block[], language: LanguageCode, answers = false): JoinedBlocks {
  const rules = rulesFor(blocks, language, answers);
  const parts = blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    const said = spokenLines(block, rules, blocks[index - 1]?.cells.at(-1)?.text, next?.cells[0]?.text);
    return said.map((line, place) => {
      const { text, pauses } = splitAtPauses(line, tidy);
      return { text, pauses, end: place < said.length - 1 ? ('item' as const) : endOf(block, next) };
    });
  });
  return joinBlocks(parts, isSpeakable);
}

/** What a document needs of the rules. */
interface Rules {
  readonly language: LanguageCode;
  readonly ofCell: Rewriting;
  readonly ofParagraph: Rewriting;
  readonly letters: Rewriting;
  readonly items: Items;
  readonly hasAsides: boolean;
  readonly genre: Genre;
}

function rulesFor(blocks: readonly Block[], language: LanguageCode, answers: boolean): Rules {
  const written = blocks.flatMap(({ cells }) => cells.map(({ text }) => text)).join('\n');
  // Also the signs that styled ones stand for.
  const signs = written + written.normalize('NFKC');
  const answering = (isCell: boolean): Rule => ({
    signs: ANSWER_SIGNS,
    apply: (line) => withAnswerWords(line, isCell, language),
  });
  const before = (isCell: boolean) => [ADDRESSES, ...(answers ? [answering(isCell)] : []), ...FACES_AND_NOTES];
  const hasAsides = hasSign(signs, BRACKETS) || blocks.some(({ cells }) => cells.some(({ marks }) => marks.length > 0));
  return {
    language,
    ofCell: rewriting(signs, before(true)),
    ofParagraph: rewriting(signs, before(false)),
    letters: rewriting(signs, [
      { signs: '（(《', apply: (line) => withoutReadings(line, language) },
      { signs: '()', apply: withoutSmiles },
      ...RUNS,
    ]),
    items: itemsIn(signs),
    hasAsides,
    genre: hasAsides ? genreOf(blocks, language) : undefined,
  };
}

function endOf({ kind }: Block, next: Block | undefined): BlockEnd {
  if (kind === 'heading') return 'heading';
  return next?.kind === kind && (kind === 'item' || kind === 'row') ? 'item' : 'paragraph';
}

/** Whether a text has a speakable character. */
export function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}\p{Sc}©®™%‰°]/u.test(text);
}

/** The lines of a block as they are spoken. */
function spokenLines({ kind, cells }: Block, rules: Rules, before?: string, behind?: string): string[] {
  if (kind === 'code') return cells.flatMap(({ text }) => codeLines(text));
  const spoken = (line: MarkedText, previous?: string, next?: string): string => {
    const plain = withoutSymbols(line);
    // What cannot be spoken may be a pause.
    if (!isSpeakable(plain.text) && !/\p{Co}/u.test(plain.text)) return '';
    const said = rules.letters(plain);
    const { language, genre } = rules;
    const place = { language, genre, isProse: kind === 'paragraph', previous, next };
    return (rules.hasAsides ? withoutDirections(said, place) : said).text;
  };
  if (kind === 'row') {
    const said = cells.map((cell) => spoken(rules.ofCell(cell)).trim());
    return [said.filter(isSpeakable).join(', ')];
  }
  const plain = cells.map(rules.ofParagraph);
  if (kind === 'heading') return plain.map((line) => spoken(line.replace(/\s*\{[#.][\w .#-]{1,100}\}\s*$/gu, '')));
  const lines = plain.flatMap((cell) => rules.items(linesOf(cell)));
  return lines.map((line, index) => spoken(line, lines[index - 1]?.text ?? before, lines[index + 1]?.text ?? behind));
}

/** The beginning and end of a comment, and of a template string. */
const COMMENT = /(?<=^|\s)(?:\/{2,}|\/?\*+\/?|#+|<?!?--+>?|--+)(?=\s|$)|`+/gu;
/** Brackets, those of tags, and the marks of tables and references. */
const MARKS = /[[\]{}]+|<(?=[/!?]?[a-z])|(?<=<[/!?]?[a-z][^<>]{0,1000})>|&(?=#?\w{1,31};)|(?<!\|)\|(?!\|)/giu;

/** The lines of code as words: names, numbers and operators stay, and what nobody reads aloud goes. */
const codeLines = (code: string): string[] =>
  code.split('\n').map((line) => withoutSymbols(new MarkedText(line)).text.replace(COMMENT, ' ').replace(MARKS, ' '));

/** Marks addresses as verbatim. */
const ADDRESSES: Rule = {
  signs: ':wW@',
  apply: (cell) => {
    const found = [...cell.text.matchAll(ADDRESS)].map(
      ({ 0: address, index }): Mark => ({ kind: 'verbatim', start: index, end: index + address.length }),
    );
    if (found.length === 0) return cell;
    const marks = [...cell.marks, ...found].sort((left, right) => left.start - right.start);
    return new MarkedText(cell.text, marks);
  },
};
