import { cp, mkdir, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildModel } from '@ownvoice/qwen3-tts/internals/build/build-model';
import { readManifest, writeManifest } from '@ownvoice/qwen3-tts/internals/build/manifest';
import { describeFile } from '@ownvoice/qwen3-tts/internals/build/verify';
import { readTokenizer } from '@ownvoice/qwen3-tts/internals/checkpoint/tokenizer';
import { checkFacts, unlikeReleased } from '@ownvoice/qwen3-tts/internals/doctor/check-facts';
import { checkVariant } from '@ownvoice/qwen3-tts/internals/doctor/check-variant';
import { checkBuild, checkFiles } from '@ownvoice/qwen3-tts/internals/doctor/files';
import type { Finding } from '@ownvoice/qwen3-tts/internals/doctor/finding';
import { findInstalled, type InstalledVariant } from '@ownvoice/qwen3-tts/internals/doctor/installed-variant';
import { checkNumbers } from '@ownvoice/qwen3-tts/internals/doctor/numbers';
import type { ReleasedFacts } from '@ownvoice/qwen3-tts/internals/doctor/released-facts';
import { checkTokenizer } from '@ownvoice/qwen3-tts/internals/doctor/tokenizer';
import { RELEASES, type Release } from '@ownvoice/qwen3-tts/internals/download/released-files';
import { buildPrompt } from '@ownvoice/qwen3-tts/internals/prompt/prompt';
import { loadModel } from '@ownvoice/qwen3-tts/internals/runtime/speech-model';
import {
  editedCheckpoint,
  fineTunedCheckpoint,
  type WeightEdit,
} from '@ownvoice/qwen3-tts/internals/testing/edited-checkpoint';
import { goldenFolder, readGoldenCases } from '@ownvoice/qwen3-tts/internals/testing/golden-folders';
import { copyGolden } from '@ownvoice/qwen3-tts/internals/testing/golden-models';
import { syntheticSpeech } from '@ownvoice/qwen3-tts/internals/testing/synthetic-speech';
import type { ModelVariant } from '@ownvoice/shared/contract/models';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const VARIANT = 'customvoice-0.6b';

let scratch: string;
/** In place of what is known of the released weights: random ones have so near ties that each precision has its own. */
let facts: ReleasedFacts;
/** A models folder with the reduced checkpoint and its int8 build; tests work on copies. */
let healthy: string;
let copies = 0;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'doctor-'));
  healthy = join(scratch, 'healthy');
  await install(healthy, VARIANT, 'int8');
  facts = await factsOf(join(healthy, VARIANT));
});
afterAll(() => rm(scratch, { recursive: true }));

async function install(modelsDir: string, variant: ModelVariant, precision: 'int8' | 'fp32'): Promise<void> {
  const checkpoint = join(modelsDir, 'checkpoints', variant);
  await cp(join(goldenFolder(variant), 'checkpoint'), checkpoint, { recursive: true });
  await copyGolden(variant, join(modelsDir, variant), precision);
}

/** What a model says in the places that public sources recorded. */
async function factsOf(folder: string): Promise<ReleasedFacts> {
  const model = await loadModel({ folder, device: 'cpu', threads: 1 });
  const request = {
    kind: 'custom_voice',
    text: 'Hello world',
    speaker: 'ryan',
    language: 'English',
    layout: 'streaming',
  } as const;
  const plan = buildPrompt(model.config, await readTokenizer(join(folder, 'checkpoint')), request);
  const { codes } = await model.continuation(model.promptVectors(request), 6);
  const groups = model.config.talker.codeGroups;
  const frames = Array.from({ length: 5 }, (_, i) => [...codes.subarray(i * groups, (i + 1) * groups)]);
  const ids = [3, 5, 7];
  const expected: number[] = [];
  for (const i of ids.keys()) {
    const positions = ids.slice(0, i + 1).map((text) => ({ text }));
    const prompt = model.plannedPrompt({ positions, trailing: [model.config.textTokens.ttsPad], referenceFrames: 0 });
    const { logits } = (await model.continuation(prompt, 1)).firstStep;
    expected.push(logits.indexOf(Math.max(...logits)));
  }
  await model.close();
  return {
    beginning: frames.map(([first = -1]) => first),
    helloWorld: {
      text: [...plan.positions.map(({ text }) => text), ...plan.trailing],
      codec: plan.positions.flatMap(({ codec }) => (codec?.kind === 'token' ? [codec.id] : [])),
    },
    frames: frames.slice(0, 4),
    talkerAlone: { ids, codes: expected },
  };
}

/** A release that consists of the files in a folder. */
async function releaseOf(variant: ModelVariant, folder: string): Promise<Release> {
  const files = await Promise.all(RELEASES[variant].files.map(({ path }) => describeFile(folder, path)));
  return { ...RELEASES[variant], files };
}

interface Folders {
  readonly modelsDir: string;
  readonly checkpoint: string;
  readonly built: string;
}

/** A copy with a fault. The files count as published as they are: before the fault, or `after` it. */
async function variantWith(
  fault: (folders: Folders) => Promise<void>,
  published: 'before' | 'after' | 'never' = 'before',
): Promise<InstalledVariant> {
  const modelsDir = join(scratch, `copy-${copies++}`);
  await cp(healthy, modelsDir, { recursive: true });
  const folders = { modelsDir, checkpoint: join(modelsDir, 'checkpoints', VARIANT), built: join(modelsDir, VARIANT) };
  const before = await releaseOf(VARIANT, folders.checkpoint);
  await fault(folders);
  const release = published === 'after' ? await releaseOf(VARIANT, folders.checkpoint) : before;
  const vectors = readGoldenCases(goldenFolder(VARIANT)).tokenizer;
  const known = published === 'never' ? {} : { release, vectors, facts };
  return findInstalled(VARIANT, { modelsDir, device: 'cpu', ...known });
}

/** Each check by itself. */
const CHECKS: Readonly<Record<string, (installed: InstalledVariant) => Promise<Finding | undefined>>> = {
  files: async (installed) => (await checkFiles(installed)).finding,
  tokenizer: async (installed) => checkTokenizer(installed, true),
  'build int8': async (installed) => checkBuild(installed.builds[0]!, installed, (await checkFiles(installed)).hashes),
  'numbers int8': async (installed) => {
    const model = await loadModel({ folder: installed.builds[0]!.folder, device: 'cpu', threads: 1 });
    const finding = await checkNumbers(model, installed);
    await model.close();
    return finding;
  },
  'facts int8': async (installed) => {
    const model = await loadModel({ folder: installed.builds[0]!.folder, device: 'cpu', threads: 1 });
    const finding = await checkFacts(model, installed, true);
    await model.close();
    return finding;
  },
  build: async (installed) => (await checkVariant({ ...installed, checkpoint: undefined }, () => {})).findings.at(-1),
};

/** Changes weights of the official files. */
async function editWeights(checkpoint: string, change: WeightEdit): Promise<void> {
  const copy = await editedCheckpoint(checkpoint, `${checkpoint}-edited`, change);
  await rm(checkpoint, { recursive: true });
  await rename(copy, checkpoint);
}

const otherWeights: WeightEdit = (name, values) => {
  if (name === 'talker.model.norm.weight') values[0]! *= 2;
};

const edit = async (path: string, change: (bytes: Buffer) => void) => {
  const bytes = await readFile(path);
  change(bytes);
  await writeFile(path, bytes);
};

/** Changes a file of a build and notes its new hash in the manifest, as a faulty build would have. */
async function rebuild(folder: string, path: string, change: (bytes: Buffer) => void): Promise<void> {
  await edit(join(folder, path), change);
  const manifest = await readManifest(folder);
  const files = await Promise.all(manifest.files.map((file) => describeFile(folder, file.path)));
  await writeManifest(folder, { ...manifest, files });
}

/** Everything that is found. */
const checkWith = async (...given: Parameters<typeof variantWith>) =>
  checkVariant(await variantWith(...given), () => {});

const resultsOf = ({ findings }: Awaited<ReturnType<typeof checkVariant>>) =>
  Object.fromEntries(findings.map(({ check, result }) => [check, result]));

describe('the doctor', () => {
  test('finds no fault in weights that were never published, and says what cannot be known of them', async () => {
    const report = await checkWith(async ({ checkpoint, built }) => {
      await editWeights(checkpoint, otherWeights);
      await buildModel({ checkpoint, out: built, precision: 'int8' });
    }, 'never');
    expect(resultsOf(report)).toEqual({
      files: 'unknown',
      tokenizer: 'unknown',
      'build int8': 'ok',
      'numbers int8': 'ok',
      'speed int8': 'ok',
      'audio int8': 'unknown',
    });
    expect(report.findings[0]!.detail).toContain('The weights are not the published ones');
    expect(report.verdict).toMatchObject({
      result: 'unknown',
      message: expect.stringContaining('No fault was found'),
    });
  });

  test('finds that published weights speak noise, and nothing else', async () => {
    const report = await checkWith(async () => {});
    const { 'audio int8': audio, ...others } = resultsOf(report);
    expect(audio).toBe('failed');
    expect(new Set(Object.values(others))).toEqual(new Set(['ok']));
    expect(report.verdict.message).toMatch(/^Do not serve this: audio int8 failed\. Listen to it\./);
  });

  test.each<[string, string, RegExp, (folders: Folders) => Promise<void>, ('before' | 'after')?]>([
    [
      'altered weights',
      'files',
      /model\.safetensors has the published size but other bytes/,
      ({ checkpoint }) =>
        edit(join(checkpoint, 'model.safetensors'), (bytes) => bytes.writeUInt8(bytes.at(-9)! ^ 1, bytes.length - 9)),
    ],
    [
      'an altered small file',
      'files',
      /^config\.json differ/,
      async ({ checkpoint }) =>
        writeFile(join(checkpoint, 'config.json'), ` ${await readFile(join(checkpoint, 'config.json'), 'utf8')}`),
    ],
    ['a missing file', 'files', /merges\.txt is missing/, ({ checkpoint }) => rm(join(checkpoint, 'merges.txt'))],
    [
      'a truncated file',
      'files',
      /is truncated/,
      ({ checkpoint }) => truncate(join(checkpoint, 'speech_tokenizer', 'model.safetensors'), 100_000),
    ],
    [
      'a weight that is no number',
      'numbers int8',
      /^The weight talker\.model\.norm\.weight has values that are infinite or not a number/,
      ({ checkpoint }) =>
        editWeights(checkpoint, (name, values) => {
          if (name === 'talker.model.norm.weight') values[3] = Number.NaN;
        }),
      'after',
    ],
    [
      'a prompt with other tokens, in the files and in the build',
      'facts int8',
      /^The prompt of "Hello world" is /,
      async ({ checkpoint, built }) => {
        const path = join(checkpoint, 'config.json');
        const config = JSON.parse(await readFile(path, 'utf8'));
        const { talker_config: talker } = config;
        [talker.codec_think_id, talker.codec_nothink_id] = [talker.codec_nothink_id, talker.codec_think_id];
        await writeFile(path, JSON.stringify(config));
        await buildModel({ checkpoint, out: built, precision: 'int8' });
      },
      'after',
    ],
    [
      'a text table with its rows in another order',
      'facts int8',
      /^codebook 0 begins /,
      ({ built }) => rebuild(built, 'text-table.data', (bytes) => bytes.reverse().swap16()),
    ],
    [
      'a tokenizer with two ids exchanged',
      'tokenizer',
      /texts have other ids than published/,
      async ({ checkpoint }) => {
        const path = join(checkpoint, 'vocab.json');
        const vocabulary = JSON.parse(await readFile(path, 'utf8'));
        [vocabulary.e, vocabulary.o] = [vocabulary.o, vocabulary.e];
        await writeFile(path, JSON.stringify(vocabulary));
      },
      'after',
    ],
    [
      'the tokenizer of another model',
      'tokenizer',
      /belongs to another model: <\|im_start\|> is \d+, and config\.json names \d+/,
      async ({ checkpoint }) => {
        const path = join(checkpoint, 'tokenizer_config.json');
        const text = await readFile(path, 'utf8');
        await writeFile(path, text.replace('"<|im_start|>"', '"<|other|>"').replace('"<|im_end|>"', '"<|im_start|>"'));
      },
      'after',
    ],
    [
      'an altered file of a build',
      'build int8',
      /generation\.data was altered after it was built/,
      ({ built }) => edit(join(built, 'generation.data'), (bytes) => bytes.writeUInt8(bytes[5000]! ^ 1, 5000)),
    ],
    [
      'a build without its manifest',
      'build',
      /manifest\.json is missing/,
      ({ built }) => rm(join(built, 'manifest.json')),
    ],
    ['no build', 'build', /customvoice-0\.6b is not built/, ({ built }) => rm(built, { recursive: true })],
    [
      'a build of other weights',
      'build int8',
      /was built from another model\.safetensors than the one here/,
      ({ checkpoint }) => editWeights(checkpoint, otherWeights),
      'after',
    ],
    [
      'a precision that lost its weights',
      'numbers int8',
      /logits|wrong numbers/,
      async ({ checkpoint, built, modelsDir }) => {
        const other = await editedCheckpoint(checkpoint, join(modelsDir, 'other'), (name, values) => {
          if (name.includes('talker.model.layers')) values.reverse();
        });
        await buildModel({ checkpoint: other, out: join(modelsDir, 'other-built'), precision: 'int8' });
        const wrong = await readFile(join(modelsDir, 'other-built', 'generation.data'));
        await rebuild(built, 'generation.data', (bytes) => wrong.copy(bytes));
      },
    ],
    [
      'a precision whose code predictor lost its weights',
      'numbers int8',
      /predictor \d\.\d+ σ below the best/,
      async ({ checkpoint, built, modelsDir }) => {
        const other = await editedCheckpoint(checkpoint, join(modelsDir, 'other'), (name, values) => {
          if (name.includes('code_predictor.lm_head')) values.reverse();
        });
        await buildModel({ checkpoint: other, out: join(modelsDir, 'other-built'), precision: 'int8' });
        const wrong = await readFile(join(modelsDir, 'other-built', 'generation.data'));
        await rebuild(built, 'generation.data', (bytes) => wrong.copy(bytes));
      },
    ],
    [
      'a build with values that are no numbers',
      'numbers int8',
      /infinite or not a number/,
      async ({ built }) => {
        const { offset, rows, width } = (await readManifest(built)).tables.codec;
        const notNumbers = Buffer.from(new Uint16Array(rows * width).fill(0x7e00).buffer);
        await rebuild(built, 'generation.data', (bytes) => notNumbers.copy(bytes, offset));
      },
    ],
    [
      'a codec that lost its weights',
      'numbers int8',
      /samples that are infinite or not a number/,
      ({ built }) => rebuild(built, 'codec-decoder.data', (bytes) => bytes.fill(0x7f)),
    ],
  ])('finds %s', async (_, check, detail, fault, published = 'before') => {
    const finding = await CHECKS[check]!(await variantWith(fault, published));
    expect(finding).toMatchObject({ check, result: 'failed', detail: expect.stringMatching(detail) });
    expect(finding?.advice).toMatch(/\.$/);
  });

  test('leaves a precision for GPUs open where there is none', async () => {
    const report = await checkWith(async ({ checkpoint, built }) => {
      await rm(built, { recursive: true });
      await buildModel({ checkpoint, out: `${built}-fp16`, precision: 'fp16' });
    });
    expect(resultsOf(report)).toMatchObject({ 'build fp16': 'ok', 'load fp16': 'unknown' });
    expect(report.verdict.result).toBe('unknown');
  });

  test('knows the facts of published weights at every precision', async () => {
    for (const precision of ['fp32', 'int8'] as const) {
      const folder = await copyGolden(VARIANT, join(scratch, `facts-${precision}`), precision);
      const model = await loadModel({ folder, device: 'cpu', threads: 1 });
      const own = await factsOf(folder);
      const installed = { ...(await variantWith(async () => {})), facts: own };
      expect(await checkFacts(model, installed, true)).toMatchObject({ result: 'ok' });
      expect(await checkFacts(model, installed, false)).toBeUndefined();
      const { release } = installed;
      expect(await unlikeReleased(model, VARIANT, release, own)).toBeUndefined();
      expect(await unlikeReleased(model, VARIANT, release)).toMatch(
        /^The published weights begin every utterance with/,
      );
      expect(await unlikeReleased(model, VARIANT)).toBeUndefined();
      const exact = { ...own, talkerAlone: { ...own.talkerAlone, codes: [...own.talkerAlone.codes].reverse() } };
      const finding = await checkFacts(model, { ...installed, facts: exact }, true);
      expect(finding?.result).toBe(precision === 'fp32' ? 'failed' : 'ok');
      await model.close();
    }
  });

  test('names a fine-tune, from its files and from its build alone', async () => {
    const modelsDir = join(scratch, 'fine-tuned');
    const checkpoint = join(modelsDir, 'checkpoints', VARIANT);
    await fineTunedCheckpoint(join(goldenFolder('base-0.6b'), 'checkpoint'), checkpoint, 'Speaker_Test');
    await buildModel({ checkpoint, out: join(modelsDir, VARIANT), precision: 'int8' });
    const release = await releaseOf(VARIANT, join(goldenFolder(VARIANT), 'checkpoint'));
    for (const remove of [false, true]) {
      if (remove) await rm(checkpoint, { recursive: true });
      const report = await checkVariant(await findInstalled(VARIANT, { modelsDir, device: 'cpu', release }), () => {});
      expect(report.findings[0]).toMatchObject({ check: 'files', result: 'unknown' });
      expect(report.findings[0]!.detail).toMatch(/^This is a fine-tune with the speaker Speaker_Test: /);
      expect(report.verdict.result).toBe('unknown');
    }
  });

  test('blames no driver where a build is for another device', async () => {
    const report = await checkVariant({ ...(await variantWith(async () => {})), device: 'cuda' }, () => {});
    const found = report.findings.find(({ check }) => check === 'device int8');
    expect(found).toMatchObject({ result: 'failed', advice: 'Name another --device.' });
    expect(resultsOf(report)).not.toHaveProperty('load int8');
  });

  test('says that official files are missing where only a build is', async () => {
    const report = await checkWith(({ modelsDir }) => rm(join(modelsDir, 'checkpoints'), { recursive: true }));
    expect(resultsOf(report)).toMatchObject({ files: 'unknown', 'numbers int8': 'unknown', 'build int8': 'ok' });
    expect(report.findings[0]!.detail).toContain('the builds were made from the published weights');
  });

  test('asks for a recording where a base model needs one, and compares with the published run when it has it', async () => {
    const modelsDir = join(scratch, 'base');
    await mkdir(modelsDir);
    await install(modelsDir, 'base-0.6b', 'fp32');
    const release = await releaseOf('base-0.6b', join(modelsDir, 'checkpoints', 'base-0.6b'));
    const options = { modelsDir, device: 'cpu' as const, release };
    const without = await checkVariant(await findInstalled('base-0.6b', options), () => {});
    expect(resultsOf(without)).toMatchObject({ 'golden run': 'unknown', 'audio fp32': 'unknown' });
    const reference = syntheticSpeech(3);
    const given = await checkVariant(await findInstalled('base-0.6b', { ...options, reference }), () => {});
    expect(given.findings.find(({ check }) => check === 'golden run')?.detail).toMatch(
      /^(\d+ frames, with other codes|the prompt has)/,
    );
    expect(resultsOf(given)).toMatchObject({ 'audio fp32': 'failed' });
  });
});
