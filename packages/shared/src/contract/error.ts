import { type Static, Type } from 'typebox';
import { withHeaders } from './schemas.js';

/** The one error body of both services: a message for people, a code for programs, and after validation each broken rule. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'What went wrong, for a person to read.' }),
    code: Type.String({ description: 'The cause, for programs to read: one of a fixed set of words.' }),
    details: Type.Optional(
      Type.Array(Type.String(), { description: 'One message for each broken rule, naming the field.' }),
    ),
  },
  { $id: 'Error', additionalProperties: false, description: 'The body of every error response.' },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** The other form of an error, as clients of the common speech API know it. */
export const objectError = (status: number, { error: message, code, details }: ErrorBody) => ({
  error: { message, code, type: status < 500 ? 'invalid_request_error' : 'server_error' },
  ...(details && { details }),
});

/** The declaration of that form, from the one of an error response. */
export function objectErrorSchema(schema: object): object {
  const { properties } = schema as { properties: { error: object; code: object; details?: object } };
  const { error: message, code, details } = properties;
  const type = Type.Enum(['invalid_request_error', 'server_error']);
  return {
    ...schema,
    required: ['error'],
    properties: { error: Type.Object({ message, code, type }), ...(details && { details }) },
  };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'The bearer token is missing, invalid or expired.',
  403: 'This is not permitted.',
  404: 'The resource does not exist.',
  405: 'The method is not allowed here.',
  408: 'The body arrives too slowly.',
  409: 'The request conflicts with the current state.',
  413: 'The body is too large.',
  415: 'The content type is not supported.',
  416: 'The range is beyond the end.',
  429: 'Too many requests; `Retry-After` says when to retry.',
  500: 'An internal error.',
  502: 'The upstream service failed.',
  503: 'Not available now; `Retry-After` says when to retry, where known.',
  507: 'There is not enough storage.',
};

const RETRY_AFTER = { 'Retry-After': 'Seconds after which to retry.' };
const HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = { 429: RETRY_AFTER, 503: RETRY_AFTER };

const CODES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  416: 'range_not_satisfiable',
  429: 'rate_limited',
  431: 'headers_too_large',
  502: 'upstream_failed',
  503: 'not_ready',
  507: 'no_room',
};

/** The code of an error that names none. */
export const codeOfStatus = (status: number): string =>
  CODES[status] ?? (status >= 500 ? 'internal_error' : 'invalid_input');

/**
 * Declares the error responses of a route, each with the one error body and its codes, and `details` of a 400, for the schema's `response`.
 * @param responses a status, or a status and the codes that the route responds with
 */
export function errorResponses<const S extends number>(
  ...responses: (S | readonly [status: S, ...codes: string[]])[]
): Record<S, typeof ErrorBody> {
  const entries = responses.map((declared) => {
    const [status, ...codes] = typeof declared === 'number' ? [declared, codeOfStatus(declared)] : declared;
    const code = { ...ErrorBody.properties.code, enum: codes };
    const { error, details } = ErrorBody.properties;
    const properties = { error, code, ...(status === 400 && { details }) };
    const response = { ...ErrorBody, $id: undefined, properties, description: DESCRIPTIONS[status] };
    const headers = HEADERS[status];
    return [status, headers ? withHeaders(response, headers) : response];
  });
  return Object.fromEntries(entries) as Record<S, typeof ErrorBody>;
}
