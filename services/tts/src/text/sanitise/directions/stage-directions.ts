import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { isAct, isVerb } from './act-words.js';
import { isEastAsianAction } from './east-asian.js';

const MAX_WORDS = 7;
const LOOK_AROUND = 60;

type Kind = 'round' | 'square' | 'star';

/** Something short between brackets, with no bracket inside. Attached to a Latin letter it is a call: `f(laughs)`. */
const BRACKETED =
  /(?<![\p{Script=Latin}\p{N}_])\(([^()[\]\n]{1,60})\)|（([^（）\n]{1,60})）|<([^<>\n]{1,60})>|(?<![\p{Script=Latin}\p{N}_])\[([^()[\]\n]{1,60})\]|[【［〔]([^【】［］〔〕\n]{1,60})[】］〕]/gu;

/** Where a sentence could begin: after a stop, a dash, or the name of a speaker. */
const SENTENCE_COULD_BEGIN = /(?:^|[.!?…:—–。！？：][*_"'“”’«»」』)）\]]*)\s*$/u;
/** A part of a sentence may be set off there. */
const CLAUSE_COULD_BEGIN = /[,;，、；)）\]」』"”]\s*$/u;
const SENTENCE_BEGINS = /^[\s"'“‘«„¿¡([<*_—–…-]*[\p{Lu}\p{Lo}\p{N}]/u;
const SPEAKER = /^\s*[\p{Lu}\p{M} .'’-]{2,30}\s*$/u;
/** A noun of the script of plays: `ANN (angrily): No!` */
const SPEAKER_GOES_ON = /^\s?[:：]/u;
const WORDS_ONLY = /^[\p{L}\p{M}\s,'’.…!¡~、，。！〜-]+$/u;
/** More than a word or two, with a stop of its own. */
const SENTENCE = /\S\s\S.*\s\S.*[.!]$|\S{5}[。！]$/u;
/** Letters and numerals that count, and abbreviations: `(a)`, `(iii)`, `(USA)`, `（一）`, `（注）`. */
const LABEL = /^(?:\p{Script=Latin}{1,2}|[一二三四五六七八九十]+|\p{Script=Han}|[ivxlcIVXLC]+|\p{Lu}[\p{Lu} ]+)$/u;
const ADVERB = /^(?:\p{L}+(?:ly|ment|mente|lich)|\p{L}{3,}о|[\p{Script=Latin}\p{Script=Cyrillic}]{1,3})$/u;
const PARTICIPLE = /(?:ing|nd|ant|ndo|ая|яя)$/u;
const PRONOUN =
  /(?:^|[^\p{L}])(?:he|she|it|they|i|you|we|who|to|not|er|sie|es|ich|wir|man|il|elle|on|je|él|ella|yo|lui|lei|io|ele|ela|eu|он|она|я|мы|не)\s$/iu;

/** Where an aside stands. */
export interface Place {
  readonly language: LanguageCode;
  /** In prose; not in a heading, an item of a list or a cell, which may be no more than a remark or a stressed word. */
  readonly isProse: boolean;
}

/** Removes stage directions in brackets, such as `(laughs)`, `[sighs]`, `（笑）`; other brackets stay. */
export function removeStageDirections(text: string, place: Place): string {
  return text.replace(BRACKETED, (whole, round, wide, angle, square, wideSquare, offset: number) => {
    const kind = (square ?? wideSquare) === undefined ? 'round' : 'square';
    const content: string = round ?? wide ?? angle ?? square ?? wideSquare;
    return isDirection(content, kind, around(text, offset, offset + whole.length), place) ? ' ' : whole;
  });
}

/** Whether `text.slice(start, end)`, emphasised with its marks, tells what the speaker does rather than stresses a word. */
export function isEmphasisedAside(text: string, start: number, end: number, place: Place): boolean {
  const content = text.slice(start + 1, end - 1);
  return content.length <= LOOK_AROUND && isDirection(content, 'star', around(text, start, end), place);
}

const around = (text: string, start: number, end: number) => ({
  before: text.slice(Math.max(0, start - LOOK_AROUND), start).replace(/^[\s\S]*\n\s*\n/u, ''),
  after: text.slice(end, end + LOOK_AROUND),
});

/**
 * By position first: it stands where a sentence could stand, is short and no sentence, and a sentence begins or a speaker goes on
 * behind it. A word for an act makes it a direction elsewhere, too.
 */
function isDirection(
  written: string,
  kind: Kind,
  { before, after }: { before: string; after: string },
  { language, isProse }: Place,
): boolean {
  const content = written.trim();
  const remark = content.toLowerCase().replace(/[.!?…。！,~〜]+$/u, '');
  if (remark === '' || /\p{N}/u.test(remark)) return false;
  if (isEastAsianAction(remark)) return true;
  const words = remark.split(/[\s,.…-]+/u);
  if (words.length > MAX_WORDS || !WORDS_ONLY.test(content)) return false;
  const isAlone = SENTENCE_COULD_BEGIN.test(before);
  const begins = SENTENCE_BEGINS.test(after);
  const isLow = /^\P{Lu}/u.test(content);
  if (isLow && SPEAKER.test(before) && SPEAKER_GOES_ON.test(after)) return true;
  if (isProse && isAlone && !LABEL.test(content) && !SENTENCE.test(content)) {
    if (begins && (kind === 'round' || (/^\p{Ll}/u.test(content) && !/^[ \t]*\n/u.test(after)))) return true;
    if (kind === 'star' && isLow && before.trim() !== '' && after.trim() === '') return true;
  }
  const acts = words.filter((word) => isAct(word, language));
  if (acts.length === 0) return false;
  if (isAlone || (CLAUSE_COULD_BEGIN.test(before) && /^\s*(?:[,;.!?—–]|$)/u.test(after)))
    return kind !== 'star' || isLow || begins || after.trim() === '';
  if (kind === 'square') return true;
  const isVerbal = words.every((word) => isVerb(word, language) || ADVERB.test(word));
  const isLast = /^\s*$/u.test(after);
  if (kind === 'star') return isLast && isVerbal && !PRONOUN.test(before);
  return isVerbal && !remark.includes(',') && (words.length > 1 || isLast || !PARTICIPLE.test(remark));
}
