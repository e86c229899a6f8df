import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fallbackRuleOf } from './create-supervisor.js';

describe('never quietly the wrong voice', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'fallback-'));
    await mkdir(join(root, 'damaged', 'base-0.6b-int4'), { recursive: true });
    await writeFile(join(root, 'damaged', 'base-0.6b-int4', 'manifest.json'), '{');
    await mkdir(join(root, 'half-written', 'customvoice-1.7b-int8-format1.killed.partial'), { recursive: true });
    await writeFile(join(root, 'half-written', 'customvoice-1.7b-int8-format1.killed.partial', 'codec.data'), '');
    await mkdir(join(root, 'downloading', 'checkpoints', 'customvoice-1.7b'), { recursive: true });
    await writeFile(join(root, 'downloading', 'checkpoints', 'customvoice-1.7b', 'model.safetensors.part'), '');
  });
  afterAll(() => rm(root, { recursive: true }));

  test.each([
    ['auto', false, 'missing', 'until-model'],
    ['auto', false, 'downloading', 'until-model'],
    ['auto', true, 'missing', 'never'],
    ['auto', false, 'damaged', 'never'],
    ['auto', false, 'half-written', 'never'],
    ['on', true, 'damaged', 'whenever'],
    ['off', false, 'missing', 'never'],
  ] as const)(
    '--fallback %s, model chosen: %s, models folder %s: %s',
    async (fallback, isModelChosen, folder, rule) => {
      expect(await fallbackRuleOf({ fallback, isModelChosen, modelsDir: join(root, folder) })).toBe(rule);
    },
  );
});
