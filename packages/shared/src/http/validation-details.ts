import type { FastifySchemaValidationError } from 'fastify/types/schema.js';

function fieldOf(error: FastifySchemaValidationError, context: string | undefined): string {
  const path = error.instancePath.replace(/^\//, '').replaceAll('/', '.');
  if (error.keyword === 'required') {
    const missing = String(error.params.missingProperty);
    return path ? `${path}.${missing}` : missing;
  }
  return path || (context ?? 'body');
}

function ruleOf(error: FastifySchemaValidationError): string {
  switch (error.keyword) {
    case 'required':
      return 'is required.';
    case 'additionalProperties':
      return `must not have a field named ${JSON.stringify(error.params.additionalProperty)}.`;
    case 'enum':
      return `must be one of ${(error.params.allowedValues as unknown[]).map((v) => JSON.stringify(v)).join(', ')}.`;
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}.`;
    default:
      return `${error.message ?? 'is not valid'}.`;
  }
}

/** Ajv reports a union as one error for each branch and one for the whole; only the telling ones are kept. */
const isNoise = (error: FastifySchemaValidationError) => error.keyword === 'anyOf' || error.keyword === 'if';

/**
 * One sentence for each broken rule, naming the field: `username is required.`
 * @param context `body`, `querystring`, `params` or `headers`
 */
export function validationDetails(errors: FastifySchemaValidationError[], context: string | undefined): string[] {
  const telling = errors.filter((error) => !isNoise(error));
  const kept = telling.length > 0 ? telling : errors;
  return [...new Set(kept.map((error) => `${fieldOf(error, context)} ${ruleOf(error)}`))].slice(0, 50);
}
