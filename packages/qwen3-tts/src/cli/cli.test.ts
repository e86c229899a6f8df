import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommand, UsageError } from '@ownvoice/shared/command-line';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { FORMAT_VERSION, readManifest, writeManifest } from '../build/manifest.js';
import { fineTunedCheckpoint } from '../testing/edited-checkpoint.js';
import { goldenFolders } from '../testing/golden-folders.js';
import { hubWith } from '../testing/hub-server.js';
import type { CommandContext } from './command.js';
import { MODEL_COMMANDS } from './command-line.js';
import { ProgressBar } from './progress-bar.js';
import { transferMeter } from './pull.js';

const entry = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const goldenFolder = (name: string) => goldenFolders().find((golden) => golden.name === name)?.folder ?? '';

describe('the model command line', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cli-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const runProcess = (...args: string[]) =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
      const env = { ...process.env, TTS_MODELS_DIR: folder, INIT_CWD: folder };
      const child = spawn(process.execPath, [entry, ...args], { env });
      let out = '';
      let err = '';
      child.stdout.on('data', (data) => {
        out += data;
      });
      child.stderr.on('data', (data) => {
        err += data;
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, out, err }));
    });

  test('the help of the model command line explains every command', async () => {
    const { code, out } = await runProcess('--help');
    expect(code).toBe(0);
    for (const command of ['pull <variant>', 'build <checkpoint-dir>', 'list', 'remove <folder>', 'doctor [variant]']) {
      expect(out).toContain(command);
    }
  });

  /** In this process: another one takes a second to start. @throws what the command throws */
  const run = (...args: string[]) => runWith({}, ...args);
  const runWith = async (variables: CommandContext['env'], ...args: string[]) => {
    let out = '';
    const context: CommandContext = {
      env: { TTS_MODELS_DIR: folder, ...variables },
      cwd: folder,
      print: (line) => {
        out += `${line}\n`;
      },
      progress: () => {},
      confirm: async () => false,
      signal: new AbortController().signal,
    };
    const code = await readCommand(MODEL_COMMANDS, args)(context);
    return { code: code ?? 0, out };
  };

  test.each<[name: keyof typeof MODEL_COMMANDS, args: readonly string[], named: string]>([
    ['pull', ['customvoice-9b'], 'customvoice-9b'],
    ['pull', [], 'variant'],
    ['build', ['somewhere'], '--out'],
    ['build', ['somewhere', '--out', 'there', '--precision', 'int3'], '--precision'],
    ['remove', [], 'folder'],
    ['remove', ['customvoice-0.6b'], 'customvoice-0.6b'],
    ['doctor', [], '.data/models'],
    ['doctor', ['customvoice-9b'], 'customvoice-9b'],
    ['doctor', ['--reference', 'nowhere.wav'], 'nowhere.wav'],
    ['remove', ['../elsewhere'], '../elsewhere'],
    ['list', ['--colour', 'red'], '--colour'],
  ])('the model command line names in one line what is wrong with %s %j', async (name, args, named) => {
    const error = await runWith({ TTS_MODELS_DIR: undefined }, name, ...args).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toContain(named);
    expect((error as UsageError).message).not.toContain('\n');
  });

  test('a reader that has seen enough, as head has, ends the model command line quietly', async () => {
    const child = spawn(process.execPath, [entry, 'list'], { env: { ...process.env, TTS_MODELS_DIR: folder } });
    child.stdout.destroy();
    const errors = child.stderr.toArray();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(String(await errors)).toBe('');
  });

  test('an invalid model command line prints one line and ends with 2', async () => {
    const { code, err } = await runProcess('fly');
    expect(code).toBe(2);
    expect(err).toMatch(/^model: [^\n]*"fly"[^\n]*\n$/);
  });

  test('builds a checkpoint, lists it, and refuses a truncated one in one sentence', async () => {
    const checkpoint = join(folder, 'official');
    await cp(join(goldenFolder('customvoice-0.6b'), 'checkpoint'), checkpoint, { recursive: true });
    const built = await run('build', 'official', '--out', 'customvoice-0.6b', '--precision', 'int4');
    expect(built).toMatchObject({ code: 0, out: expect.stringContaining('custom_voice, 0b6, int4') });
    const listed = await run('list');
    expect(listed.out).toMatch(/customvoice-0\.6b +Qwen\/\S+ +built at int4\n/);
    expect(listed.out).toMatch(/base-1\.7b +Qwen\/\S+ +not installed\n/);

    await truncate(join(checkpoint, 'model.safetensors'), 1_000_000);
    const { code, err } = await runProcess('build', 'official', '--out', 'again');
    expect(code).toBe(1);
    expect(err.trim()).toMatch(/^model: \S+model\.safetensors is truncated: \d+ bytes of its tensors are missing\.$/);
  });

  test('removes a folder of a model, and nothing else', async () => {
    const models = ['customvoice-0.6b-int8-format12', join('checkpoints', 'base-0.6b')];
    for (const name of [...models, 'holiday']) await mkdir(join(folder, name), { recursive: true });
    for (const name of ['holiday', '.', '..', 'checkpoints'])
      await expect(run('remove', name)).rejects.toThrow(
        new RegExp(`^\\S+ has no folder .* it has ${models.join(', ')}$`),
      );
    for (const name of models) expect(await run('remove', `${name}/`)).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toEqual(['checkpoints', 'holiday']);
  });

  test('pulls, makes the first variant the default, and lists what older versions built until it is removed', async () => {
    const hub = await hubWith('customvoice-0.6b');
    onTestFinished(() => hub.close());
    const old = 'customvoice-0.6b-int8-format3';
    await mkdir(join(folder, old));
    await writeFile(join(folder, old, 'generation.data'), Buffer.alloc(2_000_000_000 / 10));
    expect((await run('list')).out).toMatch(/\n {2}customvoice-0\.6b-int8-format3: incomplete, 0\.2 GB\n/);
    await rm(join(folder, old), { recursive: true });

    const pulled = await runWith({ HF_ENDPOINT: hub.origin }, 'pull', 'customvoice-0.6b');
    expect(pulled).toMatchObject({ code: 0, out: expect.stringMatching(/customvoice-0\.6b is ready in /) });
    expect(await readFile(join(folder, 'default-variant'), 'utf8')).toBe('customvoice-0.6b\n');

    await cp(join(folder, `customvoice-0.6b-int8-format${FORMAT_VERSION}`), join(folder, old), { recursive: true });
    const manifest = await readManifest(join(folder, old));
    await writeManifest(join(folder, old), { ...manifest, format: 3 } as never);
    const again = await runWith({ HF_ENDPOINT: hub.origin }, 'pull', 'customvoice-0.6b');
    expect(again.out).toMatch(
      /\nBuilds of older versions, \d\.\d GB: customvoice-0\.6b-int8-format3\n"npm run model -- remove/,
    );
    expect(await run('remove', old)).toMatchObject({ code: 0, out: expect.stringMatching(/^Removed \S+format3, /) });
    const { out } = await run('list');
    expect(out).not.toContain(old);
    expect(out).toMatch(/customvoice-0\.6b +Qwen\/\S+ +built at int8, official files\n/);
  });

  test('lists official files that only need a build as such, builds them without a network, and names a fine-tune', async () => {
    const official = join(goldenFolder('base-0.6b'), 'checkpoint');
    await cp(official, join(folder, 'checkpoints/base-0.6b'), { recursive: true });
    expect((await run('list')).out).toMatch(
      /base-0\.6b +Qwen\/\S+ +official files, not built: "npm run model -- pull base-0\.6b" builds them\n/,
    );
    const pulled = await runWith({ HF_ENDPOINT: 'http://127.0.0.1:1' }, 'pull', 'base-0.6b');
    expect(pulled).toMatchObject({ code: 0, out: expect.stringMatching(/Building the files that are here\.\nbase/) });
    await fineTunedCheckpoint(official, join(folder, 'customvoice-0.6b'), 'Speaker_Test');
    expect((await run('list')).out).toMatch(
      /\n {2}customvoice-0\.6b: official files, speakers Speaker_Test, 0\.0 GB\n/,
    );
  });

  test('examines what is installed, in lines and as JSON, and fails for a fault', async () => {
    await cp(join(goldenFolder('customvoice-0.6b'), 'checkpoint'), join(folder, 'official'), { recursive: true });
    await run('build', 'official', '--out', 'customvoice-0.6b');
    const lines = await run('doctor');
    expect(lines.out).toMatch(/^customvoice-0\.6b\n {2}unknown {2}files: /);
    expect(lines.out).toMatch(/\n {2}No fault was found, but .*\n$/);
    expect(lines.code).toBe(0);
    await truncate(join(folder, 'customvoice-0.6b', 'codec-decoder.data'), 1_000);
    const { out, code } = await run('doctor', 'customvoice-0.6b', '--json');
    const { reports } = JSON.parse(out);
    expect(reports).toHaveLength(1);
    expect(reports[0].verdict).toEqual({
      result: 'failed',
      message: expect.stringMatching(/^Do not serve this: build int8 failed\. Run /),
    });
    expect(code).toBe(1);
  });
});

describe('ProgressBar', () => {
  const written = (isTTY: boolean, steps: readonly number[]) => {
    const lines: string[] = [];
    const bar = new ProgressBar({ isTTY, columns: 200, write: (text) => lines.push(text) });
    for (const step of steps) bar.show('downloading', step);
    return lines;
  };

  test('draws on a terminal whenever the percentage changes', () => {
    expect(written(true, [0, 0.001, 0.5, 1])).toHaveLength(3);
  });

  test('draws a whole line on a terminal that gives its width as 0', () => {
    const lines: string[] = [];
    new ProgressBar({ isTTY: true, columns: 0, write: (text) => lines.push(text) }).show('downloading', 0.5);
    expect(lines.join('')).toContain('50 %  downloading');
  });

  test('says how much of a download is there, its speed and the time left, without what was there before', () => {
    let now = 0;
    const transferred = transferMeter(() => now);
    const at = (seconds: number, done: number) => {
      now = seconds * 1_000;
      return transferred({ done, total: 2.5e9 });
    };
    expect(at(0, 0.5e9)).toBe('0.5 of 2.5 GB');
    expect(at(10, 0.7e9)).toBe('0.7 of 2.5 GB, 20.0 MB/s, 2 min left');
    expect(at(80, 2.1e9)).toBe('2.1 of 2.5 GB, 20.0 MB/s, 20 s left');
  });

  test('writes a line for every tenth elsewhere', () => {
    const steps = Array.from({ length: 101 }, (_, i) => i / 100);
    expect(written(false, steps)).toHaveLength(11);
  });
});
