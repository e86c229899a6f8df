import { type Static, Type } from 'typebox';

/** The one error body of both services: a sentence for a person, and one sentence per broken rule after validation. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'What went wrong, for a person to read.' }),
    details: Type.Optional(
      Type.Array(Type.String(), { description: 'One sentence for each broken rule, naming the field.' }),
    ),
  },
  { $id: 'Error', additionalProperties: false, description: 'The body of every error response.' },
);
export type ErrorBody = Static<typeof ErrorBody>;

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
  429: 'Too many requests; `Retry-After` says when to retry.',
  500: 'An internal error.',
  502: 'The upstream service failed.',
  503: 'Not available now; `Retry-After` says when to retry, where known.',
  507: 'There is not enough storage.',
};

const RETRY_AFTER = { 'Retry-After': 'Seconds after which to retry.' };
const HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = { 429: RETRY_AFTER, 503: RETRY_AFTER };

/** Declares further headers of a response, each with its meaning. */
export function withHeaders<R extends object>(response: R, meanings: Readonly<Record<string, string>>): R {
  const { headers } = response as { headers?: object };
  const added = Object.entries(meanings).map(([name, description]) => [name, { type: 'string', description }]);
  return { ...response, headers: { ...headers, ...Object.fromEntries(added) } };
}

/** Declares the error responses of a route, each with the one error body, for the schema's `response`. */
export function errorResponses<const S extends number>(...statuses: S[]): Record<S, typeof ErrorBody> {
  const entries = statuses.map((status) => {
    const response = { ...ErrorBody, $id: undefined, description: DESCRIPTIONS[status] };
    const headers = HEADERS[status];
    return [status, headers ? withHeaders(response, headers) : response];
  });
  return Object.fromEntries(entries) as Record<S, typeof ErrorBody>;
}
