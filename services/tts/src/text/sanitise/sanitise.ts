import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { withAnswerWords } from './answer-signs.js';
import { withoutDirections } from './directions/stage-directions.js';
import { withoutSmiles } from './emoticons.js';
import { isHtml, withoutFormats } from './formats/pasted.js';
import { itemsOf } from './items.js';
import { ADDRESS, plainLetters, withoutFacesAndNotes } from './letters.js';
import { readMarkdown } from './markdown/read-markdown.js';
import { splitAtPauses } from './pause-tags.js';
import { withoutReadings } from './readings.js';
import { plainCharacters, withoutSymbols } from './symbols.js';
import { type Block, readHtml } from './tree/block-reader.js';
import { linesOf } from './tree/lines.js';
import { type Mark, MarkedText } from './tree/marked-text.js';
import { type BlockEnd, type JoinedBlocks, joinBlocks, tidy } from './whitespace.js';

interface SanitiseOptions {
  readonly language: LanguageCode;
  /** Whether signs that are an answer have words: ✅ in a cell is "yes". */
  readonly answers: boolean;
}

/**
 * Removes what is not spoken: first the format is decided and parsed into a tree, then each block of it loses its symbols,
 * repeated characters, stage directions and white space. What carries meaning stays. Linear in the length of the text.
 *
 * @see docs/text.md
 *
 * @param input with its pause tags as marks
 * @returns one line of single spaces, where its paragraphs, headings, list items and table rows end, and its pauses
 */
export function sanitise(input: string, language: LanguageCode, answers = false): JoinedBlocks {
  const text = plainCharacters(input);
  const blocks = isHtml(text) ? readHtml(text) : readMarkdown(withoutFormats(text));
  const parts = blocks.flatMap((block, index) => {
    const [next] = blocks[index + 1]?.cells ?? [];
    const before = blocks[index - 1]?.cells.at(-1)?.text;
    const said = spokenLines(block, { language, answers }, before, next?.text);
    return said.map((line, place) => ({
      ...splitAtPauses(line, tidy),
      end: place < said.length - 1 ? ('item' as const) : endOf(block, blocks[index + 1]),
    }));
  });
  return joinBlocks(parts, isSpeakable);
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
function spokenLines(
  { kind, cells }: Block,
  { language, answers }: SanitiseOptions,
  before?: string,
  behind?: string,
): string[] {
  if (kind === 'code') return cells.flatMap(({ text }) => codeLines(text));
  const spoken = (line: MarkedText, previous?: string, next?: string): string => {
    const plain = withoutSymbols(line);
    // What cannot be spoken may be a pause.
    if (!isSpeakable(plain.text) && !/\p{Co}/u.test(plain.text)) return '';
    return withoutDirections(plainLetters(withoutSmiles(withoutReadings(plain, language))), {
      language,
      isProse: kind === 'paragraph',
      previous,
      next,
    }).text;
  };
  const plain = cells.map((cell) => {
    const marked = withAddresses(cell);
    const answered = answers ? withAnswerWords(marked, kind === 'row', language) : marked;
    return withoutFacesAndNotes(answered);
  });
  if (kind === 'row')
    return [
      plain
        .map((cell) => spoken(cell).trim())
        .filter(isSpeakable)
        .join(', '),
    ];
  if (kind === 'heading') return plain.map((line) => spoken(line.replace(/\s*\{[#.][\w .#-]{1,100}\}\s*$/gu, '')));
  const lines = plain.flatMap((cell) => itemsOf(linesOf(cell)));
  return lines.map((line, index) => spoken(line, lines[index - 1]?.text ?? before, lines[index + 1]?.text ?? behind));
}

/** The beginning and end of a comment, and of a template string. */
const COMMENT = /(?<=^|\s)(?:\/{2,}|\/?\*+\/?|#+|<?!?--+>?|--+)(?=\s|$)|`+/gu;
/** Brackets, those of tags, and the marks of tables and references. */
const MARKS = /[[\]{}]+|<(?=[/!?]?[a-z])|(?<=<[/!?]?[a-z][^<>]{0,1000})>|&(?=#?\w{1,31};)|(?<!\|)\|(?!\|)/giu;

/** The lines of code as words: names, numbers and operators stay, and what nobody reads aloud goes. */
const codeLines = (code: string): string[] =>
  code.split('\n').map((line) => withoutSymbols(new MarkedText(line)).text.replace(COMMENT, ' ').replace(MARKS, ' '));

/** A text with its addresses marked as verbatim. */
function withAddresses(cell: MarkedText): MarkedText {
  if (cell.text.search(ADDRESS) < 0) return cell;
  const found = [...cell.text.matchAll(ADDRESS)].map(
    ({ 0: address, index }): Mark => ({ kind: 'verbatim', start: index, end: index + address.length }),
  );
  return new MarkedText(
    cell.text,
    [...cell.marks, ...found].sort((left, right) => left.start - right.start),
  );
}
