import { isEastAsianAction, isEastAsianTone } from './east-asian.js';
import { ENGLISH } from './english.js';
import { GERMAN, KOREAN, RUSSIAN } from './german-russian-korean.js';
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from './romance.js';
import type { Vocabulary } from './vocabulary.js';

const VOCABULARIES = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, RUSSIAN, KOREAN];

const MAX_WORDS = 8;
const MAX_LENGTH = 60;
const LOOK_BEHIND = 30;

/** Something short between brackets, with no bracket inside. */
const BRACKETED: readonly (readonly [RegExp, Bracket])[] = [
  // Attached to a Latin letter, a bracket is a call: `f(laughs)`.
  [/(?<![\p{Script=Latin}\p{N}_])\(([^()[\]\n]{1,60})\)/gu, 'round'],
  [/（([^（）\n]{1,60})）/gu, 'round'],
  [/<([^<>\n]{1,60})>/gu, 'round'],
  [/(?<![\p{Script=Latin}\p{N}_])\[([^()[\]\n]{1,60})\]/gu, 'square'],
  [/【([^【】\n]{1,60})】/gu, 'square'],
  [/［([^［］\n]{1,60})］/gu, 'square'],
  [/〔([^〔〕\n]{1,60})〕/gu, 'square'],
];
const OPENER = /[(（<[【［〔*]/u;
const STARRED = /\*([^*\n]{1,60})\*/gu;

/** The more ordinary a bracket is in prose, the plainer the words in it have to be. */
type Bracket = 'round' | 'square' | 'star';

/** Removes stage directions such as `(laughs)`, `[sighs]`, `*waves*`, `（笑）`; other brackets stay. */
export function removeStageDirections(text: string): string {
  if (!OPENER.test(text)) return text;
  let rest = text;
  for (const [pattern, bracket] of BRACKETED) {
    rest = rest.replace(pattern, (whole, content: string, offset: number, all: string) =>
      isDirection(
        content,
        bracket,
        all.slice(Math.max(0, offset - LOOK_BEHIND), offset),
        all.slice(offset + whole.length, offset + whole.length + LOOK_BEHIND),
      )
        ? ' '
        : whole,
    );
  }
  return rest.replace(STARRED, (whole, _content: string, offset: number, all: string) =>
    isEmphasisedAction(all, offset, offset + whole.length) ? ' ' : whole,
  );
}

/** Who acts, in a sentence that stresses its verb: `he *laughs* at that`, `the dog *barks*`. */
const SUBJECT =
  /(?:^|[^\p{L}])(?:he|she|it|they|i|you|we|who|that|which|to|not|everyone|(?:the|my|his|her|our|their|this) \p{L}+|er|sie|es|ich|wir|man|(?:der|die|das|mein|meine|sein|seine|ihr|ihre) \p{L}+|il|elle|on|je|nous|él|ella|yo|lui|lei|io|ele|ela|eu|он|она|они|я|мы|не)\s+$/iu;
/** A noun or an adjective follows: `the *smiles* of children`, `it was *laughing* stock`. */
const ARTICLE_OR_COPULA =
  /(?:^|[^\p{L}])(?:the|an?|this|these|those|my|your|its|our|their|is|are|was|were|be|been|being|am|der|die|das|den|dem|des|eine?[nmrs]?|ist|sind|war|waren|sei|le|la|les|une?|des|du|cette|mon|ma|mes|son|sa|ses|leurs?|est|sont|était|étaient|el|los|las|unos|su|sus|mi|mis|es|está|están|son|era|fue|lo|gli|uno|una|è|sono|erano|o|os|as|um|uma|seu|sua|meu|minha|é|são|foi|это|был|была|было|были)\s+$|(?:['’](?:s|re|m)|l['’])\s*$/iu;
/** What comes after a noun that begins a sentence. */
const AFTER_NOUN = /^\s*(?:is|are|was|were|of|ist|sind|war|est|sont|es|son|è|sono|é|são|—? ?это)(?!\p{L})/u;
/** What comes after a verb of the sentence. */
const AFTER_VERB = /^\s+(?:at|about|when|the|a|an|for|über|bei|wenn|de|à|quand|cuando|quando|над|когда)(?!\p{L})/iu;
/** An adjective after an article, also in brackets: `the (laughing) man`, and not `Das (lacht) glaube ich`. */
const PARTICIPLE = /(?:ing|end|ant)$/u;
const ALONE = /(?:^\s*|[.!?…,;:—)\]*"”»]\s+|[。！？，、：）】」]\s*)$/u;
/** What is said follows the name of who says it: `ANN (angrily): No!` */
const SPEAKER_ENDS = /^\s?[:：]/u;

/**
 * Whether `text.slice(start, end)`, a part between single asterisks, tells what the speaker does (`*waves*`) rather
 * than stresses a word of the sentence (`he *laughs* at that`).
 */
export function isEmphasisedAction(text: string, start: number, end: number): boolean {
  if (end - start > MAX_LENGTH + 2) return false;
  const before = text.slice(Math.max(0, start - LOOK_BEHIND), start);
  const after = text.slice(end, end + LOOK_BEHIND);
  if (SUBJECT.test(before) || AFTER_NOUN.test(after)) return false;
  if (!ALONE.test(before) && AFTER_VERB.test(after)) return false;
  return isDirection(text.slice(start + 1, end - 1), 'star', before, after);
}

/**
 * @param before the text that precedes the bracket
 * @param after the text that follows it
 */
function isDirection(content: string, bracket: Bracket, before: string, after: string): boolean {
  const remark = content
    .trim()
    .toLowerCase()
    .replace(/[.!?…。！,~〜]+$/u, '');
  if (remark === '' || /\p{N}/u.test(remark)) return false;
  if (isEastAsianAction(remark)) return true;
  if ((bracket === 'star' || PARTICIPLE.test(remark)) && ARTICLE_OR_COPULA.test(before)) return false;
  const isAlone = ALONE.test(before);
  if (bracket !== 'star' && (isAlone || SPEAKER_ENDS.test(after)) && isTone(remark)) return true;
  const words = remark.split(/[\s,]+/u);
  if (words.length > MAX_WORDS) return false;
  const parts = remark.split(/,\s*/u);
  if (bracket === 'round' && !isAlone && (parts.length > 1 || AFTER_NOUN.test(after)) && parts.every(isNoun))
    return false;
  if (bracket === 'round' && !isAlone && ENDS_SENTENCE.test(after) && words.length === 1 && isSound(remark))
    return false;
  if (isAlone && parts.length > 1 && parts.every((part) => isDirection(part, bracket, '', ''))) return true;
  return VOCABULARIES.some((vocabulary) => isWholeDirection(words, remark, vocabulary, bracket, isAlone));
}

/** A direction stands behind the full stop; before it a noun belongs to the sentence: `Er ist krank (Husten).` */
const ENDS_SENTENCE = /^[.!?;]/u;

const isSound = (remark: string): boolean => VOCABULARIES.some(({ sounds }) => sounds.has(remark));

const isTone = (remark: string): boolean =>
  isEastAsianTone(remark) || VOCABULARIES.some(({ tones }) => tones.has(remark));

/** What is spoken of rather than done: `the level (whisper) is 30 dB`, `symptoms (coughing, sneezing)`. */
function isNoun(part: string): boolean {
  const words = part.split(' ');
  const last = words.at(-1) ?? '';
  return (
    words.length < 3 &&
    (PARTICIPLE.test(last) ||
      VOCABULARIES.some(({ sounds, manners, acts }) => (sounds.has(last) || manners.has(last)) && !acts.has(last)))
  );
}

/** Whether every word belongs to a direction, and one of them is an act. */
function isWholeDirection(
  words: readonly string[],
  remark: string,
  vocabulary: Vocabulary,
  bracket: Bracket,
  isAlone: boolean,
): boolean {
  const { subjects, acts, moves, sounds, ambient, manners, adverb, phrases } = vocabulary;
  if (phrases.test(remark)) return bracket !== 'star' || isAlone;
  const found = words.findIndex((word) => !subjects.has(word) && !adverb.test(word));
  // `[music]` is a noise, and a subject in `[music plays]`.
  const index = found < 0 ? words.length - 1 : found;
  const act = words[index] ?? '';
  const following = words.slice(index + 1);
  const isWhole = following.every(
    (word) => manners.has(word) || adverb.test(word) || acts.has(word) || moves.has(word),
  );
  if (acts.has(act)) return isWhole || (bracket !== 'round' && isAlone && goesOn(following[0], vocabulary));
  if (moves.has(act)) {
    if (words.length === 1) return isAlone;
    if (isWhole && (index > 0 || bracket === 'square')) return true;
    return bracket !== 'round' && isAlone && (isWhole || goesOn(following[0], vocabulary));
  }
  if (bracket === 'star' && !isAlone) return false;
  // `(a long pause)` is a direction, `(pause the film first)` a remark.
  return isWhole && (sounds.has(act) || (bracket === 'square' && ambient.has(act)));
}

/** Between asterisks an act may take any object: `*takes the cup from your hand*`, but not `*waves crash ashore*`. */
function goesOn(next: string | undefined, { manners, adverb }: Vocabulary): boolean {
  return next !== undefined && (manners.has(next) || adverb.test(next));
}
