import { ACTS, AMBIENT, EAST_ASIAN_ACTION, INTRODUCTIONS, MANNERS, MOVES, SOUNDS } from './action-words.js';

const MAX_WORDS = 5;
const MAX_LENGTH = 60;

/** Kinds of brackets. The more ordinary a bracket is in prose, the stricter the test of its content. */
type Bracket = 'round' | 'square' | 'lone star' | 'star';

/** Something short between brackets, with no bracket inside. */
const BRACKETED: readonly (readonly [RegExp, Bracket])[] = [
  [/\(([^()[\]\n]{1,60})\)/gu, 'round'],
  [/（([^（）\n]{1,60})）/gu, 'round'],
  [/<([^<>\n]{1,60})>/gu, 'round'],
  [/\[([^()[\]\n]{1,60})\]/gu, 'square'],
  [/【([^【】\n]{1,60})】/gu, 'square'],
  [/［([^［］\n]{1,60})］/gu, 'square'],
  [/〔([^〔〕\n]{1,60})〕/gu, 'square'],
];
const STARRED = /\*([^*\n]{1,60})\*/gu;

/** Removes stage directions such as `(laughs)`, `[sighs]`, `*waves*`, `（笑）`; other brackets stay. */
export function removeStageDirections(text: string): string {
  let rest = text;
  for (const [pattern, bracket] of BRACKETED) {
    rest = rest.replace(pattern, (whole, content: string) => (isAction(content, bracket) ? ' ' : whole));
  }
  return rest.replace(STARRED, (whole, _content: string, offset: number, all: string) =>
    isEmphasisedAction(all, offset, offset + whole.length) ? ' ' : whole,
  );
}

const SUBJECT =
  /(?:^|[^\p{L}])(?:he|she|it|they|i|you|we|who|that|which|to|not|er|sie|es|ich|il|elle|on|je|él|ella|lui|lei|ele|ela|он|она|они|не)\s+$/iu;

/**
 * Whether `text.slice(start, end)`, a part between single asterisks, tells what the speaker does (`*waves*`) rather
 * than stresses a word of the sentence (`he *laughs* at that`).
 */
export function isEmphasisedAction(text: string, start: number, end: number): boolean {
  if (end - start > MAX_LENGTH + 2) return false;
  const content = text.slice(start + 1, end - 1);
  const before = text.slice(Math.max(0, start - 20), start);
  if (SUBJECT.test(before)) return false;
  const alone = /(?:^|[.!?…,;:—。！？，、）)\]*"”»])\s*$/u.test(before) || start === 0;
  return isAction(content, alone ? 'lone star' : 'star');
}

/** `(in a low voice)`, `(takes a deep breath)`, `(with a sigh)`. */
const BEGINNINGS = /^(?:in an? |with an? |takes an? |under (?:his|her|their) |deep |sharp |heavy )/u;

function isAction(content: string, bracket: Bracket): boolean {
  if (content.length > MAX_LENGTH) return false;
  const said = content
    .trim()
    .toLowerCase()
    .replace(/[.!?…。！,~〜]+$/u, '');
  if (said === '' || /\p{N}/u.test(said)) return false;
  if (EAST_ASIAN_ACTION.test(said)) return true;
  const words = said.split(/[\s,]+/u);
  if (words.length > MAX_WORDS) return false;
  const action = words.find((word) => !INTRODUCTIONS.has(word));
  if (action === undefined) return false;
  if (ACTS.has(action)) return true;
  if (bracket === 'star') return false;
  const isPlain = bracket === 'square' || bracket === 'lone star';
  if (isPlain && (MOVES.has(action) || (words.length > 1 && MANNERS.has(words.at(-1) ?? '')))) return true;
  if (words.length > 1 && BEGINNINGS.test(said) && MANNERS.has(words.at(-1) ?? '')) return true;
  // `(a long pause)` is a direction, `(pause the film first)` a remark.
  return words.length <= 3 && (SOUNDS.has(action) || (bracket === 'square' && AMBIENT.has(action)));
}
