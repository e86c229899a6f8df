import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { NpmStart, root, type StartOptions } from './harness/npm-start.js';

interface Folders {
  folderFault(what: string, folder: string, neededMb: number): string | undefined;
}
const script = (name: string) => import(pathToFileURL(join(root, 'scripts/start', name)).href);
const { folderFault } = (await script('preflight.mjs')) as Folders;
const { misspelledNames } = (await script('settings.mjs')) as {
  misspelledNames(file: string, example: string): Promise<string[]>;
};

const folder = mkdtempSync(join(tmpdir(), 'ownvoice-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'file');
writeFileSync(file, '');

describe('npm start refuses in sentences, before anything starts', () => {
  const REFUSALS: readonly (readonly [what: string, start: StartOptions, output: RegExp])[] = [
    ['PORT=abc', { env: { PORT: 'abc' } }, /^ownvoice: PORT must be a whole number from 0 to 65535; it is "abc"\.\n$/],
    ['--port=abc', { args: ['--port=abc'] }, /^ownvoice: --port must be a whole number from 0 to 65535; .*\n$/],
    [
      'the same port twice',
      { env: { PORT: '8765', TTS_PORT: '8765' } },
      /^ownvoice: PORT and TTS_PORT are both 8765; each service needs a port of its own\.\n$/,
    ],
    [
      'the same port by an option',
      { args: ['--port', '8765'], env: { PORT: '8765' } },
      /^ownvoice: PORT and TTS_PORT are both 8765; each service needs a port of its own\.\n$/,
    ],
    ['an unknown option', { args: ['--modle', 'x'] }, /^ownvoice: .*--modle\. Did you mean --model\?.*\n$/],
    ['a variant without its option', { args: ['base-0.6b'] }, /^ownvoice: .* Did you mean --model base-0\.6b\?.*\n$/],
    [
      'an unknown variant',
      { env: { TTS_MODEL: 'huge' } },
      /^ownvoice: TTS_MODEL must be one of customvoice-1\.7b, .*\n$/,
    ],
    [
      'mistakes in both services',
      { env: { TTS_QUEUE: 'many', JWT_EXPIRES_IN: 'soon' } },
      /^ownvoice: TTS_QUEUE must be .*\nownvoice: JWT_EXPIRES_IN must be .*\n$/,
    ],
    [
      'a mistake in a setting of both, once',
      { env: { LOG_LEVEL: 'loud' } },
      /^ownvoice: LOG_LEVEL must be one of [^\n]*\n$/,
    ],
    [
      'a data folder below a file',
      { env: { DATA_DIR: join(file, 'data') } },
      /^ownvoice: The data folder \(DATA_DIR\) cannot be .*file\/data: .*file is not a folder\.\n$/,
    ],
  ];

  test.each(REFUSALS)('%s', async (_what, start, output) => {
    const refused = new NpmStart(folder, start);
    expect(await refused.ended).toBe(2);
    expect(refused.output).toMatch(output);
  });

  test('a name in .env that is nearly that of a setting, and no other', async () => {
    const example = '# PORT=8000\n# SINGLE_USER_MODE=true\nTTS_MODEL=\n# A note: TTS_QUEUE=8\n';
    const file = '# comment\nSINGLE_USER_MOD=false\nTTS_MODEL=base-0.6b\nTTS_MODELL="x"\nMY_OWN_THING=1\n';
    expect(await misspelledNames(file, example)).toEqual([
      'SINGLE_USER_MOD in .env is no setting. Did you mean SINGLE_USER_MODE?',
      'TTS_MODELL in .env is no setting. Did you mean TTS_MODEL?',
    ]);
  });

  test('a host that is not of this machine', async () => {
    const refused = new NpmStart(folder, { env: { TTS_HOST: '192.0.2.1' } });
    expect(await refused.ended).toBe(1);
    expect(refused.output).toBe(
      'ownvoice: 192.0.2.1 is not an address of this machine. The setting is --host or TTS_HOST.\n',
    );
  });

  test('--help prints the options and starts nothing', async () => {
    const help = new NpmStart(folder, { args: ['--help'] });
    expect(await help.ended).toBe(0);
    expect(help.output).toMatch(
      /^Starts both services .*--host ADDRESS\s+Address to bind\. Default 127\.0\.0\.1\..*--models-dir DIR/s,
    );
  });
});

test.each([
  ['the account service', 'services/auth/dist/main.js', 'npm run start -w services/auth'],
  ['npm run trim', 'scripts/trim.mjs', 'npm run trim'],
])('%s prints its usage for --help, and refuses another option in a sentence', (_what, file, usage) => {
  const run = (option: string) => spawnSync(process.execPath, [join(root, file), option], { encoding: 'utf8' });
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining(usage), stderr: '' });
  const refused = run('--hlep');
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^[^\n]*--hlep[^\n]*\. Try --help\.\n$/);
});

describe('the banner comes', () => {
  const CASES: readonly (readonly [what: string, start: StartOptions, lines: readonly RegExp[]])[] = [
    [
      'with --port=0, --host and PORT=0',
      { args: ['--port=0', '--host', '0.0.0.0'] },
      [/Accounts {2}http:\/\/localhost:\d+ /, /Speech {4}http:\/\/localhost:\d+ /, /The built-in voice speaks/],
    ],
    [
      'with HOST, and where no voice can speak',
      { args: ['--fallback', 'off'], env: { HOST: 'localhost' } },
      [/Speech {4}http:\/\/localhost:\d+ /, /No voice can speak yet: The model customvoice-1\.7b is not installed/],
    ],
    [
      'without a log, with the set-up form and its token where several users sign in',
      { env: { LOG_LEVEL: 'silent', SINGLE_USER_MODE: 'false', HOST: '0.0.0.0' } },
      [
        /^Ownvoice is ready\.\n\n {2}Accounts {2}http:\/\/localhost:[1-9]\d* /,
        /There is no account yet\. Create the first one at http/,
        /Set-up token: \S+/,
      ],
    ],
    [
      'without the optional package of the built-in voice, and says so',
      { env: { NODE_OPTIONS: withoutPackage('@echogarden/') } },
      [/No voice can speak yet: .*The built-in voice is not installed: .*espeak-ng-emscripten/],
    ],
  ];

  test.each(CASES)('%s', async (_what, start, lines) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ownvoice-banner-'));
    const running = new NpmStart(dataDir, start);
    try {
      const banner = await running.banner();
      for (const line of lines) expect(banner).toMatch(line);
      const address = /Speech {4}(\S+)/.exec(banner)?.[1];
      expect((await fetch(`${address}/health`)).status).toBe(200);
    } finally {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

/** An option for Node that makes a package look as if it were not installed. */
function withoutPackage(name: string): string {
  const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const hook = dataUrl(`
    export async function resolve(specifier, context, next) {
      if (!specifier.startsWith('${name}')) return next(specifier, context);
      throw Object.assign(new Error('Cannot load package'), { code: 'ERR_MODULE_NOT_FOUND' });
    }`);
  return `--import=${dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(hook)});`)}`;
}

describe('a folder that is about to be written', () => {
  test('a data folder may be missing', () => {
    expect(folderFault('The folder', join(folder, 'not', 'there'), 1)).toBeUndefined();
  });

  test('a data folder needs room on the disk', () => {
    expect(folderFault('The folder', folder, 1e9)).toMatch(
      /^The folder is .*, where \d+ MB are free and 1000000000 MB/,
    );
  });

  // The superuser may write everywhere.
  test.skipIf(process.getuid?.() === 0)('a data folder has to be writable', () => {
    const closed = mkdtempSync(join(folder, 'closed-'));
    chmodSync(closed, 0o555);
    expect(folderFault('The folder', join(closed, 'data'), 1)).toMatch(/may not be written by this user\.$/);
  });
});
