import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { normalizeText } from '@ownvoice/text-normalization';
import { diffArrays } from 'diff';
import type { Edit } from './edits.js';
import { type RewrittenText, rewrite, type TextInSentences } from './rewrite.js';

/** A sentence, or parts of a long one that end at white space. A `word` that is longer stays as it is. */
const PART = /\S[\s\S]{0,600}(?:\s|$)|(?<word>\S+)/gu;
/** Words, numbers with the marks in them, single signs and characters of scripts without spaces, with the white space before. */
const TOKEN =
  /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}\p{M}]+(?:[.,:/]\p{N}+)*|\S)/gu;
/** A part with more differences is replaced as a whole. */
const MAX_DIFFERENCES = 300;
/** Of a sentence whose end may have been an abbreviation's. */
const LEAST_WORDS = 3;

/** Writes numbers, dates, amounts, units and signs in the words of a language, sentence by sentence. */
export function normalize(written: TextInSentences, language: LanguageCode): RewrittenText {
  const replacements: Edit[] = [];
  for (const { start, end } of written.sentences) {
    const sentence = written.text.slice(start, end);
    // Fewer words begin one: `В 1672 г. Пётр родился.`
    const isWithin = written.text.slice(end).trim() !== '' && sentence.trim().split(' ').length > LEAST_WORDS;
    for (const { 0: match, index, groups } of sentence.matchAll(PART)) {
      const part = match.trimEnd();
      if (groups?.word !== undefined) continue;
      const spoken = normalizeText(part, language);
      // The stop of an abbreviation may have been that of the sentence: `до 92 руб. Нефть`.
      const isLost = isWithin && index + match.length === sentence.length && /\.$/u.test(part) && !/\.$/u.test(spoken);
      replacements.push(...differences(part, isLost ? `${spoken}.` : spoken, start + index));
    }
  }
  return rewrite(written, replacements);
}

const tokensOf = (text: string): string[] => text.match(TOKEN) ?? [];

/** What of a part is spoken otherwise than it is written, so that the rest stays where it is. */
function differences(written: string, spoken: string, offset: number): Edit[] {
  if (written === spoken) return [];
  const parts = diffArrays(tokensOf(written), tokensOf(spoken), { maxEditLength: MAX_DIFFERENCES });
  if (!parts) return [{ start: offset, end: offset + written.length, say: spoken }];
  const replacements: { start: number; end: number; say: string }[] = [];
  let at = offset;
  let isSame = true;
  for (const { value, added, removed } of parts) {
    const text = value.join('');
    const wasSame = isSame;
    isSame = !added && !removed;
    if (!isSame && wasSame) replacements.push({ start: at, end: at, say: '' });
    if (!added) at += text.length;
    const last = replacements.at(-1);
    if (!last || isSame) continue;
    last.end = at;
    if (added) last.say += text;
  }
  return replacements;
}
