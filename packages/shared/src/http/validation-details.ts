import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { BrokenRule, RuleCode } from '../contract/broken-rules.js';
import { PATTERNS } from '../contract/patterns.js';
import { SPEECH_PATTERNS } from '../contract/speech-patterns.js';
import { brokenPattern, MAX_BYTES_KEYWORD, type TextPattern, tooShort, withinBytes } from '../contract/text-rules.js';

const CONTEXTS: Readonly<Record<string, string>> = { querystring: 'query', params: 'path', headers: 'headers' };
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const KNOWN_PATTERNS: ReadonlyMap<string, TextPattern> = new Map(
  [...Object.values(PATTERNS), ...Object.values(SPEECH_PATTERNS)].map((known) => [known.pattern, known]),
);

/** What Ajv reports in its verbose mode. */
type ValidationError = FastifySchemaValidationError & { readonly data?: unknown; readonly schema?: unknown };

const list = (values: unknown) => (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ');
const alternatives = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** Null means that a field is absent, which nobody who sent something else is looking for. */
const namedTypes = (types: readonly string[]) =>
  types.filter((name) => name !== 'null' || types.length === 1).map((name) => TYPES[name] ?? name);

const withLimit = (code: RuleCode) => (field: string, limit: number) => ({ field, code, parameters: { limit } });

/** Broken rules by the keyword of the schema whose `limit` the value exceeds. */
const LIMITS: Readonly<Record<string, (field: string, limit: number) => BrokenRule>> = {
  minLength: tooShort,
  maxLength: withLimit('too_long'),
  minimum: withLimit('too_small'),
  maximum: withLimit('too_large'),
  minItems: tooShort,
  maxItems: withLimit('too_many_entries'),
  minProperties: (field, limit) =>
    limit === 1 ? { field, code: 'no_field' } : withLimit('too_few_fields')(field, limit),
};

/** Broken rules by the other keywords. */
const RULES: Readonly<Record<string, (field: string, error: ValidationError) => BrokenRule>> = {
  required: (field) => ({ field, code: 'required' }),
  additionalProperties: (field) => ({ field, code: 'unknown_field' }),
  type: (field, { params }) => ({
    field,
    code: 'wrong_type',
    parameters: { type: alternatives(namedTypes([params.type].flat().map(String))) },
  }),
  enum: (field, { params }) => ({ field, code: 'not_one_of', parameters: { values: list(params.allowedValues) } }),
  const: (field, { params }) => ({
    field,
    code: 'not_equal',
    parameters: { value: JSON.stringify(params.allowedValue) },
  }),
  [MAX_BYTES_KEYWORD]: (field, { schema }) => withLimit('too_many_bytes')(field, Number(schema)),
  pattern: (field, { params, data }) => {
    const known = KNOWN_PATTERNS.get(String(params.pattern));
    return known === undefined ? { field, code: 'not_valid' } : brokenPattern(field, known, String(data));
  },
};

function fieldOf(error: ValidationError, context: string | undefined): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'required') path.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') path.push(shownName(String(error.params.additionalProperty)));
  return path.join('.') || (CONTEXTS[context ?? ''] ?? 'body');
}

/** A name that the client chose, in quotes and cut to a length that fits a message. */
export const shownName = (name: string) => JSON.stringify([...name].slice(0, 50).join(''));

/** Ajv reports a union as one error for each branch and one for the whole; the branches say more. */
const isUnion = ({ keyword }: ValidationError) => keyword === 'anyOf';

/** Whether a broken rule follows from another one that says more: an empty text matches no pattern either. */
function isImplied({ keyword }: ValidationError, others: readonly ValidationError[]): boolean {
  if (keyword === 'pattern') return others.some((other) => other.keyword === 'minLength' && other.params.limit === 1);
  return keyword === 'maxLength' && others.some((other) => other.keyword === MAX_BYTES_KEYWORD);
}

/** A parameter that is sent twice arrives as a list. */
const isRepeated = ({ keyword, data }: ValidationError, context: string | undefined) =>
  context === 'querystring' && keyword === 'type' && Array.isArray(data);

/**
 * The rules that a request breaks, in the order of the schema.
 * @param context `body`, `querystring`, `params` or `headers`
 */
export function validationDetails(errors: readonly ValidationError[], context: string | undefined): BrokenRule[] {
  const byPath = new Map<string, ValidationError[]>();
  for (const error of errors) {
    const others = byPath.get(error.instancePath);
    if (others) others.push(error);
    else byPath.set(error.instancePath, [error]);
  }
  const rules = errors.filter((error) => !isImplied(error, byPath.get(error.instancePath) ?? []));
  const branches = rules.filter((error) => !isUnion(error));
  return (branches.length > 0 ? branches : rules).map((error) => {
    const field = fieldOf(error, context);
    if (isRepeated(error, context)) return { field, code: 'repeated' };
    const limit = LIMITS[error.keyword]?.(field, Number(error.params.limit));
    return limit ?? RULES[error.keyword]?.(field, error) ?? { field, code: 'not_valid' };
  });
}

/** The keyword of a limit in bytes, for Ajv. */
export const maxBytesKeyword = {
  keyword: MAX_BYTES_KEYWORD,
  type: 'string' as const,
  schemaType: 'number' as const,
  validate: (limit: number, text: string) => withinBytes(limit, text),
};
