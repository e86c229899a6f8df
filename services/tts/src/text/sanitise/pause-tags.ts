import { MAX_PAUSE_SECONDS, MIN_PAUSE_SECONDS } from '@ownvoice/shared/contract/speech-limits';
import { ENDED } from '../characters.js';

/** Each length of pause, in ms, is a private-use character of its own until the text is clean. */
const FIRST_MARK = 0xf0000;
const [SHORTEST_MS, LONGEST_MS] = [MIN_PAUSE_SECONDS * 1_000, MAX_PAUSE_SECONDS * 1_000];
/** A regular expression of one mark. */
export const PAUSE_MARK = `[\\u{${(FIRST_MARK + SHORTEST_MS).toString(16)}}-\\u{${(FIRST_MARK + LONGEST_MS).toString(16)}}]`;
const ANY_MARK = new RegExp(PAUSE_MARK, 'gu');
const MARK_RUN = new RegExp(`(?:${PAUSE_MARK}\\s*)+`, 'u');

/** Something short in square brackets, also escaped, doubled, full-width, linked or in quotes. */
const BRACKETED =
  /(["'“‘«(（「]?)((?:\\?[[［【]\s{0,3}){1,3})([^[\]［］【】]{1,250})((?:\s{0,3}[\]］】]){1,3})(?:\((?:[a-z][a-z\d+.-]{0,20}:|[/#.])[^\s()]{0,500}\))?(["'”’»)）」]?)/giu;
const QUOTES = new Set(['""', "''", '“”', '‘’', '«»', '()', '（）', '「」']);
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\\"'“”]/gu;
const TAG = /^pause(?:-(?=\d)|\s*[:=]\s*|\s+(?:for |of )?|(?=\d))(.+)$/u;
const UNIT = '(?:ms|msecs?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)\\.?';
const DURATION = new RegExp(`^([+-]?(?:\\d{1,240}(?:[.,]\\d{0,240})?|[.,]\\d{1,240}))\\s*(${UNIT})?$`, 'u');
/** What means a duration, though it cannot be read: `1.2.3s`, `two seconds`, `short`. `[pause button]` is spoken. */
const UNREADABLE = new RegExp(
  `^[\\d+.,-]|[\\s\\d]${UNIT}$|^(?!(?:break|button|command|function|icon|key|menu|mode|screen|sign|symbol)s?$)\\S+$`,
  'u',
);

/**
 * Replaces the pause tags of a text (`[pause 1.5s]`, `[pause 500ms]`, `[Pause: 2 seconds]`) by marks, which
 * {@link splitAtPauses} reads. A tag whose duration cannot be read is removed: it is not spoken either.
 */
export function markPauses(input: string): string {
  return input
    .replace(ANY_MARK, '')
    .replace(BRACKETED, (whole, before: string, open: string, content: string, close: string, after: string) => {
      const written = content.replace(/\s+/gu, ' ').normalize('NFKC').replace(INVISIBLE, '').trim().toLowerCase();
      const value = TAG.exec(written)?.[1];
      if (value === undefined) return whole;
      const [, amount, unit = 's'] = DURATION.exec(value) ?? [];
      if (amount === undefined && !UNREADABLE.test(value)) return whole;
      const mark = amount === undefined ? ' ' : markOf(amount, unit);
      const brackets = [open.match(/[[［【]/gu) ?? [], close.match(/[\]］】]/gu) ?? []] as const;
      const pairs = Math.min(brackets[0].length, brackets[1].length);
      const left = brackets[0].slice(pairs).join('') + mark + brackets[1].slice(pairs).join('');
      return QUOTES.has(before + after) ? left : before + left + after;
    });
}

function markOf(amount: string, unit: string): string {
  const isMilliseconds = unit.startsWith('ms') || unit.startsWith('milli');
  const factor = isMilliseconds ? 1 : unit.startsWith('m') ? 60_000 : 1_000;
  // Nobody means a fraction of a millisecond by 1,500ms.
  const number = Number(isMilliseconds ? amount.replace(/[.,](?=\d{3}$)/u, '') : amount.replace(',', '.'));
  return String.fromCodePoint(FIRST_MARK + Math.round(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, number * factor))));
}

/** A pause that was asked for. */
export interface AskedPause {
  /** Where in the text, in UTF-16 units. */
  readonly offset: number;
  readonly seconds: number;
}

/** A text without its marks. */
export interface TextWithPauses {
  readonly text: string;
  /** Ascending; adjacent ones are one. */
  readonly pauses: readonly AskedPause[];
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー。、，！？：；]/u;
const BELONGS_BEFORE = /^(?:[。，、！？：；」』）】]+|[.,;:!?…)\]"”’»]+(?=\s|$))/u;

/**
 * Takes the marks out of a text, tidies what stands between them and puts it together again.
 *
 * @param tidy for each part
 */
export function splitAtPauses(marked: string, tidy: (part: string) => string): TextWithPauses {
  const pauses: AskedPause[] = [];
  let text = '';
  let rest = marked;
  let seconds = 0;
  let isSpaced = false;
  const append = (written: string) => {
    const ending = seconds > 0 && text !== '' ? (BELONGS_BEFORE.exec(written.trimStart())?.[0] ?? '') : '';
    text += ENDED.test(text) ? [...ending].filter((mark) => !ENDED.test(mark)).join('') : ending;
    const part = tidy(ending === '' ? written : written.trimStart().slice(ending.length));
    if (part === '') return;
    if (text !== '' && (isSpaced || !(EAST_ASIAN.test(text.slice(-1)) && EAST_ASIAN.test(part)))) text += ' ';
    if (seconds > 0) pauses.push({ offset: text.length, seconds });
    [text, seconds, isSpaced] = [text + part, 0, false];
  };
  for (;;) {
    const run = MARK_RUN.exec(rest);
    const before = run ? rest.slice(0, run.index) : rest;
    append(before);
    if (!run) break;
    rest = rest.slice(run.index + run[0].length);
    isSpaced = /\s/u.test(run[0]) || before.trimEnd() !== before;
    for (const mark of run[0].match(ANY_MARK) ?? []) seconds += ((mark.codePointAt(0) ?? 0) - FIRST_MARK) / 1_000;
  }
  return { text, pauses: seconds > 0 ? [...pauses, { offset: text.length, seconds }] : pauses };
}
