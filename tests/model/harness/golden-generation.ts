import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExternalDataFile } from '@ownvoice/qwen3-tts/internals/build/external-data';
import { openCheckpoint } from '@ownvoice/qwen3-tts/internals/checkpoint/checkpoint';
import { SafetensorsFile } from '@ownvoice/qwen3-tts/internals/checkpoint/safetensors';
import { type GraphTarget, generationGraph } from '@ownvoice/qwen3-tts/internals/graph/index';
import { languageModelWeights } from '@ownvoice/qwen3-tts/internals/graph/weights/balanced-source';
import { InferenceSession, Tensor } from '@ownvoice/qwen3-tts/internals/onnxruntime/onnxruntime';
import { BatchRow } from '@ownvoice/qwen3-tts/internals/runtime/batch-row';
import { Generator } from '@ownvoice/qwen3-tts/internals/runtime/generator';
import { greedySampling } from '@ownvoice/qwen3-tts/internals/runtime/sampling';
import { editedCheckpoint, type WeightEdit } from '@ownvoice/qwen3-tts/internals/testing/edited-checkpoint';
import { goldenFolders, readGoldenCases } from '@ownvoice/qwen3-tts/internals/testing/golden-folders';
import type { Precision } from '@ownvoice/shared/contract/models';
import { forProcessors } from './sixteen-bits.js';

export interface GoldenGeneration {
  readonly variant: string;
  readonly precision: Precision;
  readonly target: GraphTarget;
  /** Changes the checkpoint first. */
  readonly edit?: WeightEdit;
}

export interface GoldenResult {
  readonly codes: readonly number[];
  readonly official: readonly number[];
  /** Of the first frame. */
  readonly logits: Float32Array;
  readonly officialLogits: Float32Array;
}

/** Generates the frames of a golden case, greedily, from its prompt vectors, on this processor. */
export async function generateGolden(
  folder: string,
  { variant, precision, target, edit = () => {} }: GoldenGeneration,
): Promise<GoldenResult> {
  await mkdir(folder, { recursive: true });
  const { folder: golden } = goldenFolders().find(({ name }) => name === variant)!;
  const checkpoint = await openCheckpoint(
    await editedCheckpoint(join(golden, 'checkpoint'), join(folder, 'checkpoint'), edit),
  );
  const expected = await SafetensorsFile.open(join(golden, 'expected.safetensors'));
  const { config } = checkpoint;
  const sink = new ExternalDataFile(join(folder, 'generation.data'));
  const graph = await generationGraph(languageModelWeights(checkpoint.model, config, precision), config, sink, target);
  sink.close();
  const narrow = precision === 'fp16';
  await writeFile(join(folder, 'generation.onnx'), narrow ? forProcessors(graph.model) : graph.model);
  const session = await InferenceSession.create(join(folder, 'generation.onnx'), { intraOpNumThreads: 1 });
  const ones = narrow ? { ones: new Tensor('int64', [1n], [1]) } : {};
  const rounding = {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    run: (feeds: Parameters<InferenceSession['run']>[0]) => session.run({ ...feeds, ...ones }),
  } as unknown as InferenceSession;

  // A case whose text is all in its prompt: what follows is padding.
  const { name } = readGoldenCases(golden).cases.find((entry) => entry.trailing_length === 1)!;
  const inputs = await expected.read(`${name}.prompt_embeds`);
  const padding = await expected.read(`${name}.trailing_text`);
  const officialLogits = await expected.read(`${name}.first_logits`);
  const official = Array.from(await expected.readIntegers(`${name}.codes`), Number);
  const width = config.talker.hiddenSize;
  const frames = official.length / config.talker.codeGroups;
  const codes: number[] = [];
  const row = new BatchRow(
    config,
    {
      prompt: { length: inputs.length / width, inputs, trailing: padding, padding },
      sampling: greedySampling(config),
      seed: 1,
      reproducible: true,
      length: { kind: 'tokens', maximum: frames + 1 },
      signal: undefined,
      onStart: undefined,
      codecState: async () => ({}),
    },
    { resolve: () => {}, reject: () => {} },
  );
  const accept = row.accept.bind(row);
  row.accept = (frame, ...evidence) => {
    codes.push(...frame);
    accept(frame, ...evidence);
  };
  const generator = new Generator(rounding, config);
  await generator.prefill(row, 1);
  const { logits } = row.firstStep!;
  while (!row.complete && !row.settled) await generator.decodeSegment(8, 1);
  await session.release();
  await Promise.all([checkpoint.close(), expected.close()]);
  return { codes: codes.slice(0, official.length), official, logits, officialLogits };
}
