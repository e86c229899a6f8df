import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Precision } from '@ownvoice/shared/contract/models';
import { tryFileLock } from '@ownvoice/shared/file-lock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { message, textOf } from '../errors.js';
import { buildGolden, GoldenMirror, goldenFolder } from '../testing/golden-models.js';
import { configWith, reached, reachedState } from '../testing/supervised.js';
import { createSupervisor } from './create-supervisor.js';
import { type SpokenChunk, speechSeconds } from './engine.js';
import type { Supervisor } from './supervisor.js';
import type { EngineState } from './supervisor-machine.js';

type Model = Supervisor['model'];

const VARIANT = 'customvoice-0.6b';

/** Changes a manifest, whose checksum fits again. */
async function changeManifest(folder: string, change: (manifest: object) => object): Promise<void> {
  const path = join(folder, 'manifest.json');
  const manifest = change((JSON.parse(await readFile(path, 'utf8')) as { manifest: object }).manifest);
  const checksum = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  await writeFile(path, JSON.stringify({ checksum, manifest }));
}

type Loading = Extract<EngineState, { readonly kind: 'loading' }>;
const isBuilding = (state: EngineState): state is Loading =>
  state.kind === 'loading' && state.stage.startsWith('building');
const isRetrying = (state: EngineState): state is Loading & Required<Pick<Loading, 'retry'>> =>
  state.kind === 'loading' && state.retry !== undefined;
/** Why it is `absent` or `failed`, once it is. */
const reasonIn = async (engine: Model, kind: 'absent' | 'failed') => (await reached(engine, kind)).reason;

describe('the configured model', () => {
  let built: string;
  let modelsDir: string;
  const running: Supervisor[] = [];
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
    await Promise.all(running.splice(0).map((supervisor) => supervisor.stop()));
    await rm(modelsDir, { recursive: true });
  });

  const logger = {
    info: () => {},
    warn: (_: object, sentence: string) => void warnings.push(sentence),
    error: () => {},
  };
  const startAll = async ({
    endpoint,
    pull = false,
    chosenPrecision = 'int8',
    unloadAfterMs,
  }: {
    endpoint?: string;
    pull?: boolean;
    chosenPrecision?: Precision;
    unloadAfterMs?: number;
  } = {}): Promise<Supervisor> => {
    const started = await createSupervisor(
      configWith({
        model: VARIANT,
        isModelChosen: true,
        fallback: 'off',
        modelsDir,
        chosenPrecision,
        device: 'cpu',
        threads: 1,
        pull,
        environment: process.env,
        hub: { endpoint, token: undefined },
      }),
      logger,
      { pollMs: 50, unloadAfterMs },
    );
    running.push(started);
    started.start();
    return started;
  };
  const start = async (options?: Parameters<typeof startAll>[0]): Promise<Model> => (await startAll(options)).model;

  const own = () => join(modelsDir, VARIANT);
  const checkpoints = () => join(modelsDir, 'checkpoints', VARIANT);
  const installBuild = async (spoil: (folder: string) => Promise<unknown> = async () => {}) => {
    await cp(built, own(), { recursive: true });
    await spoil(own());
  };
  const installOfficialFiles = () => cp(join(goldenFolder(VARIANT), 'checkpoint'), checkpoints(), { recursive: true });

  test('is absent where nothing is, with the command and the folder that change that', async () => {
    const engine = await start();
    const absent = message('model_absent', { variant: VARIANT, options: '' });
    expect(await reasonIn(engine, 'absent')).toEqual(absent);
    expect(textOf(absent)).toContain(` ${relative(modelsDir, checkpoints())} `);
  });

  test('is absent with the command for the precision that the device needs', async () => {
    const engine = await start({ chosenPrecision: 'fp16' });
    const options = ' --precision fp16';
    expect(await reasonIn(engine, 'absent')).toEqual(message('model_absent', { variant: VARIANT, options }));
  });

  test('that appears in the folder after the start is used without a restart', async () => {
    const engine = await start();
    await reached(engine, 'absent');
    await installBuild();
    expect(await reached(engine, 'ready')).toEqual({ kind: 'ready' });
  });

  test('that is copied into the folder slowly is used once it is whole', async () => {
    await installBuild((folder) => rm(join(folder, 'generation.data')));
    const engine = await start();
    expect(textOf(await reasonIn(engine, 'failed'))).toContain('generation.data');
    await cp(join(built, 'generation.data'), join(own(), 'generation.data'));
    expect(await reached(engine, 'ready')).toEqual({ kind: 'ready' });
  });

  const states = (engine: Model) => {
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
    const engine = await start({ unloadAfterMs: 1 });
    await reached(engine, 'ready');
    const { pid } = engine;
    await reached(engine, 'asleep');
    expect(engine.capabilities.variant).toBe(VARIANT);
    await expect.poll(() => engine.pid).toBeUndefined();
    expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/);
    await expect(engine.synthesize(JOB, control())).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('that is asleep is loaded again when it is woken, and never looks loading or stopped meanwhile', async () => {
    await installBuild();
    const engine = await start({ unloadAfterMs: 1 });
    await reached(engine, 'asleep');
    const seen = states(engine);
    // At once: its process is being ended.
    engine.wake();
    await reached(engine, 'ready');
    expect(new Set(seen)).toEqual(new Set(['waking', 'ready']));
  });

  test('is not unloaded while it speaks', async () => {
    await installBuild();
    const engine = await start({ unloadAfterMs: 1 });
    engine.onState((state) => {
      if (state.kind === 'asleep' && !state.isWaking) engine.wake();
    });
    // The job is given at the moment when it is ready, before it is idle.
    const audio = await new Promise<SpokenChunk>((resolve, reject) => {
      const forget = engine.onState(({ kind }) => {
        if (kind !== 'ready') return;
        forget();
        engine.synthesize(JOB, control()).then(resolve, reject);
      });
    });
    expect(speechSeconds(audio)).toBeGreaterThan(0.08);
  });

  test('that was replaced while it was asleep is looked for again', async () => {
    await installBuild();
    const engine = await start({ unloadAfterMs: 1 });
    await reached(engine, 'asleep');
    await rm(own(), { recursive: true });
    engine.wake();
    expect(await reasonIn(engine, 'absent')).toMatchObject({ code: 'model_absent' });
    await installBuild();
    await reached(engine, 'ready');
  });

  test('that is asleep is stopped at once', async () => {
    await installBuild();
    const supervisor = await startAll({ unloadAfterMs: 1 });
    await reached(supervisor.model, 'asleep');
    await supervisor.stop();
    expect(supervisor.model.state).toEqual({ kind: 'stopped' });
  });

  const SPOILS: readonly (readonly [what: string, spoil: (folder: string) => Promise<unknown>, named: string])[] = [
    [
      'altered',
      async (folder) => {
        const path = join(folder, 'generation.data');
        const bytes = await readFile(path);
        bytes[5_000] = (bytes[5_000] as number) ^ 1;
        await writeFile(path, bytes);
      },
      'generation.data',
    ],
    ['cut short', (folder) => truncate(join(folder, 'codec-decoder.data'), 1_000), 'codec-decoder.data'],
    ['missing', (folder) => rm(join(folder, 'checkpoint', 'merges.txt')), 'merges.txt'],
    ['without its manifest', (folder) => rm(join(folder, 'manifest.json')), 'manifest.json'],
    ['of an older format', (folder) => changeManifest(folder, (manifest) => ({ ...manifest, format: 1 })), '1'],
    ['described by a damaged manifest', (folder) => truncate(join(folder, 'manifest.json'), 200), 'manifest.json'],
  ];

  test.each(SPOILS)('fails in one sentence with the command when a file of it is %s', async (_, spoil, named) => {
    await installBuild(spoil);
    const reason = await reasonIn(await start(), 'failed');
    const problem = expect.stringContaining(named);
    expect(reason).toEqual({ code: 'model_damaged', parameters: { problem, variant: VARIANT, options: '' } });
    // Where files lie is for the log.
    expect(textOf(reason)).not.toContain(modelsDir);
  });

  // What loading finds, and what the manifest says.
  test.each(SPOILS.filter(([what]) => what === 'altered' || what === 'of an older format'))(
    'is built again from official files when it is %s',
    async (_, spoil) => {
      await installBuild(spoil);
      await installOfficialFiles();
      expect(await reached(await start(), 'ready', 'failed')).toEqual({ kind: 'ready' });
    },
  );

  test('is downloaded and built again with --pull on when it is half-written', async () => {
    const mirror = new GoldenMirror(VARIANT);
    mirror.open = true;
    const endpoint = await mirror.listen();
    await installBuild((folder) => rm(join(folder, 'manifest.json')));
    expect(await reached(await start({ endpoint, pull: true }), 'ready', 'failed')).toEqual({
      kind: 'ready',
    });
    await mirror.close();
  });

  test('of official files is built once by two services on one folder', async () => {
    await installOfficialFiles();
    const engines = [await start(), await start()];
    const builders = new Set<Model>();
    for (const engine of engines)
      engine.onState((state) => {
        if (isBuilding(state)) builders.add(engine);
      });
    for (const engine of engines) expect(await reached(engine, 'ready', 'failed')).toEqual({ kind: 'ready' });
    expect(builders.size).toBe(1);
    expect(warnings).toContain(`Another process is preparing ${VARIANT}; waiting for it.`);
  });

  test('that is being built when the service ends leaves no lock', async () => {
    await installOfficialFiles();
    const supervisor = await startAll();
    await reachedState(supervisor.model, isBuilding);
    await supervisor.stop();
    const unlock = await tryFileLock(join(modelsDir, 'checkpoints', VARIANT, '.lock'));
    expect(unlock).toBeDefined();
    await unlock?.();
  });

  test('is downloaded and built in the background, with retries until the hub allows it, and then speaks', async () => {
    const mirror = new GoldenMirror(VARIANT);
    const endpoint = await mirror.listen();
    const waiting = await start({ endpoint, pull: true });
    const { retry } = await reachedState(waiting, isRetrying);
    expect(textOf(retry.why)).toMatch(/refuses access/);
    expect(retry.seconds).toBe(5);
    mirror.open = true;
    expect(await reached(waiting, 'ready', 'failed')).toEqual({ kind: 'ready' });
    await mirror.close();
  });
});
