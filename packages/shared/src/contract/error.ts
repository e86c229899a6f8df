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

const RETRY_AFTER = { 'Retry-After': 'Seconds after which to retry.' };

/** By status: the code of an error that names none, and what the document says about the response and its headers. */
const STATUSES: Readonly<Record<number, readonly [code: string, description?: string, headers?: typeof RETRY_AFTER]>> =
  {
    400: ['invalid_input', 'The request is not valid.'],
    401: ['unauthorized', 'The bearer token is missing, invalid or expired.'],
    403: ['forbidden', 'This is not permitted.'],
    404: ['not_found', 'The resource does not exist.'],
    405: ['method_not_allowed', 'The method is not allowed here.'],
    408: ['request_timeout', 'The body arrives too slowly.'],
    409: ['conflict', 'The request conflicts with the current state.'],
    413: ['payload_too_large', 'The body is too large.'],
    414: ['uri_too_long'],
    415: ['unsupported_media_type', 'The content type is not supported.'],
    416: ['range_not_satisfiable', 'The range is beyond the end.'],
    429: ['rate_limited', 'Too many requests; `Retry-After` says when to retry.', RETRY_AFTER],
    431: ['headers_too_large'],
    500: ['internal_error', 'An internal error.'],
    502: ['upstream_failed', 'The upstream service failed.'],
    503: ['not_ready', 'Not available now; `Retry-After` says when to retry, where known.', RETRY_AFTER],
    507: ['no_room', 'There is not enough storage.'],
  };

/** The code of an error that names none. */
export const codeOfStatus = (status: number): string =>
  STATUSES[status]?.[0] ?? (status >= 500 ? 'internal_error' : 'invalid_input');

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
    const [, description, headers] = STATUSES[status] ?? [];
    const response = { ...ErrorBody, $id: undefined, properties, description };
    return [status, headers ? withHeaders(response, headers) : response];
  });
  return Object.fromEntries(entries) as Record<S, typeof ErrorBody>;
}
