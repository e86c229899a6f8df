import { ApiError } from '@ownvoice/shared';
import fp from 'fastify-plugin';
import { isUnavailable } from '../data/failures.js';

/** Seconds after which a client may ask again. */
const RETRY_AFTER = 2;

/** A database that can't be reached is a 503 that says when to come back; anything else goes on as it is. */
export const databaseFailures = fp(
  async (app) => {
    const answer = app.errorHandler;
    app.setErrorHandler((error, request, reply) => {
      const unavailable = !(error instanceof ApiError) && isUnavailable(error);
      const headers = { 'retry-after': RETRY_AFTER };
      const thrown = unavailable
        ? new ApiError(503, 'The database is not available.', { headers, cause: error })
        : error;
      return answer.call(app, thrown as typeof error, request, reply);
    });
  },
  { name: 'database-failures' },
);
