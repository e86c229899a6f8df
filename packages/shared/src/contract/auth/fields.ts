import { Type } from 'typebox';
import { EMAIL_RULES, NEW_PASSWORD_RULES, PASSWORD_RULES, PATTERNS, USERNAME_RULES } from '../patterns.js';
import { nullable } from '../schemas.js';
import { ruledText, rulesOf, type TextPattern, type TextRules } from '../text-rules.js';

type Lengths = Pick<TextRules, 'minLength' | 'maxLength'>;

/** The two roles of an account. */
export const ROLES = ['admin', 'user'] as const;
export type Role = (typeof ROLES)[number];

/** Largest `limit` of a list. */
export const MAX_PAGE = 1000;

/** An id, for examples in the OpenAPI document. */
export const EXAMPLE_ID = '019ab3c1-7d52-7c3e-9f0a-52b1c6f7e8d9';

export const nullableText = (options: { description: string } & Record<string, unknown>) =>
  nullable<string>('string', options);

export const milliseconds = (description: string) =>
  Type.Integer({ description: `${description}, in milliseconds since the Unix epoch.` });

/** The same for what may not have happened. */
export const millisecondsOrNull = (description: string) =>
  nullable<number>('integer', { description: `${description}, in milliseconds since the Unix epoch; null: never.` });

export const Username = ruledText(USERNAME_RULES, {
  description: '3 to 64 characters: letters, digits, "_", "." and "-". Unique ignoring case, kept as typed.',
  examples: ['ada'],
});

export const Email = nullableText({
  ...rulesOf(EMAIL_RULES),
  description: 'At most 254 characters, unique ignoring case, stored in lower case. Absent or null: none.',
  examples: ['ada@example.org'],
});

export const NewPassword = ruledText(NEW_PASSWORD_RULES, {
  description:
    'At least 6 characters with an upper-case letter, a lower-case letter and a digit; at most 72 bytes of UTF-8.',
  examples: ['Analytical1Engine'],
});

export const Password = ruledText(PASSWORD_RULES, {
  description: 'At most 72 bytes of UTF-8.',
  examples: ['Analytical1Engine'],
});

export const CurrentPassword = ruledText(PASSWORD_RULES, {
  examples: ['Analytical1Engine'],
  description: 'The current password of whoever asks, at most 72 bytes of UTF-8: needed without a recent sign-in.',
});

export const RoleField = Type.Enum([...ROLES], { description: 'The role of the account.' });

/** Text that matches a pattern. */
export const patternText = (pattern: TextPattern, description: string, example: string, lengths: Lengths = {}) =>
  ruledText({ ...lengths, patterns: [pattern] }, { description, examples: [example] });

/** Text as people write it. */
export const freeText = (description: string, example: string, lengths?: Lengths) =>
  patternText(PATTERNS.withoutNul, description, example, lengths);

/** Of the name that somebody gives to what is theirs. */
export const NAME_LENGTHS: Lengths = { minLength: 1, maxLength: 64 };

/** Query strings are text and nothing is coerced, so numbers are patterns. */
export const Limit = patternText(PATTERNS.limit, `The most entries to return, 1 to ${MAX_PAGE}.`, '10');

export const Offset = patternText(PATTERNS.offset, 'How many entries to skip.', '0');
