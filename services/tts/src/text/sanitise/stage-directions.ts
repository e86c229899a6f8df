import { acts, ambient, eastAsianAction, introductions, manners, moves, sounds } from './action-words.js';

const maxWords = 5;
const maxLength = 60;

/** How surely brackets of a kind hold directions: the plainer the mark, the plainer the word inside has to be. */
type Bracket = 'round' | 'square' | 'lone star' | 'star';

/** Something short between brackets, with no bracket inside. */
const bracketed: readonly (readonly [RegExp, Bracket])[] = [
  [/\(([^()[\]\n]{1,60})\)/gu, 'round'],
  [/（([^（）\n]{1,60})）/gu, 'round'],
  [/<([^<>\n]{1,60})>/gu, 'round'],
  [/\[([^()[\]\n]{1,60})\]/gu, 'square'],
  [/【([^【】\n]{1,60})】/gu, 'square'],
  [/［([^［］\n]{1,60})］/gu, 'square'],
  [/〔([^〔〕\n]{1,60})〕/gu, 'square'],
];
const starred = /\*([^*\n]{1,60})\*/gu;

/** Takes out stage directions such as `(laughs)`, `[sighs]`, `*waves*`, `（笑）`; other brackets stay. */
export function removeStageDirections(text: string): string {
  let rest = text;
  for (const [pattern, bracket] of bracketed) {
    rest = rest.replace(pattern, (whole, content: string) => (isAction(content, bracket) ? ' ' : whole));
  }
  return rest.replace(starred, (whole, _content: string, offset: number, all: string) =>
    isEmphasisedAction(all, offset, offset + whole.length) ? ' ' : whole,
  );
}

const subject =
  /(?:^|[^\p{L}])(?:he|she|it|they|i|you|we|who|that|which|to|not|er|sie|es|ich|il|elle|on|je|él|ella|lui|lei|ele|ela|он|она|они|не)\s+$/iu;

/**
 * Whether `text.slice(start, end)`, a part between single asterisks, tells what the speaker does (`*waves*`) rather
 * than stresses a word of the sentence (`he *laughs* at that`).
 */
export function isEmphasisedAction(text: string, start: number, end: number): boolean {
  if (end - start > maxLength + 2) return false;
  const content = text.slice(start + 1, end - 1);
  const before = text.slice(Math.max(0, start - 20), start);
  if (subject.test(before)) return false;
  const alone = /(?:^|[.!?…,;:—。！？，、）)\]*"”»])\s*$/u.test(before) || start === 0;
  return isAction(content, alone ? 'lone star' : 'star');
}

/** `(in a low voice)`, `(takes a deep breath)`, `(with a sigh)`. */
const beginnings = /^(?:in an? |with an? |takes an? |under (?:his|her|their) |deep |sharp |heavy )/u;

function isAction(content: string, bracket: Bracket): boolean {
  if (content.length > maxLength) return false;
  const said = content
    .trim()
    .toLowerCase()
    .replace(/[.!?…。！,~〜]+$/u, '');
  if (said === '' || /\p{N}/u.test(said)) return false;
  if (eastAsianAction.test(said)) return true;
  const words = said.split(/[\s,]+/u);
  if (words.length > maxWords) return false;
  const action = words.find((word) => !introductions.has(word));
  if (action === undefined) return false;
  if (acts.has(action)) return true;
  if (bracket === 'star') return false;
  const isPlain = bracket === 'square' || bracket === 'lone star';
  if (isPlain && (moves.has(action) || (words.length > 1 && manners.has(words.at(-1) ?? '')))) return true;
  if (words.length > 1 && beginnings.test(said) && manners.has(words.at(-1) ?? '')) return true;
  // `(a long pause)` is a direction, `(pause the film first)` a remark.
  return words.length <= 3 && (sounds.has(action) || (bracket === 'square' && ambient.has(action)));
}
