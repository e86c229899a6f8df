import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { validationDetails } from './validation-details.js';

const sentences: Readonly<Record<string, [status: number, sentence: string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'The content type is not supported here.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is too large.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body does not have the announced length.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty.'],
  FST_ERR_BAD_URL: [400, 'The address is not a valid URL.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'The address is too long.'],
};

/** Turns whatever was thrown into the answer that may leave the service. `null`: a fault of ours. */
function asApiError(error: FastifyError | ApiError): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error.validation) {
    return new ApiError(400, 'The request is not valid.', {
      details: validationDetails(error.validation, error.validationContext),
    });
  }
  const known = sentences[error.code];
  if (known) return new ApiError(known[0], known[1], { cause: error });
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? new ApiError(status, error.message, { cause: error }) : null;
}

/**
 * The one place where errors become responses.
 * @param development whether a 500 may say what happened
 */
export function errorHandler(development: boolean) {
  return (error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) => {
    const known = asApiError(error);
    // "Not yet" is an answer like any other; what we did wrong, or what broke under us, has a cause.
    const ours = !known || known.statusCode === 500 || (known.statusCode > 500 && known.cause !== undefined);
    if (ours) request.log.error({ err: error }, 'request failed');
    else request.log.debug({ err: error }, 'request refused');
    if (known) return reply.code(known.statusCode).headers(known.headers).send(known.body);
    const message = development && error instanceof Error ? `Internal error: ${error.message}` : 'Internal error.';
    return reply.code(500).send({ error: message });
  };
}
