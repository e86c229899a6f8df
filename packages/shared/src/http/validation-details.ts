import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { PATTERNS } from '../contract/patterns.js';
import { SPEECH_PATTERNS } from '../contract/speech-patterns.js';
import {
  MAX_BYTES_KEYWORD,
  numberText,
  patternRule,
  type TextPattern,
  tooLong,
  tooManyBytes,
  tooShort,
  withinBytes,
} from '../contract/text-rules.js';

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
/** Sentences in one response. */
export const MAX_DETAILS = 50;

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

function brokenPattern({ params, data }: ValidationError): string {
  const known = KNOWN_PATTERNS.get(String(params.pattern));
  return known === undefined ? 'is not valid' : patternRule(known, String(data));
}

/** The end of a sentence that begins with the field, by the keyword of the schema that the value breaks. */
const RULES: Readonly<Record<string, (error: ValidationError) => string>> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a field of this request',
  type: ({ params }) => `must be ${alternatives(namedTypes([params.type].flat().map(String)))}`,
  enum: ({ params }) => `must be one of ${list(params.allowedValues)}`,
  const: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}`,
  minLength: ({ params }) => tooShort(Number(params.limit)),
  maxLength: ({ params }) => tooLong(Number(params.limit)),
  [MAX_BYTES_KEYWORD]: ({ schema }) => tooManyBytes(Number(schema)),
  minimum: ({ params }) => `must be at least ${numberText(Number(params.limit))}`,
  maximum: ({ params }) => `must be at most ${numberText(Number(params.limit))}`,
  maxItems: ({ params }) => `has more than ${numberText(Number(params.limit))} entries`,
  minProperties: ({ params }) =>
    `must have at least ${params.limit === 1 ? 'one field' : `${numberText(Number(params.limit))} fields`}`,
  pattern: brokenPattern,
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

/** A name that the client chose, in quotes and cut to a length that fits a sentence. */
const shownName = (name: string) => JSON.stringify([...name].slice(0, 50).join(''));

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
 * One sentence for each broken rule, naming the field: `username is required.`
 * @param context `body`, `querystring`, `params` or `headers`
 * @param further sentences about the same request
 */
export function validationDetails(
  errors: readonly ValidationError[],
  context: string | undefined,
  further: readonly string[] = [],
): string[] {
  const byPath = new Map<string, ValidationError[]>();
  for (const error of errors) {
    const others = byPath.get(error.instancePath);
    if (others) others.push(error);
    else byPath.set(error.instancePath, [error]);
  }
  const rules = errors.filter((error) => !isImplied(error, byPath.get(error.instancePath) ?? []));
  const branches = rules.filter((error) => !isUnion(error));
  const sentences = (branches.length > 0 ? branches : rules).map((error) => {
    const rule = isRepeated(error, context) ? 'must be sent once' : (RULES[error.keyword]?.(error) ?? 'is not valid');
    return `${fieldOf(error, context)} ${rule}.`;
  });
  return [...new Set([...sentences, ...further])].slice(0, MAX_DETAILS);
}

/** The keyword of a limit in bytes, for Ajv. */
export const maxBytesKeyword = {
  keyword: MAX_BYTES_KEYWORD,
  type: 'string' as const,
  schemaType: 'number' as const,
  validate: (limit: number, text: string) => withinBytes(limit, text),
};
