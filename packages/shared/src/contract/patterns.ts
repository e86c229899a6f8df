interface TextPattern {
  readonly pattern: string;
  /** The end of the sentence that refuses any other text, without its full stop. */
  readonly rule: string;
}

/** The patterns of the contract's text fields. */
export const PATTERNS = {
  limit: { pattern: '^([1-9][0-9]{0,2}|1000)$', rule: 'must be a whole number from 1 to 1,000' },
  offset: { pattern: '^(0|[1-9][0-9]{0,8})$', rule: 'must be a whole number from 0 to 999,999,999' },
  /** PostgreSQL stores every character but NUL. */
  withoutNul: { pattern: '^[^\\u0000]*$', rule: 'must not contain NUL characters' },
  uuid: { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', rule: 'must be a UUID in lower case' },
} as const satisfies Readonly<Record<string, TextPattern>>;
