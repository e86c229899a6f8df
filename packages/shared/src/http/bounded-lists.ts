import type { FastifyInstance } from 'fastify';

interface BodySchema {
  readonly properties?: Readonly<Record<string, { readonly maxItems?: number } | undefined>>;
}

/**
 * Cuts the lists of a body one entry beyond their limit: enough to refuse them, and a million entries are not checked one by
 * one.
 */
export function boundLists(body: unknown, schema: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, rule] of Object.entries((schema as BodySchema | undefined)?.properties ?? {})) {
    const value: unknown = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
    if (rule?.maxItems !== undefined && Array.isArray(value)) value.splice(rule.maxItems + 1);
  }
}

/** The same for every route. */
export function boundedLists(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('preValidation', async ({ body, routeOptions }) => boundLists(body, routeOptions.schema?.body));
}
