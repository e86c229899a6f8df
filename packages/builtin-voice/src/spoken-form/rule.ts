import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { Reading } from './reading.js';

export interface Context {
  readonly language: LanguageCode;
  readonly reading: Reading;
}

/** What was written, with the text around it. */
export interface Written {
  readonly text: string;
  /** The named groups of the pattern that took part. */
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** At most 24 characters before and after. */
  readonly before: string;
  readonly after: string;
}

/** One kind of thing that is written otherwise than it is said. */
export interface Rule {
  /** With the flags `gu`; linear in the length of what it reads. */
  readonly pattern: RegExp;
  /** The words, or undefined where it is something else after all. */
  say(written: Written, context: Context): string | undefined;
}

interface Part {
  readonly text: string;
  readonly isSaid: boolean;
}

const surroundings = 24;

/** Applies rules in order; what one of them has said, no later one reads. */
export function applyRules(text: string, rules: readonly Rule[], context: Context): string {
  let parts: Part[] = [{ text, isSaid: false }];
  for (const rule of rules) {
    parts = parts.flatMap((part) => (part.isSaid ? [part] : applyRule(part.text, rule, context)));
  }
  return join(parts, context.reading.space);
}

function applyRule(text: string, rule: Rule, context: Context): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const match of text.matchAll(rule.pattern)) {
    const end = match.index + match[0].length;
    const words = rule.say(
      {
        text: match[0],
        groups: match.groups ?? {},
        before: text.slice(Math.max(0, match.index - surroundings), match.index),
        after: text.slice(end, end + surroundings),
      },
      context,
    );
    if (words !== undefined) {
      parts.push({ text: text.slice(start, match.index), isSaid: false }, { text: words, isSaid: true });
      start = end;
    }
  }
  parts.push({ text: text.slice(start), isSaid: false });
  return parts.filter((part) => part.text !== '');
}

const letterAtEnd = /[\p{L}\p{N}]$/u;
const letterAtStart = /^[\p{L}\p{N}]/u;
const hangulAtStart = /^\p{Script=Hangul}/u;

/** `MP3` is two words once the figure is one; particles stay with their number. */
function join(parts: readonly Part[], space: string): string {
  let text = '';
  parts.forEach((part, index) => {
    const previous = parts[index - 1];
    const touches = letterAtEnd.test(text) && letterAtStart.test(part.text);
    const isParticle = previous?.isSaid === true && hangulAtStart.test(part.text);
    text += touches && !isParticle && (part.isSaid || previous?.isSaid === true) ? space + part.text : part.text;
  });
  return text;
}
