import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { serveBuiltFiles } from './built-files.js';

export interface PagesOptions {
  /** The built folder. */
  root: string;
}

/** Serves a service's web pages at `/`. Client-side routes are in the fragment, so unknown paths are 404. */
export const pages = fp(async (app: FastifyInstance, { root }: PagesOptions) => serveBuiltFiles(app, root, '/'), {
  name: 'pages',
  dependencies: ['security'],
});
