import { execFile } from 'node:child_process';
import { access, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** A download on a slow line. */
const INSTALL_TIMEOUT_MS = 180_000;

/** A Python with one package, or why there is none. */
export type PythonPackage =
  | { readonly kind: 'installed'; readonly bin: (name: string) => string }
  | { readonly kind: 'missing'; readonly why: string };

/**
 * Installs a package from PyPI into a virtual environment in the folder for temporary files, where it stays for the next
 * run of the tests.
 * @param requirement with an exact version, such as `openai==3.54.0`
 */
export async function pythonPackage(requirement: string): Promise<PythonPackage> {
  const folder = join(tmpdir(), `ownvoice-tests-${requirement.replace(/[^\w.]+/g, '-')}`);
  const lock = `${folder}.lock`;
  // Another file of tests may be installing it. What a killed run has left is taken over in the end.
  const isTaken = () =>
    mkdir(lock).then(
      () => false,
      () => true,
    );
  for (let waited = 0; waited < INSTALL_TIMEOUT_MS && (await isTaken()); waited += 200) await pause(200);
  try {
    return await install(requirement, folder);
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function install(requirement: string, folder: string): Promise<PythonPackage> {
  const done = join(folder, 'installed');
  const bin = (name: string) => join(folder, 'bin', name);
  if (
    await access(done).then(
      () => true,
      () => false,
    )
  )
    return { kind: 'installed', bin };
  try {
    await rm(folder, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', folder]);
    await run(bin('pip'), ['install', '--quiet', '--disable-pip-version-check', requirement], {
      timeout: INSTALL_TIMEOUT_MS,
    });
    await mkdir(done);
    return { kind: 'installed', bin };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    return { kind: 'missing', why: `${requirement} cannot be installed with Python here: ${reason}` };
  }
}
