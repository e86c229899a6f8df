import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:html|js|css|svg|json)$/;
/** Smaller files fit a packet as they are. */
const LEAST_BYTES = 1_000;

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
  if ((await stat(file)).size < LEAST_BYTES) return;
  const content = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${file}.br`, await brotli(content, quality));
  await writeFile(`${file}.gz`, await deflate(content, { level: constants.Z_BEST_COMPRESSION }));
}
