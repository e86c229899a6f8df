export { ErrorBody, errorResponses, withHeaders } from './contract/error.js';
export { ApiError, type ApiErrorOptions } from './errors/api-error.js';
export { boundLists } from './http/bounded-lists.js';
export { type App, type AppOptions, createApp } from './http/create-app.js';
export { OPTIONAL_BODY } from './http/docs.js';
export { wrongContentType } from './http/error-handler.js';
export type { Readiness } from './http/health.js';
// Declares `app.metrics`.
export type {} from './http/metrics.js';
export { atMinimumRate } from './http/minimum-rate.js';
export { asksForLoopback, isFromOtherSite } from './http/other-site.js';
export { pages } from './http/pages.js';
export { serve } from './http/serve.js';
export { onStopSignals } from './http/stop-signals.js';
export { validationDetails } from './http/validation-details.js';
// Declares `request.logFields`.
export type {} from './logging/request-log.js';
export { inSpan } from './tracing/span.js';
export { startTracing } from './tracing/start-tracing.js';
