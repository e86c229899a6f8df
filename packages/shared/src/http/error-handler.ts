import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { codeOfStatus, type ErrorBody, objectError } from '../contract/error.js';
import type { ErrorShape } from '../contract/models.js';
import { ApiError, type CommonErrorReason, commonError } from '../errors/api-error.js';
import { validationDetails } from './validation-details.js';

const REASONS: Readonly<Record<string, CommonErrorReason>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'wrong_length',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'empty_body',
  FST_ERR_BAD_URL: 'invalid_url',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
};

/** 415 for a body of another type than the route reads. */
export const wrongContentType = ({ server }: FastifyRequest, cause?: Error): ApiError =>
  commonError(server.hasContentTypeParser('multipart/form-data') ? 'multipart_needed' : 'unsupported_media_type', {
    cause,
  });

/** The public form of an error; `null` for an internal one. */
function asApiError(error: FastifyError | ApiError, request: FastifyRequest): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error.validation) {
    const broken = validationDetails(error.validation, error.validationContext);
    return ApiError.invalid([...broken, ...(request.textFaults ?? [])]);
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongContentType(request, error);
  const reason = REASONS[error.code];
  if (reason) return commonError(reason, { cause: error });
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500
    ? new ApiError(status, codeOfStatus(status), `${STATUS_CODES[status]}.`, { cause: error })
    : null;
}

/**
 * The one place where errors become responses.
 * @param development whether a 500 may reveal its cause
 * @param shapeOf the form of the body of an address
 */
export function errorHandler(development: boolean, shapeOf: (url: string) => ErrorShape = () => 'string') {
  return (error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) => {
    const rejection = asApiError(error, request);
    // A 503 without a cause only says "not yet"; one with a cause is an outage.
    const internal =
      !rejection || rejection.statusCode === 500 || (rejection.statusCode > 500 && rejection.cause !== undefined);
    if (internal) request.log.error({ err: error }, 'request failed');
    // The validator's own error holds the values, a password among them.
    else request.log.debug({ err: 'validation' in error ? rejection : error }, 'request rejected');
    const inShape = (status: number, body: ErrorBody) =>
      shapeOf(request.url) === 'object' ? objectError(status, body) : body;
    if (rejection) {
      const { statusCode: status, headers, body } = rejection;
      return reply.code(status).headers(headers).send(inShape(status, body));
    }
    const { body } = commonError('internal_error');
    const shown = development && error instanceof Error ? { ...body, error: `Internal error: ${error.message}` } : body;
    return reply.code(500).send(inShape(500, shown));
  };
}
