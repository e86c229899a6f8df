import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Checkpoint, openCheckpoint } from '../checkpoint/checkpoint.js';
import { SafetensorsFile, type TensorSource } from '../checkpoint/safetensors.js';
import { readTokenizer, type TextTokenizer } from '../checkpoint/tokenizer.js';
import { goldenFolders, readGoldenCases } from '../testing/golden-folders.js';
import type { Position } from './plan.js';
import { buildPrompt, type PromptRequest } from './prompt.js';

type GoldenCase = ReturnType<typeof readGoldenCases>['cases'][number];

function requestOf(kind: PromptRequest['kind'], golden: GoldenCase, frames: number): PromptRequest {
  const spoken = {
    text: golden.text,
    language: golden.language,
    layout: golden.non_streaming_mode ? 'non_streaming' : 'streaming',
  } as const;
  if (kind === 'custom_voice') {
    return { ...spoken, kind, speaker: golden.speaker ?? '', instruct: golden.instruct ?? '' };
  }
  if (kind === 'voice_design') return { ...spoken, kind, instruct: golden.instruct ?? '' };
  const reference = golden.mode === 'icl' ? { text: golden.reference_text ?? '', frames } : undefined;
  return { ...spoken, kind, reference };
}

/** The embedding rules once more, with loops instead of a graph. */
class Embeddings {
  private constructor(
    private readonly tables: Readonly<Record<string, Float32Array>>,
    private readonly groups: readonly Float32Array[],
    private readonly size: number,
    private readonly textSize: number,
  ) {}

  static async read({ model, config }: Checkpoint): Promise<Embeddings> {
    const names = {
      text: 'talker.model.text_embedding.weight',
      up: 'talker.text_projection.linear_fc1.weight',
      upBias: 'talker.text_projection.linear_fc1.bias',
      down: 'talker.text_projection.linear_fc2.weight',
      downBias: 'talker.text_projection.linear_fc2.bias',
      codec: 'talker.model.codec_embedding.weight',
    };
    const tables: Record<string, Float32Array> = {};
    for (const [key, name] of Object.entries(names)) tables[key] = await model.read(name);
    const groups: Float32Array[] = [];
    for (let g = 0; g < config.talker.codeGroups - 1; g++) {
      groups.push(await model.read(`talker.code_predictor.model.codec_embedding.${g}.weight`));
    }
    return new Embeddings(tables, groups, config.talker.hiddenSize, config.talker.textHiddenSize);
  }

  text(id: number): number[] {
    const input = [...this.row('text', id, this.textSize)];
    const hidden = this.linear(input, 'up', 'upBias').map((x) => x / (1 + Math.exp(-x)));
    return this.linear(hidden, 'down', 'downBias');
  }

  codec(id: number): Float32Array {
    return this.row('codec', id, this.size);
  }

  frame(codes: readonly number[]): Float32Array {
    const sum = Float32Array.from(this.codec(codes[0] ?? 0));
    for (const [g, table] of this.groups.entries()) {
      const row = (codes[g + 1] ?? 0) * this.size;
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (table[row + i] ?? 0);
    }
    return sum;
  }

  private row(table: string, id: number, width: number): Float32Array {
    return (this.tables[table] ?? new Float32Array()).subarray(id * width, (id + 1) * width);
  }

  private linear(input: readonly number[], weight: string, bias: string): number[] {
    return [...(this.tables[bias] ?? [])].map((b, out) => {
      const row = this.row(weight, out, input.length);
      return input.reduce((sum, x, i) => sum + x * (row[i] ?? 0), b);
    });
  }
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  return a.length === b.length ? a.reduce((most, x, i) => Math.max(most, Math.abs(x - (b[i] ?? 0))), 0) : Infinity;
}

async function integers(file: SafetensorsFile, name: string): Promise<number[]> {
  return file.has(name) ? [...(await file.readIntegers(name))].map(Number) : [];
}

describe.each(goldenFolders())('prompts of $name', ({ folder }) => {
  const { cases } = readGoldenCases(folder);
  let checkpoint: Checkpoint;
  let tokenizer: TextTokenizer;
  let expected: SafetensorsFile & TensorSource;
  let embeddings: Embeddings;

  beforeAll(async () => {
    checkpoint = await openCheckpoint(join(folder, 'checkpoint'));
    tokenizer = await readTokenizer(join(folder, 'checkpoint'));
    expected = await SafetensorsFile.open(join(folder, 'expected.safetensors'));
    embeddings = await Embeddings.read(checkpoint);
  });

  afterAll(async () => {
    await checkpoint.close();
    await expected.close();
  });

  test.each(cases)('are those of the official implementation in $name', async (golden) => {
    const { config } = checkpoint;
    const groups = config.talker.codeGroups;
    const codes = await integers(expected, `${golden.name}.reference_codes`);
    const speaker = expected.has(`${golden.name}.speaker_embedding`)
      ? await expected.read(`${golden.name}.speaker_embedding`)
      : new Float32Array();
    const plan = buildPrompt(config, tokenizer, requestOf(config.kind, golden, codes.length / groups));
    const codecVector = ({ codec }: Position): ArrayLike<number> => {
      if (!codec) return new Float32Array(config.talker.hiddenSize);
      if (codec.kind === 'token') return embeddings.codec(codec.id);
      if (codec.kind === 'speaker') return speaker;
      return embeddings.frame(codes.slice(codec.index * groups, (codec.index + 1) * groups));
    };
    const vectors = plan.positions.flatMap((position) => {
      const codec = codecVector(position);
      return embeddings.text(position.text).map((x, i) => x + (codec[i] ?? Number.NaN));
    });
    const trailing = plan.trailing.flatMap((id) => embeddings.text(id));

    expect(plan.positions).toHaveLength(golden.prompt_length);
    expect(plan.trailing).toHaveLength(golden.trailing_length);
    expect(
      largestDifference(Float32Array.from(vectors), await expected.read(`${golden.name}.prompt_embeds`)),
    ).toBeLessThan(1e-4);
    expect(
      largestDifference(Float32Array.from(trailing), await expected.read(`${golden.name}.trailing_text`)),
    ).toBeLessThan(1e-4);
  });
});
