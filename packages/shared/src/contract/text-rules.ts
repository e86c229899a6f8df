import { Type } from 'typebox';

/** A pattern and what it asks for. */
export interface TextPattern {
  /** A regular expression with the flag `u`. */
  readonly pattern: string;
  /** The end of the sentence that refuses any other text, without its full stop. */
  readonly rule: string | ((text: string) => string);
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

const NUMBER_FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });

/** A number as sentences write it: `10,000`. */
export const numberText = (value: number): string => NUMBER_FORMAT.format(value);

/** The ends of the sentences about lengths, without their full stop. */
export const tooShort = (limit: number): string =>
  limit === 1 ? 'must not be empty' : `is shorter than ${numberText(limit)} characters`;
export const tooLong = (limit: number): string => `is longer than ${numberText(limit)} characters`;
export const tooManyBytes = (limit: number): string => `is longer than ${numberText(limit)} bytes of UTF-8`;

/** The end of the sentence that refuses a text which a pattern does not match. */
export const patternRule = ({ rule }: TextPattern, text: string): string =>
  typeof rule === 'string' ? rule : rule(text);

/** Name of the schema keyword for a limit in bytes, which JSON Schema does not have. */
export const MAX_BYTES_KEYWORD = 'x-max-bytes';

/** Whether a text is within a limit of bytes in UTF-8. */
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

/**
 * The rules that a text breaks, one sentence each, as a request's validation words them.
 * @param field begins each sentence
 */
export function brokenRules(field: string, text: string, rules: TextRules): string[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, maxBytes, patterns = [] } = rules;
  const length = [...text].length;
  const broken: string[] = [];
  if (length < minLength) broken.push(tooShort(minLength));
  if (length > maxLength) broken.push(tooLong(maxLength));
  if (maxBytes !== undefined && !withinBytes(maxBytes, text)) broken.push(tooManyBytes(maxBytes));
  for (const one of patterns) if (!new RegExp(one.pattern, 'u').test(text)) broken.push(patternRule(one, text));
  return broken.map((rule) => `${field} ${rule}.`);
}
