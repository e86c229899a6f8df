import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Precision } from '@ownvoice/shared/contract/models';
import { buildModel } from '../build/build-model.js';
import type { GraphTarget } from '../graph/index.js';
import { withFileLock } from '../store/file-lock.js';
import { goldenFolder } from './golden-folders.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/ownvoice/golden-models');
/** The programs that decide what a build is. */
const BUILDERS = ['packages/audio/dist', 'packages/qwen3-tts/dist'];

/** Changes with the content of any program of the builders, tests left out. */
function versionOfBuilders(): string {
  const hash = createHash('sha256');
  for (const folder of BUILDERS)
    for (const path of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (/(?<!\.test)\.js$/.test(path) && !path.startsWith('testing'))
        hash.update(path).update(readFileSync(join(ROOT, folder, path)));
  return hash.digest('hex').slice(0, 16);
}

const version = versionOfBuilders();

const targetOf = (precision: Precision): GraphTarget => (precision === 'fp16' ? 'gpu' : 'cpu');

/**
 * The model of a reduced checkpoint, for reading only. It is built once for each version of the builders, and shared by
 * all tests that run in this checkout.
 */
export async function builtGolden(name: string, precision: Precision, target = targetOf(precision)): Promise<string> {
  const folder = join(CACHE, version, `${name}-${precision}-${target}`);
  if (existsSync(folder)) return folder;
  await withFileLock(
    `${folder}.lock`,
    async () => {
      if (existsSync(folder)) return;
      await buildModel({ checkpoint: join(goldenFolder(name), 'checkpoint'), out: folder, precision, target });
      for (const old of await readdir(CACHE))
        if (old !== version) await rm(join(CACHE, old), { recursive: true, force: true });
    },
    { pollInterval: 50 },
  );
  return folder;
}

/** Copies the same model to a folder of the test's own, which it may change. @returns the folder */
export async function copyGolden(name: string, out: string, precision: Precision): Promise<string> {
  await cp(await builtGolden(name, precision), out, { recursive: true });
  return out;
}
