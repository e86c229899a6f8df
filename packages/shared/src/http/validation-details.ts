import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { PATTERNS } from '../contract/patterns.js';

const NUMBER_FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });
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
const MAX_DETAILS = 50;

type Params = FastifySchemaValidationError['params'];

const number = (value: unknown) => NUMBER_FORMAT.format(Number(value));
const list = (values: unknown) => (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ');

/** The end of a sentence that begins with the field, by the keyword of the schema that the value breaks. */
const RULES: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'is required',
  additionalProperties: ({ additionalProperty: name }) => `must not have a field named ${JSON.stringify(name)}`,
  type: ({ type }) =>
    `must be ${[type]
      .flat()
      .map((name) => TYPES[String(name)] ?? name)
      .join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${list(allowedValues)}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `is shorter than ${number(limit)} characters`),
  maxLength: ({ limit }) => `is longer than ${number(limit)} characters`,
  minimum: ({ limit }) => `must be at least ${number(limit)}`,
  maximum: ({ limit }) => `must be at most ${number(limit)}`,
  minProperties: ({ limit }) => `must have at least ${limit === 1 ? 'one field' : `${number(limit)} fields`}`,
  pattern: ({ pattern }) => Object.values(PATTERNS).find((known) => known.pattern === pattern)?.rule ?? 'is not valid',
};

function fieldOf(error: FastifySchemaValidationError, context: string | undefined): string {
  const path = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') path.push(String(error.params.missingProperty));
  return path.join('.') || (CONTEXTS[context ?? ''] ?? 'body');
}

/** Ajv reports a union as one error for each branch and one for the whole; the branches say more. */
const isUnion = ({ keyword }: FastifySchemaValidationError) => keyword === 'anyOf';

/**
 * One sentence for each broken rule, naming the field: `username is required.`
 * @param context `body`, `querystring`, `params` or `headers`
 */
export function validationDetails(errors: FastifySchemaValidationError[], context: string | undefined): string[] {
  const branches = errors.filter((error) => !isUnion(error));
  const sentences = (branches.length > 0 ? branches : errors).map((error) => {
    const rule = RULES[error.keyword]?.(error.params) ?? 'is not valid';
    return `${fieldOf(error, context)} ${rule}.`;
  });
  return [...new Set(sentences)].slice(0, MAX_DETAILS);
}
