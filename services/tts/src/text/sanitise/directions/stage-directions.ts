import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { CAPITAL, SMALL, UNSPACED } from '../../characters.js';
import type { Edit } from '../../edits.js';
import type { MarkedText } from '../tree/marked-text.js';
import { isAct, isDeed, isEastAsianAct, isVerb } from './act-words.js';
import { DOING, type Genre, NAME } from './genre.js';

const MAX_WORDS = 7;
const MAX_WORDS_ACTED = 12;
/** A longer remark on its own line is a note, `(all prices include tax)`, and behind a sentence sooner than before the first. */
const MAX_WORDS_ALONE = 2;
const MAX_WORDS_FIRST = 3;
const LOOK_AROUND = 60;
const MAX_UNCASED = 6;

const ENCLOSED = /^[(（][^()（）]*[)）]$/u;
/** What begins one. */
export const BRACKETS = '([（<【［〔';
/** Something short between brackets, with no bracket inside. Attached to a Latin letter it is a call: `f(laughs)`. */
const BRACKETED =
  / ?(?<![\p{Script=Latin}\p{N}_])(?:\(([^()[\]\n]{1,60})\)|\[[^()[\]\n]{1,60}\])|（([^（）\n]{1,60})）|<([^<>\n]{1,60})>|[【［〔][^【】［］〔〕\n]{1,60}[】］〕]/gu;

/** Where a sentence could begin: after a stop, a dash, or the name of a speaker. */
const SENTENCE_COULD_BEGIN =
  /(?:^|[.!?…:—–。！？：](?:[\s\u00a0\u202f]?[*_"'“”’«»」』)）\]])*)(?:\s*[([（【][^()[\]（）【】]{1,60}[)\]）】])*\s*$/u;
/** A part of a sentence may be set off there. */
const CLAUSE_COULD_BEGIN = /[,;，、；)）\]」』"”]\s*$/u;
const SENTENCE_BEGINS =
  /^(?:\s*[([（【][^()[\]（）【】]{1,60}[)\]）】])*[\s"'“‘«„「『¿¡([<*_—–…-]*[\p{Lu}\p{Lo}\p{N}]/u;
const STOP = /[.!?…。！？][\p{Pe}\p{Pf}"'\s]*$/u;
/** A name in capitals on a line of its own. */
const NAME_LINE = /^\s*\p{Lu}[\p{Lu}\p{M} .'’-]{1,29}\s*$/u;
const NAMED = new RegExp(`^\\s*(?:${NAME}|【[\\p{Lo}ー・]{1,8}】|[\\p{Lo}ー・]{1,8}\\s)$`, 'u');
const SPEAKER = new RegExp(`${NAME_LINE.source}|(?:^|[」』])\\s*[\\p{Lo}ー・]{1,8}\\s*$`, 'u');
/** What a speaker says, but no title within a sentence. */
const SPEECH_BEGINS = /^\s?(?:[:：]|[「『](?![^「」『』]*[」』]\p{Lo}))/u;
const WORDS_ONLY = /^[\p{L}\p{M}\s,'’.…!¡~、，。！〜-]+$/u;
/** More than a word or two, with a stop of its own. */
const SENTENCE = /\S\s\S.*\s\S.*[.!]$|\S{5}[。！]$/u;
/** Letters and numerals that count, and abbreviations: `(a)`, `(iii)`, `(USA)`, `（一）`, `（注）`. */
const LABEL = /^(?:\p{Script=Latin}{1,2}|[一二三四五六七八九十]+|\p{Script=Han}|[ivxlcIVXLC]+|\p{Lu}[\p{Lu} ]+)$/u;
const ADVERB = /^(?:\p{L}+(?:ly|ment|mente|lich)|\p{L}{3,}о|[\p{Script=Latin}\p{Script=Cyrillic}]{1,3})$/u;
const PRONOUN =
  /(?:^|[^\p{L}])(?:he|she|it|they|i|you|we|who|to|not|er|sie|es|ich|wir|man|il|elle|on|je|él|ella|yo|lui|lei|io|ele|ela|eu|он|она|я|мы|не)\s$/iu;

/** Where an aside stands. */
export interface Place {
  readonly language: LanguageCode;
  /** In prose; not in a heading, an item of a list or a cell, which may be no more than a remark or a stressed word. */
  readonly isProse: boolean;
  /** Of the whole text. */
  readonly genre: Genre;
  /** The lines or paragraphs before and behind it. */
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/** Removes stage directions in brackets, such as `(laughs)`, `[sighs]`, `（笑）`, and those that are emphasised: `*waves*`. */
export function withoutDirections(line: MarkedText, place: Place): MarkedText {
  const asides = line.marks.flatMap(({ kind, start, end }): Edit[] => {
    const isShort = kind === 'aside' && end - start <= LOOK_AROUND;
    const isWithin = ENCLOSED.test(line.text.charAt(start - 1) + line.text.charAt(end));
    const aside = isWithin ? { start: start - 1, end: end + 1, say: '' } : { start, end, say: '' };
    const written = line.text.slice(aside.start, aside.end);
    const isEnclosed = ENCLOSED.test(written);
    const content = isEnclosed ? written.slice(1, -1) : written;
    const near = around(line.text, aside.start, aside.end);
    return isShort &&
      (!/[^\s\p{P}]/u.test(content) || isDirection(content, isEnclosed ? 'enclosed' : 'star', near, place))
      ? [aside]
      : [];
  });
  const outer = asides.toSorted((left, right) => left.start - right.start);
  const spoken = line.edit(outer.filter(({ start }, index) => start >= (outer[index - 1]?.end ?? 0)));
  return spoken.replace(BRACKETED, ({ 0: whole, 1: round, 2: wide, 3: angle, index }) => {
    const content = round ?? wide ?? angle;
    const kind = content === undefined ? 'square' : 'round';
    const near = around(spoken.text, index + whole.search(/\S/u), index + whole.length);
    if (!isDirection(content ?? whole.trim().slice(1, -1), kind, near, place)) return undefined;
    return near.after.startsWith(':') ? '' : ' ';
  });
}

const around = (text: string, start: number, end: number) => ({
  before: text.slice(Math.max(0, start - LOOK_AROUND), start),
  after: text.slice(end, end + LOOK_AROUND),
});

/**
 * By position first: it stands where a sentence could stand, is short and no sentence, and a sentence begins or a speaker goes on
 * behind it. A word for an act makes it a direction elsewhere, too.
 */
function isDirection(
  written: string,
  kind: 'round' | 'square' | 'star' | 'enclosed',
  { before, after }: { before: string; after: string },
  { language, isProse, genre, previous = '', next = '' }: Place,
): boolean {
  const content = written.replace(/^[\s*]+|[\s*]+$/gu, '');
  const remark = content
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[.!?…。！,~〜]+$/u, '');
  if (remark === '') return false;
  const words = remark.split(/[\s,.，、…-]+/u);
  if (words.every((word) => isEastAsianAct(word, language)) || isEastAsianAct(remark, language)) return true;
  const isLow = !CAPITAL.test(content);
  // East Asian signs are counted where words are not divided.
  const size = words.reduce((sum, word) => sum + (UNSPACED.test(word) ? word.length / 2 : 1), 0);
  const isWholeLine = before.trim() === '' && after.trim() === '';
  // What a speaker does before a word is said, at any length.
  if (
    isProse &&
    isWholeLine &&
    size > MAX_WORDS_FIRST &&
    previous === '' &&
    DOING.test(content) &&
    !/\d/.test(content) &&
    STOP.test(next)
  )
    return true;
  // `[SFX: footsteps on gravel]`, between what is heard.
  const isCue = genre !== undefined && isProse && isWholeLine && kind === 'square' && !LABEL.test(content);
  if (isCue && size <= MAX_WORDS_ACTED && !/\d/.test(content)) return true;
  if (
    (size > ((kind === 'star' && (genre || isLow)) || (genre && isWholeLine) ? MAX_WORDS_ACTED : MAX_WORDS) &&
      kind !== 'enclosed') ||
    !WORDS_ONLY.test(content)
  )
    return false;
  const isAlone = SENTENCE_COULD_BEGIN.test(before);
  const isLast = after.trim() === '';
  const isQuiet = isLow || (kind !== 'star' && (isWholeLine || genre === 'script' || !SENTENCE.test(content)));
  // Otherwise it heads what follows, or names a thing: `【お知らせ】次回…`.
  const isTitle = kind === 'square' && !SMALL.test(content);
  const isNamed = NAMED.test(before) && /^\s?[.:：—–「『“\p{Lo}]/u.test(after);
  if (
    (genre === 'script' || (genre && kind === 'star')) &&
    isProse &&
    isQuiet &&
    !LABEL.test(content) &&
    (isAlone || isNamed)
  )
    if (isNamed || isLast || (!isTitle && (SENTENCE_BEGINS.test(after) || SPEECH_BEGINS.test(after)))) return true;
  // As plays are printed: `ANN (angrily): No!`; without capitals a form may be, `お名前（必須）：`.
  const isDone =
    words.some((word) => isAct(word, language) || (word.length > 3 && ADVERB.test(word))) || DOING.test(content);
  const isPlay = genre === 'script' || isDone || isDeed(remark, language) || !/^\s?[:：]/u.test(after);
  if (isPlay && isLow && SPEAKER.test(before) && SPEECH_BEGINS.test(after)) return true;
  // Between what one says and the next, where words are not divided: `「静かに」【足音が近づく】「……」`.
  if (/[」』]\s*$/u.test(before) && (/^\s?[「『]/u.test(after) || (isLast && isDeed(remark, language)))) return true;
  if (isProse && isAlone && !LABEL.test(content) && (!SENTENCE.test(content) || SPEAKER.test(before))) {
    // Both in brackets and stressed, as plays print it: `(*whistles*)`.
    if (kind === 'enclosed') return isLast || SENTENCE_BEGINS.test(after);
    // Otherwise it heads what follows: `[Draft]`, `【重要】`.
    const isActing = isDeed(remark, language);
    // Without capitals any word can begin a sentence: `(利用可能であれば) 画面を…`.
    const isCased = SMALL.test(content) || CAPITAL.test(content);
    const isAside = SMALL.test(content) || isActing || (kind === 'round' && (isCased || content.length <= MAX_UNCASED));
    // Several words in small letters behind a full stop begin no sentence: `I guess... *looks away* fine.`
    const isApart = kind === 'star' && size > 1 && /[.!?…]\s*$/u.test(before);
    // Nor does an aside where speech breaks off: `We have... (pant) found you!`, `It hurts... (argh)`, `It — (gags) — reeks!`
    const isBetweenDashes = /(?:[—–]|\s-)\s*$/u.test(before) && /^\s*(?:[—–]|-\s)/u.test(after);
    const isInterrupting = kind === 'round' && isLow && (isBetweenDashes || /(?:\.{3}|[…・])\s*$/u.test(before));
    if (isAside && (isApart || isInterrupting || SENTENCE_BEGINS.test(after))) return true;
    // What somebody does when all is said; any other word there may be a note: `（必須）`.
    if (kind === 'round' && isLast && STOP.test(before) && isActing && size <= MAX_WORDS_ALONE) return true;
    // On a line of its own, before somebody speaks: `(softly)⏎I know.`
    const isOwnLine =
      isWholeLine &&
      (size <= (previous === '' && SMALL.test(content) ? MAX_WORDS_FIRST : MAX_WORDS_ALONE) ||
        (isActing && kind === 'square')) &&
      (kind !== 'star' || size > 1);
    const isBetween = STOP.test(previous) || !/\p{Ll}|\p{Lo}/u.test(previous);
    if (isAside && isLow && isOwnLine && isBetween && SENTENCE_BEGINS.test(next) && STOP.test(next)) return true;
    // Behind a label it is what the label asks for, unless it is more than a word: `State: *urgent*`.
    const isValue = size === 1 && /[:：]\s*$/u.test(before);
    if (kind === 'star' && isLow && isLast && before.trim() !== '' && !isValue) return true;
  }
  if (kind === 'enclosed' || !words.some((word) => isAct(word, language))) return false;
  if (isAlone || /^\s?[:：]/u.test(after) || (CLAUSE_COULD_BEGIN.test(before) && /^\s*(?:[,;.!?—–]|$)/u.test(after)))
    return kind !== 'star' || isLow || isLast || SENTENCE_BEGINS.test(after);
  if (kind === 'square') return true;
  // With its verb at once: `(tel que le déplacement de la souris)` has a word that looks like one.
  const isVerbal =
    words.every((word) => isVerb(word, language) || ADVERB.test(word)) &&
    words.slice(0, 2).some((word) => isVerb(word, language));
  if (kind === 'star') return isLast && isVerbal && !PRONOUN.test(before);
  // A participle and a noun are no act: `(laughing gas)`.
  const [verb = '', noun = ''] = words;
  const isPhrase = words.length > 2 || noun.length > 3;
  return isVerbal && !remark.includes(',') && (isPhrase || isLast || !DOING.test(verb));
}
