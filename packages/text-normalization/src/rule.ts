import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { Verbalizer } from './verbalizer.js';

export interface Context {
  readonly language: LanguageCode;
  readonly verbalizer: Verbalizer;
}

/** What a rule's pattern found, with the text around it. */
export interface RuleMatch {
  readonly text: string;
  /** The named groups of the pattern. */
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** At most 24 characters before and after; those after may be words of an earlier rule. */
  readonly before: string;
  readonly after: string;
  /** Whether it touches a number that another rule has spoken before it. */
  readonly touches: boolean;
}

/** One kind of written form and its words. */
export interface Rule {
  /** With the flags `gu`; linear in the length of what it reads. */
  readonly pattern: RegExp;
  /** The words, or undefined where it is something else after all. */
  verbalize(match: RuleMatch, context: Context): string | undefined;
}

interface Part {
  readonly text: string;
  /** `done` stays as it is; only around what is `spoken` spaces are set. */
  readonly state: 'open' | 'done' | 'spoken';
  readonly endsInDigit?: boolean;
}

const CONTEXT_LENGTH = 24;

/** Applies rules in order; no later rule reads what an earlier one has verbalized. */
export function applyRules(text: string, rules: readonly Rule[], context: Context): string {
  let parts: readonly Part[] = [{ text, state: 'open' }];
  for (const rule of rules) parts = applyRule(parts, rule, context);
  const { space } = context.verbalizer;
  return join(space === '' ? parts.map(withoutSpaces) : parts, space);
}

function applyRule(parts: readonly Part[], rule: Rule, context: Context): Part[] {
  const read: Part[] = [];
  parts.forEach((part, index) => {
    let start = 0;
    // A text can have a thousand parts: `matchAll` would copy the expression for each.
    rule.pattern.lastIndex = 0;
    for (
      let match = part.state === 'open' ? rule.pattern.exec(part.text) : null;
      match !== null;
      match = rule.pattern.exec(part.text)
    ) {
      const end = match.index + match[0].length;
      const behind = parts[index + 1]?.text.slice(0, CONTEXT_LENGTH) ?? '';
      const words = rule.verbalize(
        {
          text: match[0],
          groups: match.groups ?? {},
          before: part.text.slice(Math.max(0, match.index - CONTEXT_LENGTH), match.index),
          after: `${part.text.slice(end, end + CONTEXT_LENGTH)}${behind}`.slice(0, CONTEXT_LENGTH),
          touches: match.index === 0 && parts[index - 1]?.endsInDigit === true,
        },
        context,
      );
      if (words === undefined) continue;
      if (start < match.index) read.push(open(part.text.slice(start, match.index)));
      const state = words === match[0] ? 'done' : 'spoken';
      read.push({ text: words, state, endsInDigit: /\d$/u.test(match[0]) });
      start = end;
    }
    if (start === 0) read.push(part);
    else if (start < part.text.length) read.push(open(part.text.slice(start)));
  });
  return read;
}

/** No rule has anything to say of spaces alone. */
const open = (text: string): Part => ({ text, state: /\S/u.test(text) ? 'open' : 'done' });

/** What Chinese and Japanese write without spaces. */
export const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]`;
const SPACED = new RegExp(`^${UNSPACED} ${UNSPACED}$`, 'u');

/** Digits have spaces around them where words have none; two numbers stay apart. */
function withoutSpaces(part: Part, index: number, parts: readonly Part[]): Part {
  const [before, after] = [parts[index - 1], parts[index + 1]];
  if (part.state === 'spoken') return part;
  const begins = before?.state === 'spoken' && SPACED.test(before.text.slice(-1) + part.text.slice(0, 2));
  const ends = after?.state === 'spoken' && SPACED.test(part.text.slice(-2) + after.text.charAt(0));
  return { ...part, text: part.text.slice(begins ? 1 : 0, ends ? -1 : undefined) };
}

const LETTER_AT_END = /[\p{L}\p{N}]$/u;
const LETTER_AT_START = /^[\p{L}\p{N}]/u;
const HANGUL_AT_START = /^\p{Script=Hangul}/u;

/** `MP3` is two words once the digit is one; Korean particles stay with their number. */
function join(parts: readonly Part[], space: string): string {
  let text = '';
  parts.forEach((part, index) => {
    const previous = parts[index - 1];
    const touches = LETTER_AT_END.test(text.slice(-2)) && LETTER_AT_START.test(part.text);
    const isParticle = previous?.state === 'spoken' && HANGUL_AT_START.test(part.text);
    text +=
      touches && !isParticle && (part.state === 'spoken' || previous?.state === 'spoken')
        ? space + part.text
        : part.text;
  });
  return text;
}

/** What stands between the ends of a range: ` to `. Korean says it as a particle of the number before it. */
export function until({ language, verbalizer: { signs, space } }: Context): string {
  return `${language === 'ko' ? '' : space}${signs['–']}${space}`;
}
