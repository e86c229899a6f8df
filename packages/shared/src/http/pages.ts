import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

export interface PagesOptions {
  /** The built folder. */
  root: string;
}

/** Serves a service's web pages at `/`. Client-side routes are in the fragment, so unknown paths are 404. */
export const pages = fp(async (app: FastifyInstance, { root }: PagesOptions) => serveBuiltFiles(app, root, '/'), {
  name: 'pages',
  dependencies: ['security'],
});

/**
 * Serves a built folder with `index.html` and `assets/` below a prefix, compressed as the build left it. Files under `assets/`
 * have a hash of their content in the name and are cached for ever; the others are revalidated each time. Only these files
 * and the API's document are compressed: a response with a token next to what a client sent would tell about it by its
 * length (BREACH).
 */
export async function serveBuiltFiles(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  if (!existsSync(root)) {
    app.log.warn({ root }, 'web pages are not built; run npm run build');
    return;
  }
  await app.register(fastifyStatic, {
    root,
    prefix,
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    logLevel: 'warn',
    setHeaders: (response, path) => {
      const immutable = /[\\/]assets[\\/]/.test(path);
      response.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
