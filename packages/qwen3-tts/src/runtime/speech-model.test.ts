import {
  copyFile,
  cp,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  unlink,
  utimes,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { concatenate } from '@ownvoice/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../build/manifest.js';
import { verifyModel } from '../build/verify.js';
import { SafetensorsFile } from '../checkpoint/safetensors.js';
import { goldenFolder } from '../testing/golden-folders.js';
import { builtGolden } from '../testing/golden-models.js';
import { RunawayError } from './ending.js';
import { greedySampling } from './sampling.js';
import { loadModel, type SpeechModel, type SynthesisInput } from './speech-model.js';

const say = (text: string, speaker = 'ryan'): SynthesisInput => ({
  kind: 'custom_voice',
  text,
  speaker,
  language: 'english',
});

let scratch: string;
let folder: string;
let model: SpeechModel;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'speech-model-'));
  folder = await builtGolden('customvoice-1.7b', 'fp32');
  model = await loadModel({ folder, threads: 1 });
});

afterAll(async () => {
  await model.close();
  await rm(scratch, { recursive: true });
});

describe('a loaded model', () => {
  test('gives each row of a batch what it gives alone, to the last sample, though rows join and leave at different times', async () => {
    const requests = [
      { request: say('Hello, world.'), seed: 1, maxNewTokens: 9 },
      { request: say('The quick brown fox jumps over the lazy dog.', 'aiden'), seed: 2, maxNewTokens: 45 },
      { request: say('Good morning.', 'sohee'), seed: 3, maxNewTokens: 21 },
      {
        request: say('A longer sentence, for the sake of a longer prompt than the others have.'),
        seed: 4,
        maxNewTokens: 30,
      },
    ];
    const together = await Promise.all(requests.map(({ request, ...options }) => model.synthesize(request, options)));
    for (const [i, { request, ...options }] of requests.entries()) {
      const alone = await model.synthesize(request, options);
      expect(together[i]!.codes).toEqual(alone.codes);
      expect(together[i]!.samples.length).toBe(alone.frames * 1920);
      expect(together[i]!.samples).toEqual(alone.samples);
    }
  });

  test('gives the same codes for the same seed and others for another', async () => {
    const synthesize = (seed: number) => model.synthesize(say('Hello, world.'), { seed, maxNewTokens: 12 });
    const [first, again, other] = [await synthesize(11), await synthesize(11), await synthesize(12)];
    expect(again.codes).toEqual(first.codes);
    expect(other.codes).not.toEqual(first.codes);
  });

  test('hands over the samples in pieces of eight frames, as they are decoded', async () => {
    const pieces: Float32Array[] = [];
    const onAudio = (samples: Float32Array) => pieces.push(samples);
    const { samples, frames } = await model.synthesize(say('Hello, world.'), { seed: 11, maxNewTokens: 21, onAudio });
    expect(pieces.map(({ length }) => length / 1920)).toEqual([8, 8, frames - 16]);
    expect(concatenate(pieces)).toEqual(samples);
  });

  test('stops a cancelled utterance between segments and continues with the others', async () => {
    const control = new AbortController();
    const cancelled = model.synthesize(say('Hello.'), {
      seed: 1,
      maxNewTokens: 2000,
      signal: control.signal,
      onStart: () => setImmediate(() => control.abort(new Error('no longer wanted'))),
    });
    const other = model.synthesize(say('Good morning.'), { seed: 3, maxNewTokens: 30 });
    await expect(cancelled).rejects.toThrow('no longer wanted');
    expect((await other).frames).toBeLessThanOrEqual(29);
    expect((await other).codes).toEqual(
      (await model.synthesize(say('Good morning.'), { seed: 3, maxNewTokens: 30 })).codes,
    );
  });

  test('never returns an utterance that repeats itself', async () => {
    // A penalty below 1 is a reward: the first code that recurs is generated for ever.
    const stuck = { ...greedySampling(model.config), repetitionPenalty: 1e-3 };
    await expect(model.synthesize(say('Hello, world.'), { seed: 1, sampling: stuck })).rejects.toBeInstanceOf(
      RunawayError,
    );
  });

  test('takes waiting rows in the order in which they came', async () => {
    const small = await loadModel({ folder, threads: 1, limits: { rows: 2 } });
    const order: number[] = [];
    const seeds = [1, 2, 3, 4, 5];
    const start = (seed: number) =>
      small.synthesize(say('Hello, world.'), { seed, maxNewTokens: 20, onStart: () => order.push(seed) });
    await Promise.all(seeds.map(start));
    expect(order).toEqual(seeds);
    await small.close();
  });

  test.each(['int8', 'int4'] as const)('speaks at %s, near what fp32 says at the first step', async (precision) => {
    const quantised = await loadModel({ folder: await builtGolden('customvoice-1.7b', precision), threads: 1 });
    const options = { seed: 1, maxNewTokens: 8 };
    const [exact, near] = [
      await model.synthesize(say('Hello.'), options),
      await quantised.synthesize(say('Hello.'), options),
    ];
    const [a, b] = [exact.firstStep.logits, near.firstStep.logits];
    const norm = Math.hypot(...a);
    const error = Math.hypot(...a.map((value, i) => value - b[i]!)) / norm;
    expect(error).toBeLessThan(precision === 'int4' ? 0.5 : 0.05);
    expect(error).toBeGreaterThan(0);
    expect(near.samples.length).toBe(near.frames * 1920);
    await quantised.close();
  });

  test.each(['int8', 'int4'] as const)('at %s gives the same in every batch, to the last sample', async (precision) => {
    const quantised = await loadModel({ folder: await builtGolden('customvoice-1.7b', precision), threads: 1 });
    const speak = (seed: number) =>
      quantised.synthesize(say('A sentence among others, long enough for a prompt in pieces. '.repeat(6)), {
        seed,
        maxNewTokens: 20 + 4 * seed,
      });
    const seeds = [1, 2, 3, 4];
    const alone = [];
    for (const seed of seeds) alone.push(await speak(seed));
    for (const rows of [2, 3, 4]) {
      const together = await Promise.all(seeds.slice(0, rows).map(speak));
      for (const [i, { codes, samples }] of together.entries()) {
        expect(codes, `seed ${seeds[i]} of ${rows}`).toEqual(alone[i]!.codes);
        expect(samples).toEqual(alone[i]!.samples);
      }
    }
    await quantised.close();
  });

  test('gives the golden codes in the layout for GPUs', async () => {
    const built = await builtGolden('customvoice-1.7b', 'fp32', 'gpu');
    const unrolled = await loadModel({ folder: built, device: 'cpu', threads: 1 });
    const expected = await SafetensorsFile.open(join(goldenFolder('customvoice-1.7b'), 'expected.safetensors'));
    const spoken = await unrolled.synthesize(say('Hello, world.'), {
      seed: 1,
      sampling: greedySampling(model.config),
      maxNewTokens: 24,
    });
    expect([...spoken.codes]).toEqual(Array.from(await expected.readIntegers('case00.codes'), Number));
    await expected.close();
    await unrolled.close();
  });
});

describe('a built folder', () => {
  const damaged = async (name: string, damage: (folder: string) => Promise<void>) => {
    const copy = join(scratch, name);
    await cp(folder, copy, { recursive: true, preserveTimestamps: true });
    // As by a start before the damage.
    await verifyModel(copy, await readManifest(copy));
    await damage(copy);
    return loadModel({ folder: copy, threads: 1 }).then(
      () => 'loaded',
      (error: Error) => error.message,
    );
  };

  const flipByte = async (path: string) => {
    const { size, atime, mtime } = await stat(path);
    const file = await open(path, 'r+');
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, size >> 1);
    byte[0]! ^= 1;
    await file.write(byte, 0, 1, size >> 1);
    await file.close();
    await utimes(path, atime, mtime);
  };

  test('is refused in one sentence when one byte of any file was altered, even with its old date', async () => {
    const files = (await readdir(folder)).filter((name) => /\.(data|onnx)$/.test(name));
    expect(files).toContain('text-table.data');
    for (const file of [...files, join('checkpoint', 'merges.txt')]) {
      const message = await damaged(`flip-${file.replace('/', '-')}`, (at) => flipByte(join(at, file)));
      expect(message).toContain('was altered after it was built');
    }
    expect(await damaged('flip-manifest', (at) => flipByte(join(at, 'manifest.json')))).toContain('is damaged');
  });

  test('is refused in one sentence when its weights are a link, and loads when the folder is one', async () => {
    const message = await damaged('linked', async (at) => {
      await rename(join(at, 'generation.data'), join(at, 'blob'));
      await symlink('blob', join(at, 'generation.data'));
    });
    expect(message).toMatch(/generation\.data is a symbolic link, .* put the file itself there\.$/);
    await symlink(folder, join(scratch, 'link'));
    await (await loadModel({ folder: join(scratch, 'link'), threads: 1 })).close();
  });

  test('is refused in one sentence when a file is missing, truncated or from somewhere else', async () => {
    expect(await damaged('gone', (at) => unlink(join(at, 'codec-decoder.data')))).toContain('is missing');
    expect(await damaged('short', (at) => truncate(join(at, 'generation.data'), 100))).toContain(
      'has 100 bytes instead of',
    );
    expect(
      await damaged('swapped', (at) => copyFile(join(at, 'generation.onnx'), join(at, 'codec-decoder.onnx'))),
    ).toMatch(/bytes instead of/);
    await expect(loadModel({ folder: scratch })).rejects.toThrow('holds no built model');
  });
});
