import { ApiError } from '@ownvoice/shared';
import fp from 'fastify-plugin';
import { isUnavailable } from '../data/database-errors.js';

/** In seconds. */
const RETRY_AFTER = 2;

/** Answers 503 with `retry-after` when the database can't be reached; passes every other error on. */
export const databaseErrors = fp(
  async (app) => {
    const answer = app.errorHandler;
    app.setErrorHandler((error, request, reply) => {
      const unavailable = !(error instanceof ApiError) && isUnavailable(error);
      // The log of the outage has the cause, once a minute instead of once a request.
      if (unavailable) app.services.db.failed(error);
      const headers = { 'retry-after': RETRY_AFTER };
      const thrown = unavailable ? new ApiError(503, 'The database is not available.', { headers }) : error;
      return answer.call(app, thrown as typeof error, request, reply);
    });
  },
  { name: 'database-errors', dependencies: ['services'] },
);
