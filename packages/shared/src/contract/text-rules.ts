import { Type } from 'typebox';
import type { BrokenRule } from './broken-rules.js';

type Rule = Omit<BrokenRule, 'field'>;

/** A pattern and what it asks for. */
export interface TextPattern {
  /** A regular expression with the flag `u`. */
  readonly pattern: string;
  /** The rule that any other text breaks. */
  readonly rule: Rule | ((text: string) => Rule);
}

/** What a text field of the contract asks for. */
export interface TextRules {
  /** In Unicode code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** In UTF-8. */
  readonly maxBytes?: number;
  readonly patterns?: readonly TextPattern[];
}

/** A pattern that a text does not match, as a broken rule. */
export const brokenPattern = (field: string, { rule }: TextPattern, text: string): BrokenRule => ({
  field,
  ...(typeof rule === 'function' ? rule(text) : rule),
});

/** A length below the least, as a broken rule. */
export const tooShort = (field: string, limit: number): BrokenRule =>
  limit === 1 ? { field, code: 'empty' } : { field, code: 'too_short', parameters: { limit } };

/** Name of the schema keyword for a limit in bytes, which JSON Schema does not have. */
export const MAX_BYTES_KEYWORD = 'x-max-bytes';

export const withinBytes = (limit: number, text: string): boolean =>
  // A UTF-16 unit is at least one byte, so megabytes are not encoded.
  text.length <= limit && Buffer.byteLength(text) <= limit;

/** Options of a schema that checks the rules: for `Type.String` and for unions with text. */
export function rulesOf({ minLength, maxLength, maxBytes, patterns = [] }: TextRules): Record<string, unknown> {
  const [first] = patterns;
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(maxBytes !== undefined && { maxLength: maxBytes, [MAX_BYTES_KEYWORD]: maxBytes }),
    ...(first && patterns.length === 1 && { pattern: first.pattern }),
    ...(patterns.length > 1 && { allOf: patterns.map(({ pattern }) => ({ pattern })) }),
  };
}

/** A schema for text that keeps the rules. */
export const ruledText = (rules: TextRules, options: object = {}) => Type.String({ ...rulesOf(rules), ...options });

/** The rules that a text breaks, as a request's validation finds them. */
export function brokenRules(field: string, text: string, rules: TextRules): BrokenRule[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, maxBytes, patterns = [] } = rules;
  const length = [...text].length;
  const broken: BrokenRule[] = [];
  if (length < minLength) broken.push(tooShort(field, minLength));
  if (length > maxLength) broken.push({ field, code: 'too_long', parameters: { limit: maxLength } });
  if (maxBytes !== undefined && !withinBytes(maxBytes, text))
    broken.push({ field, code: 'too_many_bytes', parameters: { limit: maxBytes } });
  for (const one of patterns)
    if (!new RegExp(one.pattern, 'u').test(text)) broken.push(brokenPattern(field, one, text));
  return broken;
}
