export { ErrorBody, errorResponses } from './contract/error.js';
export { noContent, withHeaders } from './contract/schemas.js';
export {
  ApiError,
  type ApiErrorOptions,
  COMMON_ERRORS,
  type ErrorTable,
  errorsOf,
  type TableErrorOptions,
} from './errors/api-error.js';
export { type App, type AppOptions, createApp } from './http/create-app.js';
export { wrongContentType } from './http/error-handler.js';
export type { Readiness } from './http/health.js';
// Declares `app.metrics`.
export type {} from './http/metrics.js';
export { pages } from './http/pages.js';
export { withSlowRequestGuard } from './http/read-body.js';
export { isCrossSite } from './http/security.js';
export { serve } from './http/serve.js';
export { onStopSignals } from './http/stop-signals.js';
export { validationDetails } from './http/validation-details.js';
// Declares `request.logFields`.
export { sentStatus } from './logging/request-log.js';
export { inSpan, startTracing } from './tracing.js';
