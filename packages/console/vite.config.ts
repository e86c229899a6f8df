import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { compileMessages, precompress, preloadFont } from './vite-plugins.js';

// Always the production build, even when the caller's NODE_ENV is test or development.
process.env.NODE_ENV = 'production';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A newcomer's first start builds: no notes about the time of each plugin. */
const QUIET = { checks: { pluginTimings: false } };

/**
 * Builds the page `src/<name>/index.html` into `dist-app/<name>`. Nothing is inlined: the content security policy of the
 * services forbids inline scripts and styles.
 */
const page = (name: string): UserConfig => ({
  root: path(`./src/${name}`),
  base: './',
  publicDir: path('./public'),
  plugins: [react(), compileMessages(), preloadFont(), precompress()],
  build: {
    outDir: path(`./dist-app/${name}`),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    rolldownOptions: QUIET,
  },
});

/** The reference is served at `/docs` and its files are below, `/docs/assets/…`, whatever the prefix of a gateway. */
const filesBelow = (folder: string): Plugin => ({
  name: 'files-below',
  transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll('="./', `="./${folder}/`) },
});

export default defineConfig({
  ...page('speech'),
  build: {
    ...page('speech').build,
    // What parts that are loaded later share with the page would be chunks of their own, and several compress worse than one.
    rolldownOptions: { ...QUIET, output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } } },
  },
  builder: {
    async buildApp(builder) {
      const [environment] = Object.values(builder.environments);
      if (environment === undefined) throw new Error('vite has no build environment');
      await build({ ...page('accounts'), configFile: false, logLevel: 'warn' });
      await build({
        ...page('docs'),
        plugins: [filesBelow('docs'), precompress()],
        build: { ...page('docs').build, chunkSizeWarningLimit: 2_000 },
        configFile: false,
        logLevel: 'warn',
      });
      await builder.build(environment);
    },
  },
});
