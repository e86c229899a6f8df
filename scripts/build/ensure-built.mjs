import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fingerprint, projectsOf, removeStale, root } from './projects.mjs';
import { startSpinner } from './spinner.mjs';

const require = createRequire(import.meta.url);
const cache = join(root, 'node_modules/.cache/ownvoice');
const stampsFile = join(cache, 'build.json');
const LOCK_WAIT_MS = 100;
const MAX_OUTPUT = 64 * 1024 ** 2;

function stop(sentence, code = 1) {
  console.error(`build: ${sentence}`);
  process.exit(code);
}

/** The file behind a package's command, so that this very Node runs it and no shell is involved. */
function bin(packageName, command) {
  const manifest = require.resolve(`${packageName}/package.json`);
  return join(dirname(manifest), require(manifest).bin[command]);
}

/** Code that a script writes into a service, before it is compiled. */
const GENERATED = [
  {
    name: 'database client',
    service: 'services/auth',
    source: 'prisma/schema.prisma',
    script: 'scripts/build/client.mjs',
    output: 'services/auth/src/generated/client.ts',
  },
  {
    name: 'language statistics',
    service: 'services/tts',
    source: 'scripts/build/language-statistics.mjs',
    script: 'scripts/build/language-statistics.mjs',
    output: 'services/tts/src/generated/language-statistics.ts',
  },
];

/** How to build TypeScript projects and what they need to run, in order. Inputs are named, so that steps share them. */
function stepsFor(folders) {
  const pages = folders.some((folder) => folder === '.' || folder.startsWith('services/'));
  const targets = pages ? [...folders, 'packages/console'] : folders;
  const projects = new Map(targets.flatMap((target) => [...projectsOf(target)].filter(([, project]) => project)));
  const generated = GENERATED.filter(({ service }) => projects.has(service));
  const compiler = ['tsconfig.base.json', 'prisma/schema.prisma'];
  return [
    ...generated.map(({ name, source, script, output }) => ({
      name,
      inputs: { [name]: [source] },
      outputs: [output],
      command: () => [join(root, script)],
    })),
    {
      name: `TypeScript of ${folders.join(', ')}`,
      inputs: Object.fromEntries([...projects.keys()].map((path) => [path, [path, ...compiler]])),
      outputs: [...projects.values()].map(({ outputs }) => outputs),
      command: (anew) => [bin('typescript', 'tsc'), '-b', ...targets, ...(anew ? ['--force'] : [])],
      afterwards: () => [...projects.values()].forEach(removeStale),
    },
    ...(pages
      ? [
          {
            name: 'pages',
            inputs: { pages: ['packages/console', 'packages/audio', 'packages/shared'] },
            outputs: ['accounts', 'speech', 'docs'].map((page) => `packages/console/dist-app/${page}/index.html`),
            command: () => [bin('vite', 'vite'), 'build', '--logLevel', 'warn'],
            cwd: 'packages/console',
          },
        ]
      : []),
  ];
}

/** The fingerprints of inputs when they were last built. */
function readStamps() {
  try {
    return JSON.parse(readFileSync(stampsFile, 'utf8'));
  } catch {
    return {};
  }
}

const fingerprintsOf = ({ inputs }) =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, paths]) => [name, fingerprint([...paths, 'package-lock.json'])]),
  );

const isComplete = ({ outputs }) => outputs.every((output) => existsSync(join(root, output)));

function isCurrent(step) {
  const stamps = readStamps();
  return isComplete(step) && Object.entries(fingerprintsOf(step)).every(([name, print]) => stamps[name] === print);
}

function runStep({ name, command, cwd = '.', afterwards, ...step }, anew, title) {
  const endSpinner = startSpinner(title);
  // Before the step runs: what is written meanwhile counts as changed.
  const fingerprints = fingerprintsOf(step);
  const { status, output } = spawnSync(process.execPath, command(anew), {
    cwd: join(root, cwd),
    maxBuffer: MAX_OUTPUT,
  });
  endSpinner();
  // A program that is built first has standard output for itself.
  for (const text of output ?? []) if (text) process.stderr.write(text);
  if (status !== 0) stop(`${name} failed`, status ?? 1);
  afterwards?.();
  // Whole or not at all: another command may read it now.
  writeFileSync(`${stampsFile}.new`, JSON.stringify({ ...readStamps(), ...fingerprints }, null, 2));
  renameSync(`${stampsFile}.new`, stampsFile);
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Keeps two commands from building at the same time. */
function withLock(work) {
  const lock = join(cache, 'build.lock');
  mkdirSync(cache, { recursive: true });
  for (let waits = 0; ; waits++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = Number(existsSync(lock) && readFileSync(lock, 'utf8'));
    if (owner > 0 && !isAlive(owner)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (waits === 0) console.error(`build: waiting for process ${owner}, which is building (${lock})`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_WAIT_MS);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  work();
  release();
  // From here on the lock is another command's.
  process.off('exit', release);
}

/**
 * Builds what changed of some projects since they were last built; ends the process where that fails. In a production
 * install, which has no compiler, what was built before runs.
 *
 * @param folders TypeScript projects such as `services/tts`; `.` for all of them
 * @param anew builds everything, whatever is there
 */
export function ensureBuilt(folders = ['.'], { anew = false } = {}) {
  if (!existsSync(join(root, 'node_modules'))) stop('the packages are not installed; run `npm ci` first.');
  const steps = stepsFor(folders);
  if (!existsSync(join(root, 'node_modules/vite'))) {
    if (anew) stop('the development packages are not installed; run `npm ci` first.');
    if (steps.every(isComplete)) return;
    stop('nothing is built here; run `npm ci && npm run build`, then `npm ci --omit=dev`.');
  }
  if (!anew && steps.every(isCurrent)) return;
  withLock(() => {
    const due = steps.filter((step) => anew || !isCurrent(step));
    const startedAt = performance.now();
    for (const [index, step] of due.entries()) {
      runStep(step, anew, `build: ${index + 1} of ${due.length}, ${step.name}`);
    }
    if (due.length > 0) console.error(`build: done in ${Math.ceil((performance.now() - startedAt) / 1_000)} s`);
  });
}
