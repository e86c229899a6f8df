import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { validationDetails } from './validation-details.js';

const SENTENCES: Readonly<Record<string, [status: number, sentence: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is too large.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body does not have the declared length.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty.'],
  FST_ERR_BAD_URL: [400, 'The address is not a valid URL.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'The address is too long.'],
};

/** 415 for a body of another type than the route reads. */
export function wrongContentType({ server }: FastifyRequest, cause?: Error): ApiError {
  const sentence = server.hasContentTypeParser('multipart/form-data')
    ? 'The body must be multipart/form-data.'
    : 'The body must be JSON, sent with the header "content-type: application/json".';
  return new ApiError(415, sentence, { cause });
}

/** The public form of an error; `null` for an internal one. */
function asApiError(error: FastifyError | ApiError, request: FastifyRequest): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error.validation) {
    return ApiError.invalid(validationDetails(error.validation, error.validationContext, request.textFaults ?? []));
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongContentType(request, error);
  const frameworkError = SENTENCES[error.code];
  if (frameworkError) return new ApiError(...frameworkError, { cause: error });
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? new ApiError(status, error.message, { cause: error }) : null;
}

/**
 * The one place where errors become responses.
 * @param development whether a 500 may reveal its cause
 */
export function errorHandler(development: boolean) {
  return (error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = asApiError(error, request);
    // A 503 without a cause only says "not yet"; one with a cause is an outage.
    const internal =
      !refusal || refusal.statusCode === 500 || (refusal.statusCode > 500 && refusal.cause !== undefined);
    if (internal) request.log.error({ err: error }, 'request failed');
    // The validator's own error holds the values, a password among them.
    else request.log.debug({ err: 'validation' in error ? refusal : error }, 'request refused');
    if (refusal) return reply.code(refusal.statusCode).headers(refusal.headers).send(refusal.body);
    const message = development && error instanceof Error ? `Internal error: ${error.message}` : 'Internal error.';
    return reply.code(500).send({ error: message });
  };
}
