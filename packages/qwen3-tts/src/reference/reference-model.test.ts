import { join } from 'node:path';
import { concatenate } from '@ownvoice/audio';
import { describe, expect, test } from 'vitest';
import { openCheckpoint } from '../checkpoint/checkpoint.js';
import { SafetensorsFile } from '../checkpoint/safetensors.js';
import { readTokenizer } from '../checkpoint/tokenizer.js';
import { buildPrompt } from '../prompt/prompt.js';
import { goldenFolders, readGoldenCases } from '../testing/golden-folders.js';
import { ReferenceModel } from './reference-model.js';

const indexOfLargest = (values: Float32Array) => values.indexOf(Math.max(...values));

/** Relative to the largest expected magnitude. */
function error(found: Float32Array, expected: Float32Array): number {
  const largest = Math.max(...expected.map(Math.abs));
  return Math.max(...found.map((value, i) => Math.abs(value - expected[i]!))) / largest;
}

describe.each(goldenFolders())('the plain model of $name', ({ folder }) => {
  test('computes the first step and every code of the official implementation', async () => {
    const { cases, kind } = readGoldenCases(folder);
    const checkpoint = await openCheckpoint(join(folder, 'checkpoint'));
    const expected = await SafetensorsFile.open(join(folder, 'expected.safetensors'));
    const tokenizer = await readTokenizer(join(folder, 'checkpoint'));
    await using plain = await ReferenceModel.create(checkpoint);
    const { hiddenSize, codeGroups, vocabularySize } = checkpoint.config.talker;
    const pad = (await plain.embed({ positions: [], trailing: [], referenceFrames: 0 })).trailing(0);
    for (const { name, frames, prompt_length: promptLength, ...golden } of cases) {
      const prompt = await expected.read(`${name}.prompt_embeds`);
      const trailing = await expected.read(`${name}.trailing_text`);
      const codes = Array.from(await expected.readIntegers(`${name}.codes`), Number);
      if (kind === 'custom_voice') {
        const { text, language, speaker = '', instruct = '' } = golden;
        const layout = golden.non_streaming_mode ? 'non_streaming' : 'streaming';
        const request = { kind, text, language, speaker, instruct, layout, addedTokens: 'parse' } as const;
        const embedded = await plain.embed(buildPrompt(checkpoint.config, tokenizer, request));
        expect(error(embedded.inputs, prompt), name).toBeLessThan(1e-5);
        expect(error(embedded.trailing(0), trailing.slice(0, hiddenSize)), name).toBeLessThan(1e-5);
      }
      const rows = [prompt];
      const framesOf = Array.from({ length: frames }, (_, f) => codes.slice(f * codeGroups, (f + 1) * codeGroups));
      for (const [f, frame] of framesOf.entries()) {
        const sum = await plain.frame(frame);
        const text =
          (f + 1) * hiddenSize <= trailing.length ? trailing.subarray(f * hiddenSize, (f + 1) * hiddenSize) : pad;
        rows.push(sum.map((value, i) => value + text[i]!));
      }
      const { hidden, logits } = await plain.talker([concatenate(rows)]);
      const at = (values: Float32Array, row: number, width: number) => values.slice(row * width, (row + 1) * width);
      expect(error(at(hidden, promptLength - 1, hiddenSize), await expected.read(`${name}.first_hidden`))).toBeLessThan(
        1e-4,
      );
      expect(
        error(at(logits, promptLength - 1, vocabularySize), await expected.read(`${name}.first_logits`)),
      ).toBeLessThan(1e-4);
      const predicted = await plain.predictor(
        framesOf.map((frame, f) => ({ hidden: at(hidden, promptLength - 1 + f, hiddenSize), codes: frame })),
      );
      const width = checkpoint.config.codePredictor.vocabularySize;
      for (const [f, frame] of framesOf.entries()) {
        const greedy = predicted.logits.map((group) => indexOfLargest(at(group, f, width)));
        expect(greedy, `${name}, frame ${f}`).toEqual(frame.slice(1));
      }
    }
    await expected.close();
    await checkpoint.close();
  });
});
