/** A JSON schema as it stands in an OpenAPI 3.1 document, with its references resolved. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minProperties?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Media {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** One operation of a document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** Declared answers, by status or `default`. */
  readonly responses: Readonly<Record<string, Media>>;
  readonly secured: boolean;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of a document with every local `$ref` replaced by what it points at. */
function resolved(node: unknown, document: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => resolved(item, document));
  if (!isObject(node)) return node;
  if (typeof node.$ref === 'string') {
    const target = node.$ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>(
        (at, key) => (isObject(at) ? at[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
        document,
      );
    if (target === undefined) throw new Error(`${node.$ref} points nowhere`);
    return resolved(target, document);
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value, document)]));
}

interface RawOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Media;
  readonly responses?: Readonly<Record<string, Media>>;
  readonly security?: readonly unknown[];
}

/** Every operation of an OpenAPI document, references resolved. */
export function operationsOf(document: Json): Operation[] {
  const paths = resolved(document.paths, document) as Record<string, Record<string, RawOperation>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      body: Object.values(operation.requestBody?.content ?? {})[0]?.schema,
      responses: operation.responses ?? {},
      secured: (operation.security ?? []).length > 0,
    })),
  );
}
