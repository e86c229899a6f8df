import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SafetensorsFile } from '@ownvoice/qwen3-tts/internals/checkpoint/safetensors';
import { goldenFolders } from '@ownvoice/qwen3-tts/internals/testing/golden-folders';
import { afterAll, describe, expect, test } from 'vitest';

const entry = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'lab-cli-'));
afterAll(() => rm(folder, { recursive: true }));

function run(...args: string[]) {
  const env = { ...process.env, INIT_CWD: folder };
  return spawnSync(process.execPath, [entry, ...args], { env, encoding: 'utf8' });
}

describe('the model command line of a checkout', () => {
  test('has the commands of the image, and those that prove and measure', () => {
    const { status, stdout } = run('--help');
    expect(status).toBe(0);
    for (const command of ['pull <variant>', 'doctor [variant]', 'check <golden-dir>', 'random <variant>'])
      expect(stdout).toContain(command);
  });

  test('reads .env at the top of the checkout, which the environment overrides', async () => {
    const [lab, copy] = [fileURLToPath(new URL('../..', import.meta.url)), join(folder, 'packages/lab')];
    for (const name of ['dist', 'package.json']) await cp(join(lab, name), join(copy, name), { recursive: true });
    await symlink(join(lab, '../../node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, '.env'), 'TTS_MODELS_DIR=/from-the-file\n');
    const list = (env: NodeJS.ProcessEnv) =>
      spawnSync(process.execPath, [join(copy, 'dist/cli/main.js'), 'list'], { env, encoding: 'utf8' }).stdout;
    expect(list({})).toContain('Models in /from-the-file:');
    expect(list({ TTS_MODELS_DIR: '/from-the-environment' })).toContain('Models in /from-the-environment:');
  });

  test.each([
    [['check'], '<golden-dir>... is missing.'],
    [['random', 'base-0.6b', '--out', 'x', '--seed', 'many'], '--seed must be a whole number'],
  ])('refuses %j in one line with exit code 2', (args, sentence) => {
    const { status, stderr } = run(...args);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
    expect(status).toBe(2);
  });

  test('checks golden cases, counts them, and writes the computed tensors', async () => {
    const golden = goldenFolders().find(({ name }) => name === 'voicedesign-1.7b')!.folder;
    const { status, stdout } = run('check', golden, '--write-out', 'computed.safetensors');
    expect(stdout).toMatch(/\n12 passed, 0 failed\n$/);
    expect(status).toBe(0);
    const computed = await SafetensorsFile.open(join(folder, 'computed.safetensors'));
    const expected = await SafetensorsFile.open(join(golden, 'expected.safetensors'));
    for (const name of computed.names()) expect(computed.info(name)).toMatchObject({ ...shapeOf(expected, name) });
    expect(computed.names()).toContain('case00.waveform');
    await Promise.all([computed.close(), expected.close()]);
  });

  test('fails the check of a missing folder', () => {
    const { status, stdout } = run('check', 'nowhere');
    expect(stdout).toMatch(/cases\.json is missing[^\n]*\n0 passed, 1 failed\n$/);
    expect(status).toBe(1);
  });
});

function shapeOf(file: SafetensorsFile, name: string) {
  const { dtype, shape } = file.info(name);
  return { dtype, shape };
}
