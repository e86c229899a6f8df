import type { TextPattern, TextRules } from './text-rules.js';

/** A label of a domain, as browsers check it. @see https://html.spec.whatwg.org/#valid-e-mail-address */
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** The patterns of accounts and lists. */
export const PATTERNS = {
  limit: { pattern: '^([1-9][0-9]{0,2}|1000)$', rule: { code: 'not_a_limit' } },
  offset: { pattern: '^(0|[1-9][0-9]{0,8})$', rule: { code: 'not_an_offset' } },
  /** To the year 5138. */
  time: { pattern: '^(0|[1-9][0-9]{0,13})$', rule: { code: 'not_a_time' } },
  /** PostgreSQL stores every character but NUL. */
  withoutNul: { pattern: '^[^\\u0000]*$', rule: { code: 'nul' } },
  uuid: { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', rule: { code: 'not_a_uuid' } },
  duration: { pattern: '^\\d{1,9} ?[smhdwy]?$', rule: { code: 'not_a_duration' } },
  base64url: { pattern: '^[A-Za-z0-9_-]*$', rule: { code: 'not_base64url' } },
  username: { pattern: '^[A-Za-z0-9_.-]*$', rule: { code: 'username_characters' } },
  email: {
    pattern: `^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`,
    rule: { code: 'not_an_email' },
  },
  upperCase: { pattern: '\\p{Lu}', rule: { code: 'no_upper_case' } },
  lowerCase: { pattern: '\\p{Ll}', rule: { code: 'no_lower_case' } },
  digit: { pattern: '\\p{Nd}', rule: { code: 'no_digit' } },
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
