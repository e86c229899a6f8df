import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { type Plugin, runnerImport } from 'vite';
import type { CompiledMessages, Messages } from './src/language/messages.js';

const QUERY = '?messages';

/** Imports a catalogue, `en.ts?messages`, as compiled messages: the page carries no parser of message syntax. */
export const compileMessages = (): Plugin => ({
  name: 'compile-messages',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(QUERY)) return undefined;
    const file = id.slice(0, -QUERY.length);
    this.addWatchFile(file);
    const { module } = await runnerImport<{ default: Messages }>(file, { configFile: false, logLevel: 'error' });
    return { code: `export default ${JSON.stringify(compiled(module.default))};`, moduleType: 'js' };
  },
});

function compiled(messages: Messages): CompiledMessages {
  const entries = Object.entries(messages).map(([key, value]) => {
    if (typeof value !== 'string') return [key, compiled(value)];
    const tokens = compileMessageOrThrow(value);
    return [key, tokens.every((token) => typeof token === 'string') ? tokens.join('') : tokens];
  });
  return Object.fromEntries(entries);
}

/** A page asks for its font at once, because it does without one that comes late. */
export const preloadFont = (): Plugin => ({
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => ({
          tag: 'link',
          injectTo: 'head',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${name}` },
        })),
  },
});

const COMPRESSIBLE = /\.(?:html|js|css|svg|json)$/;
/** Smaller files fit a packet as they are. */
const LEAST_BYTES = 1_200;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes `FILE.br` and `FILE.gz` beside the files of a build, at the highest level; a service sends what a browser takes. */
export const precompress = (): Plugin => {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(folder, name))));
    },
  };
};

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < LEAST_BYTES) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${file}.br`, await brotli(content, quality));
  await writeFile(`${file}.gz`, await deflate(content, { level: constants.Z_BEST_COMPRESSION }));
}
