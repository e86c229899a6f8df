import { type TProperties, Type } from 'typebox';

/** An object without further fields. */
const CLOSED = { additionalProperties: false } as const;

/** A schema by its name in the OpenAPI document. */
export const named = <Properties extends TProperties>(name: string, properties: Properties, options: object = {}) =>
  Type.Object(properties, { $id: name, title: name, ...options });

/** The same for an object without further fields. */
export const closed = <Properties extends TProperties>(name: string, properties: Properties, options: object = {}) =>
  named(name, properties, { ...CLOSED, ...options });

/** An object without further fields inside another schema, or of a query. */
export const closedObject = <Properties extends TProperties>(properties: Properties) => Type.Object(properties, CLOSED);

export const nullable = <T>(type: string, options: object) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], ...options });

/** An optional field: clients send null for a field that they leave out. */
export const optional = <T>(type: string, options: object) => Type.Optional(nullable<T>(type, options));
export const optionalText = (options: object) => optional<string>('string', options);

/** The response of a route that has nothing to send back. */
export const noContent = (description: string) => ({ 204: Type.Null({ description }) });

/** Declares further headers of a response, each with its description. */
export function withHeaders<R extends object>(response: R, descriptions: Readonly<Record<string, string>>): R {
  const { headers } = response as { headers?: object };
  const added = Object.entries(descriptions).map(([name, description]) => [name, { type: 'string', description }]);
  return { ...response, headers: { ...headers, ...Object.fromEntries(added) } };
}
