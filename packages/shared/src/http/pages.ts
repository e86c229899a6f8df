import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

export interface PagesOptions {
  /** The folder with `index.html` and `assets/`, as built. */
  root: string;
}

/**
 * Serves a service's web pages at `/`. Files under `/assets/` carry their content's hash in the name and never change;
 * the page itself is asked for anew each time. Client-side routes live in the fragment, so no other path falls back.
 */
export const pages = fp(
  async (app: FastifyInstance, options: PagesOptions) => {
    if (!existsSync(options.root)) {
      app.log.warn('the web pages are not built; `npm run build` makes them');
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
