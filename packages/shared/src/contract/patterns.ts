import type { TextPattern, TextRules } from './text-rules.js';

/** A label of a domain, as browsers check it. @see https://html.spec.whatwg.org/#valid-e-mail-address */
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** The patterns of accounts and lists. */
export const PATTERNS = {
  limit: { pattern: '^([1-9][0-9]{0,2}|1000)$', code: 'not_a_limit', rule: 'must be a whole number from 1 to 1,000' },
  offset: {
    pattern: '^(0|[1-9][0-9]{0,8})$',
    code: 'not_an_offset',
    rule: 'must be a whole number from 0 to 999,999,999',
  },
  /** PostgreSQL stores every character but NUL. */
  withoutNul: { pattern: '^[^\\u0000]*$', code: 'nul', rule: 'must not contain NUL characters' },
  uuid: {
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    code: 'not_a_uuid',
    rule: 'must be a UUID in lower case',
  },
  duration: {
    pattern: '^\\d{1,9} ?[smhdwy]?$',
    code: 'not_a_duration',
    rule: 'must be a duration such as 15m, 12h or 7d, or seconds',
  },
  base64url: { pattern: '^[A-Za-z0-9_-]*$', code: 'not_base64url', rule: 'must be base64url' },
  username: {
    pattern: '^[A-Za-z0-9_.-]*$',
    code: 'username_characters',
    rule: 'may only contain letters, digits, "_", "." and "-"',
  },
  email: {
    pattern: `^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`,
    code: 'not_an_email',
    rule: 'must be an e-mail address',
  },
  upperCase: { pattern: '\\p{Lu}', code: 'no_upper_case', rule: 'must contain an uppercase letter' },
  lowerCase: { pattern: '\\p{Ll}', code: 'no_lower_case', rule: 'must contain a lowercase letter' },
  digit: { pattern: '\\p{Nd}', code: 'no_digit', rule: 'must contain a digit' },
} as const satisfies Readonly<Record<string, TextPattern>>;

/** Longest e-mail address, in characters. */
export const MAX_EMAIL_CHARACTERS = 254;
/** Longest password: bcrypt reads no more. */
export const MAX_PASSWORD_BYTES = 72;

export const USERNAME_RULES = {
  minLength: 3,
  maxLength: 64,
  patterns: [PATTERNS.username],
} as const satisfies TextRules;
export const EMAIL_RULES = { maxLength: MAX_EMAIL_CHARACTERS, patterns: [PATTERNS.email] } as const satisfies TextRules;
/** A password that somebody may have. */
export const PASSWORD_RULES = {
  maxBytes: MAX_PASSWORD_BYTES,
  patterns: [PATTERNS.withoutNul],
} as const satisfies TextRules;
export const NEW_PASSWORD_RULES = {
  minLength: 6,
  maxBytes: MAX_PASSWORD_BYTES,
  patterns: [PATTERNS.upperCase, PATTERNS.lowerCase, PATTERNS.digit, PATTERNS.withoutNul],
} as const satisfies TextRules;
