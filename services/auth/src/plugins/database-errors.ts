import { ApiError } from '@ownvoice/shared';
import fp from 'fastify-plugin';
import { isUnavailable } from '../data/database-errors.js';
import { apiError } from '../errors.js';

/** In seconds. */
const RETRY_AFTER = 2;

/** Responds with 503 with `retry-after` when the database can't be reached; passes every other error on. */
export const databaseErrors = fp(
  async (app) => {
    const respond = app.errorHandler;
    app.setErrorHandler((error, request, reply) => {
      const unavailable = !(error instanceof ApiError) && isUnavailable(error);
      // The log of the outage has the cause, once a minute instead of once a request.
      if (unavailable) app.services.db.failed(error);
      const headers = { 'retry-after': RETRY_AFTER };
      const thrown = unavailable ? apiError('database_unavailable', { headers }) : error;
      return respond.call(app, thrown as typeof error, request, reply);
    });
  },
  { name: 'database-errors', dependencies: ['services'] },
);
