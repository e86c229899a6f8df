import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

export interface PagesOptions {
  /** The built folder with `index.html` and `assets/`. */
  root: string;
}

/**
 * Serves a service's web pages at `/`. Files under `/assets/` have a hash of their content in the name and are cached
 * for ever; the page itself is revalidated each time. Client-side routes are in the fragment, so unknown paths are 404.
 */
export const pages = fp(
  async (app: FastifyInstance, options: PagesOptions) => {
    if (!existsSync(options.root)) {
      app.log.warn({ root: options.root }, 'web pages are not built; run npm run build');
      return;
    }
    await app.register(fastifyStatic, {
      root: options.root,
      prefix: '/',
      wildcard: false,
      cacheControl: false,
      logLevel: 'warn',
      setHeaders: (response, path) => {
        const immutable = /[\\/]assets[\\/]/.test(path);
        response.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  },
  { name: 'pages', dependencies: ['security'] },
);
