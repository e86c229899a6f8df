import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Precision } from '@ownvoice/shared/contract/models';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildGolden, GoldenMirror, goldenFolder } from '../../testing/golden-models.js';
import type { Engine, EngineState } from '../engine.js';
import { createModelEngine } from './index.js';

const VARIANT = 'customvoice-0.6b';

/** Changes a manifest, whose checksum fits again. */
async function changeManifest(folder: string, change: (manifest: object) => object): Promise<void> {
  const path = join(folder, 'manifest.json');
  const manifest = change((JSON.parse(await readFile(path, 'utf8')) as { manifest: object }).manifest);
  const checksum = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  await writeFile(path, JSON.stringify({ checksum, manifest }));
}

function settled(engine: Engine, wanted: (state: EngineState) => boolean): Promise<EngineState> {
  return new Promise((resolve) => {
    const look = (state: EngineState) => {
      if (wanted(state)) resolve(state);
    };
    engine.onState(look);
    look(engine.state);
  });
}

const readyOrFailed = ({ kind }: EngineState) => kind === 'ready' || kind === 'failed';

describe('the configured model', () => {
  let built: string;
  let modelsDir: string;
  const running: Engine[] = [];
  const warnings: string[] = [];

  beforeAll(async () => {
    built = await buildGolden(VARIANT, await mkdtemp(join(tmpdir(), 'built-')));
  });
  afterAll(() => rm(join(built, '..'), { recursive: true }));

  beforeEach(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'models-'));
    warnings.length = 0;
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((engine) => engine.stop()));
    await rm(modelsDir, { recursive: true });
  });

  const logger = {
    info: () => {},
    warn: (_: object, sentence: string) => void warnings.push(sentence),
    error: () => {},
  };
  const start = ({
    endpoint,
    pull = false,
    chosenPrecision = 'int8',
    ...times
  }: {
    endpoint?: string;
    pull?: boolean;
    chosenPrecision?: Precision;
    unloadAfterMs?: number;
  } = {}): Engine => {
    const started = createModelEngine(
      {
        model: VARIANT,
        modelsDir,
        precision: 'auto',
        chosenPrecision,
        device: 'cpu',
        threads: 1,
        pull,
        environment: process.env,
        hub: { endpoint, token: undefined },
      },
      logger,
      { pollMs: 50, ...times },
    );
    running.push(started);
    started.start();
    return started;
  };

  const own = () => join(modelsDir, VARIANT);
  const checkpoints = () => join(modelsDir, 'checkpoints', VARIANT);
  const installBuild = async (spoil: (folder: string) => Promise<unknown> = async () => {}) => {
    await cp(built, own(), { recursive: true });
    await spoil(own());
  };
  const installOfficialFiles = () => cp(join(goldenFolder(VARIANT), 'checkpoint'), checkpoints(), { recursive: true });

  test('is absent where nothing is, with the command that changes that', async () => {
    const engine = start();
    expect(await settled(engine, ({ kind }) => kind === 'absent')).toMatchObject({
      reason:
        'The model customvoice-0.6b is not installed; npm run model -- pull customvoice-0.6b downloads and builds it, and so does --pull on.',
    });
  });

  test('is absent with the command for the precision that the device needs', async () => {
    const engine = start({ chosenPrecision: 'fp16' });
    expect(await settled(engine, ({ kind }) => kind === 'absent')).toMatchObject({
      reason: expect.stringContaining('npm run model -- pull customvoice-0.6b --precision fp16 downloads'),
    });
  });

  test('that appears in the folder after the start is used without a restart (attack 64)', async () => {
    const engine = start();
    await settled(engine, ({ kind }) => kind === 'absent');
    await installBuild();
    expect(await settled(engine, ({ kind }) => kind === 'ready')).toEqual({ kind: 'ready' });
  });

  test('that is copied into the folder slowly is used once it is whole', async () => {
    await installBuild((folder) => rm(join(folder, 'generation.data')));
    const engine = start();
    expect(await settled(engine, readyOrFailed)).toMatchObject({
      reason: expect.stringMatching(/generation\.data is missing/),
    });
    await cp(join(built, 'generation.data'), join(own(), 'generation.data'));
    expect(await settled(engine, ({ kind }) => kind === 'ready')).toEqual({ kind: 'ready' });
  });

  const asleep = ({ kind }: EngineState) => kind === 'asleep';
  const states = (engine: Engine) => {
    const seen: string[] = [];
    engine.onState((state) => seen.push(state.kind === 'asleep' && state.isWaking ? 'waking' : state.kind));
    return seen;
  };
  const JOB = {
    text: 'One two three.',
    language: 'English',
    voice: { kind: 'speech', id: 'ryan', instruct: '' },
    speed: 1,
    seed: 1,
    reproducible: true,
    estimatedSeconds: 2.5,
  } as const;
  const control = () => ({ signal: new AbortController().signal, onStart: () => {} });

  test('that nobody uses is unloaded: its process ends, and what it can do is still known', async () => {
    await installBuild();
    const engine = start({ unloadAfterMs: 1 });
    await settled(engine, ({ kind }) => kind === 'ready');
    const { pid } = engine;
    await settled(engine, asleep);
    expect(engine.capabilities.variant).toBe(VARIANT);
    await expect.poll(() => engine.pid).toBeUndefined();
    expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/);
    await expect(engine.synthesize(JOB, control())).rejects.toThrow(/not ready/);
  });

  test('that is asleep is loaded again when it is woken, and never looks loading or stopped meanwhile', async () => {
    await installBuild();
    const engine = start({ unloadAfterMs: 1 });
    await settled(engine, asleep);
    const seen = states(engine);
    // At once: its process is being ended.
    engine.wake?.();
    await settled(engine, ({ kind }) => kind === 'ready');
    expect(new Set(seen)).toEqual(new Set(['waking', 'ready']));
  });

  test('is not unloaded while it speaks', async () => {
    await installBuild();
    const engine = start({ unloadAfterMs: 1 });
    engine.onState((state) => {
      if (state.kind === 'asleep' && !state.isWaking) engine.wake?.();
    });
    // The job is given at the moment when it is ready, before it is idle.
    const audio = await new Promise<unknown>((resolve, reject) => {
      const forget = engine.onState(({ kind }) => {
        if (kind !== 'ready') return;
        forget();
        engine.synthesize(JOB, control()).then(resolve, reject);
      });
    });
    expect(audio).toMatchObject({ sampleRate: 24_000 });
  });

  test('that was replaced while it was asleep is looked for again', async () => {
    await installBuild();
    const engine = start({ unloadAfterMs: 1 });
    await settled(engine, asleep);
    await rm(own(), { recursive: true });
    engine.wake?.();
    expect(await settled(engine, ({ kind }) => kind === 'absent')).toMatchObject({
      reason: expect.stringMatching(/is not installed/),
    });
    await installBuild();
    await settled(engine, ({ kind }) => kind === 'ready');
  });

  test('that is asleep is stopped at once', async () => {
    await installBuild();
    const engine = start({ unloadAfterMs: 1 });
    await settled(engine, asleep);
    await engine.stop();
    expect(engine.state).toEqual({ kind: 'stopped' });
  });

  const SPOILS: readonly (readonly [what: string, spoil: (folder: string) => Promise<unknown>, sentence: RegExp])[] = [
    [
      'altered',
      async (folder) => {
        const path = join(folder, 'generation.data');
        const bytes = await readFile(path);
        bytes[5_000] = (bytes[5_000] as number) ^ 1;
        await writeFile(path, bytes);
      },
      /generation\.data was altered after it was built: npm run model -- pull customvoice-0\.6b builds it again/,
    ],
    [
      'cut short',
      (folder) => truncate(join(folder, 'codec-decoder.data'), 1_000),
      /has 1000 bytes instead of \d+: npm run model -- pull/,
    ],
    [
      'missing',
      (folder) => rm(join(folder, 'checkpoint', 'merges.txt')),
      /merges\.txt is missing: npm run model -- pull/,
    ],
    [
      'without its manifest',
      (folder) => rm(join(folder, 'manifest.json')),
      /manifest\.json is missing: npm run model -- pull/,
    ],
    [
      'of an older format',
      (folder) => changeManifest(folder, (manifest) => ({ ...manifest, format: 1 })),
      /was built in format 1, but this version reads format \d+: npm run model -- pull customvoice-0\.6b builds it again, and so does --pull on\.$/,
    ],
    [
      'described by a damaged manifest',
      (folder) => truncate(join(folder, 'manifest.json'), 200),
      /manifest\.json is damaged: npm run model -- pull/,
    ],
  ];

  test.each(SPOILS)(
    'fails in one sentence with the command when a file of it is %s (attack 63)',
    async (_, spoil, sentence) => {
      await installBuild(spoil);
      const state = await settled(start(), readyOrFailed);
      expect(state).toMatchObject({ kind: 'failed', reason: expect.stringMatching(sentence) });
    },
  );

  test.each(SPOILS.filter((_, index) => index % 2 === 0))(
    'is built again from official files when it is %s (attack 63)',
    async (_, spoil) => {
      await installBuild(spoil);
      await installOfficialFiles();
      expect(await settled(start(), readyOrFailed)).toEqual({ kind: 'ready' });
    },
  );

  test('is downloaded and built again with --pull on when it is half-written (attack 63)', async () => {
    const mirror = new GoldenMirror(VARIANT);
    mirror.open = true;
    const endpoint = await mirror.listen();
    await installBuild((folder) => rm(join(folder, 'manifest.json')));
    expect(await settled(start({ endpoint, pull: true }), readyOrFailed)).toEqual({
      kind: 'ready',
    });
    await mirror.close();
  });

  test('of official files is built once by two services on one folder (attack 65)', async () => {
    await installOfficialFiles();
    const engines = [start(), start()];
    const builders = new Set<Engine>();
    for (const engine of engines)
      engine.onState((state) => {
        if (state.kind === 'loading' && state.stage.startsWith('building')) builders.add(engine);
      });
    for (const engine of engines) expect(await settled(engine, readyOrFailed)).toEqual({ kind: 'ready' });
    expect(builders.size).toBe(1);
    expect(warnings).toContain(`Another process is preparing ${VARIANT}; waiting for it.`);
    expect(await readdir(join(modelsDir, 'checkpoints', VARIANT))).not.toContain('.lock');
  });

  test('that is being built when the service ends leaves no lock', async () => {
    await installOfficialFiles();
    const engine = start();
    await settled(engine, (state) => state.kind === 'loading' && state.stage.startsWith('building'));
    await engine.stop();
    expect(await readdir(join(modelsDir, 'checkpoints', VARIANT))).not.toContain('.lock');
  });

  test('is downloaded and built in the background, with retries until the hub allows it, and then speaks', async () => {
    const mirror = new GoldenMirror(VARIANT);
    const endpoint = await mirror.listen();
    const waiting = start({ endpoint, pull: true });
    const refused = await settled(waiting, (state) => state.kind === 'loading' && state.stage.includes('next try'));
    expect(refused).toMatchObject({ stage: expect.stringMatching(/refuses access.*The next try is in 5 s/) });
    mirror.open = true;
    expect(await settled(waiting, readyOrFailed)).toEqual({ kind: 'ready' });
    await mirror.close();
  });
});
