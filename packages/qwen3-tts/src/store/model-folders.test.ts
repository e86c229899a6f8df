import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { DeviceChoice } from '@ownvoice/shared/contract/models';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FORMAT_VERSION, readManifest, writeManifest } from '../build/manifest.js';
import { verifyModel } from '../build/verify.js';
import { goldenFolder } from '../testing/golden-folders.js';
import { builtGolden } from '../testing/golden-models.js';
import { hubWith } from '../testing/hub-server.js';
import {
  builtFolder,
  checkpointFolder,
  choosePrecision,
  findModel,
  findModelAt,
  holdsBuild,
  variantAt,
} from './model-folders.js';
import { buildVariant, obtainModel } from './obtain-model.js';

const checkpointOf = (name: string) => join(goldenFolder(name), 'checkpoint');

describe('a models folder', () => {
  let dir: string;
  let built: string;

  beforeAll(async () => {
    built = await builtGolden('customvoice-0.6b', 'int8');
  });

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'models-'));
    return () => rm(dir, { recursive: true });
  });

  const find = (precision: 'auto' | 'int8' | 'int4' = 'auto') =>
    findModel(dir, 'customvoice-0.6b', precision, choosePrecision(precision, 'auto'));

  test('that is empty or missing has no model', async () => {
    expect(await find()).toEqual({ kind: 'absent' });
    expect(await findModel(join(dir, 'nowhere'), 'customvoice-0.6b', 'auto', 'int8')).toEqual({ kind: 'absent' });
  });

  test('has a variant built under its name, unless another precision is requested', async () => {
    await cp(built, join(dir, 'customvoice-0.6b'), { recursive: true });
    expect(await find()).toMatchObject({ kind: 'built', manifest: { precision: 'int8' } });
    expect(await find('int8')).toMatchObject({ kind: 'built' });
    expect(await find('int4')).toEqual({ kind: 'absent' });
  });

  test('has a variant whose folder names its precision', async () => {
    await cp(built, join(dir, 'customvoice-0.6b-int8'), { recursive: true });
    expect(await find()).toMatchObject({ kind: 'built', folder: join(dir, 'customvoice-0.6b-int8') });
    expect(await find('int8')).toMatchObject({ kind: 'built' });
    expect(await find('int4')).toEqual({ kind: 'absent' });
  });

  test('has official files that are not built yet, in either folder', async () => {
    await cp(checkpointOf('customvoice-0.6b'), join(dir, 'customvoice-0.6b'), { recursive: true });
    expect(await find()).toEqual({ kind: 'checkpoint', folder: join(dir, 'customvoice-0.6b') });
    await rm(join(dir, 'customvoice-0.6b'), { recursive: true });
    const downloaded = checkpointFolder(dir, 'customvoice-0.6b');
    await cp(checkpointOf('customvoice-0.6b'), downloaded, { recursive: true });
    expect(await find()).toEqual({ kind: 'checkpoint', folder: downloaded });
  });

  test('has the model built from official files in the folder of the variant, and keeps them', async () => {
    const own = join(dir, 'customvoice-0.6b');
    await cp(checkpointOf('customvoice-0.6b'), own, { recursive: true });
    const out = builtFolder(dir, 'customvoice-0.6b', 'int8');
    await buildVariant('customvoice-0.6b', { checkpoint: own, out, precision: 'int8' });
    expect(await find()).toMatchObject({ kind: 'built', folder: out });
    expect(await readdir(own)).toContain('model.safetensors');
  });

  test.each<[string, (folder: string) => Promise<void>, RegExp]>([
    ['without its manifest', (folder: string) => rm(join(folder, 'manifest.json')), /manifest.json is missing/],
    [
      'with a manifest that was changed',
      async (folder: string) => {
        const path = join(folder, 'manifest.json');
        await writeFile(path, (await readFile(path, 'utf8')).replace('"cpu"', '"gpu"'));
      },
      /is damaged/,
    ],
    ...['null', '[]', '7', '{"manifest": null}', ''].map(
      (text): [string, (folder: string) => Promise<void>, RegExp] => [
        `with the manifest ${JSON.stringify(text)}`,
        (folder) => writeFile(join(folder, 'manifest.json'), text),
        /is damaged/,
      ],
    ),
  ])('reports in a sentence that a variant %s cannot be used', async (_, spoil, sentence) => {
    const folder = join(dir, 'customvoice-0.6b');
    await cp(built, folder, { recursive: true });
    await spoil(folder);
    expect(await find()).toMatchObject({ kind: 'unusable', reason: expect.stringMatching(sentence) });
  });

  test('holds a build, whatever state it is in, and official files are none', async () => {
    expect(await holdsBuild(dir)).toBe(false);
    expect(await holdsBuild(join(dir, 'nowhere'))).toBe(false);
    await cp(checkpointOf('customvoice-0.6b'), join(dir, 'customvoice-0.6b'), { recursive: true });
    await cp(checkpointOf('customvoice-0.6b'), checkpointFolder(dir, 'customvoice-0.6b'), { recursive: true });
    await mkdir(join(dir, 'base-0.6b'));
    expect(await holdsBuild(dir)).toBe(false);
    await mkdir(join(dir, 'base-1.7b-int4-format1.killed.partial'));
    await writeFile(join(dir, 'base-1.7b-int4-format1.killed.partial', 'generation.data'), '');
    expect(await holdsBuild(dir)).toBe(true);
  });

  test('has a model that can be loaded beside one of an older format', async () => {
    await cp(built, join(dir, 'customvoice-0.6b'), { recursive: true });
    await truncate(join(dir, 'customvoice-0.6b', 'manifest.json'), 100);
    expect(await find()).toMatchObject({ kind: 'unusable', checkpoint: undefined });
    const current = builtFolder(dir, 'customvoice-0.6b', 'int8');
    await cp(built, current, { recursive: true });
    expect(await find()).toMatchObject({ kind: 'built', folder: current });
  });

  test('does not take one variant for another', async () => {
    await cp(built, join(dir, 'base-0.6b'), { recursive: true });
    const found = await findModel(dir, 'base-0.6b', 'auto', 'int8');
    expect(found).toMatchObject({ kind: 'unusable', reason: expect.stringContaining('another variant') });
  });

  test('keeps every precision and every format in a folder of its own, for old and new replicas on one volume', () => {
    expect(builtFolder('/m', 'base-1.7b', 'int8')).toBe(join('/m', `base-1.7b-int8-format${FORMAT_VERSION}`));
    expect(builtFolder('/m', 'base-1.7b', 'int4')).toBe(join('/m', `base-1.7b-int4-format${FORMAT_VERSION}`));
    expect(choosePrecision('auto', 'cpu')).toBe('int8');
  });

  test('gets fp16 by auto for a GPU that is named, and int8 where the CPU may have to do the work', () => {
    expect(['cuda', 'webgpu', 'cpu', 'auto'].map((device) => choosePrecision('auto', device as DeviceChoice))).toEqual([
      'fp16',
      'fp16',
      'int8',
      'int8',
    ]);
    expect(choosePrecision('int4', 'webgpu')).toBe('int4');
  });

  test('names a model of an older format, in a precision that is gone, and has it built again', async () => {
    const old = join(dir, `customvoice-0.6b-bf16-format${FORMAT_VERSION - 1}`);
    await cp(built, old, { recursive: true });
    await writeManifest(old, { ...(await readManifest(old)), format: FORMAT_VERSION - 1, precision: 'bf16' } as never);
    const damage = `${old} was built in format ${FORMAT_VERSION - 1}, but this version reads format ${FORMAT_VERSION}`;
    const reason = `${damage}; build the model again.`;
    expect(await find()).toEqual({ kind: 'unusable', folder: old, reason, damage, checkpoint: undefined });
    const warnings: string[] = [];
    const checkpoint = checkpointFolder(dir, 'customvoice-0.6b');
    await cp(checkpointOf('customvoice-0.6b'), checkpoint, { recursive: true });
    const folder = await obtainModel('customvoice-0.6b', {
      modelsDir: dir,
      precision: 'int8',
      checkpoint,
      onWarning: (sentence) => warnings.push(sentence),
    });
    expect(warnings).toEqual([`Building customvoice-0.6b again: ${reason}`]);
    expect(await find()).toMatchObject({ kind: 'built', folder });
  });

  test('is filled from the hub: downloaded, built, found', async () => {
    const hub = await hubWith('customvoice-0.6b');
    const stages = new Set<string>();
    const folder = await obtainModel('customvoice-0.6b', {
      modelsDir: dir,
      precision: 'int8',
      endpoint: hub.origin,
      onProgress: (stage) => stages.add(stage),
    });
    expect(await find()).toMatchObject({ kind: 'built', folder });
    expect([...stages]).toEqual(['downloading', 'building']);
    await hub.close();
  });

  test('is repaired when a built file was damaged and the variant is obtained again', async () => {
    const hub = await hubWith('customvoice-0.6b');
    const options = { modelsDir: dir, precision: 'int8', endpoint: hub.origin } as const;
    const folder = await obtainModel('customvoice-0.6b', options);
    const found = await find();
    if (found.kind !== 'built') throw new Error('it was built');
    await truncate(join(folder, 'codec-decoder.data'), 100);
    await expect(verifyModel(folder, found.manifest)).rejects.toThrow(/has 100 bytes/);
    await obtainModel('customvoice-0.6b', options);
    expect(Object.keys(await verifyModel(folder, found.manifest))).toHaveLength(found.manifest.files.length);
    await hub.close();
  });

  test('is filled once when two processes fill it at the same time', async () => {
    const hub = await hubWith('customvoice-0.6b');
    const options = { modelsDir: dir, precision: 'int8', endpoint: hub.origin } as const;
    const folders = await Promise.all([
      obtainModel('customvoice-0.6b', options),
      obtainModel('customvoice-0.6b', options),
    ]);
    expect(folders[1]).toBe(folders[0]);
    // One request for its description and one for the file.
    expect(hub.seen.filter(({ path }) => path === 'model.safetensors')).toHaveLength(2);
    await hub.close();
  });

  test('loses what a killed build left behind, and keeps what a running one writes', async () => {
    const [dead, running] = [join(dir, 'customvoice-0.6b.dead.partial'), join(dir, 'customvoice-0.6b.running.partial')];
    for (const folder of [dead, running]) await mkdir(folder);
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(dead, longAgo, longAgo);
    const checkpoint = checkpointOf('customvoice-0.6b');
    const out = join(dir, 'customvoice-0.6b');
    await buildVariant('customvoice-0.6b', { checkpoint, out, precision: 'int8' });
    expect((await readdir(dir)).sort()).toEqual([basename(out), basename(running)]);
  });

  test('keeps the build of official files that lie elsewhere, until they change', async () => {
    const checkpoint = join(dir, 'trained', 'checkpoint-epoch-2');
    await cp(checkpointOf('customvoice-0.6b'), checkpoint, { recursive: true });
    const [models, variant] = [join(dir, 'models'), 'customvoice-0.6b'] as const;
    const at = () => findModelAt(checkpoint, models, variant, 'int8');
    expect(await variantAt(checkpoint)).toBe(variant);
    expect(await at()).toEqual({ kind: 'checkpoint', folder: checkpoint });
    const folder = await obtainModel(variant, { modelsDir: models, precision: 'int8', checkpoint });
    expect(basename(folder)).toMatch(/^path-checkpoint-epoch-2-[0-9a-f]{8}-int8-format\d+$/);
    expect(await at()).toMatchObject({ kind: 'built', folder, checkpoint });
    expect(await findModel(models, variant, 'auto', 'int8')).toEqual({ kind: 'absent' });
    expect(await findModelAt(folder, models, await variantAt(folder), 'int8')).toMatchObject({ kind: 'built', folder });
    await utimes(join(checkpoint, 'model.safetensors'), 1, 1);
    expect(await at()).toEqual({ kind: 'checkpoint', folder: checkpoint });
  });

  test('refuses official files of another variant than the one they are downloaded for', async () => {
    const hub = await hubWith('customvoice-0.6b');
    const wrong = obtainModel('base-0.6b', { modelsDir: dir, precision: 'int8', endpoint: hub.origin });
    await expect(wrong).rejects.toThrow(/another variant than base-0.6b/);
    await hub.close();
  });
});
