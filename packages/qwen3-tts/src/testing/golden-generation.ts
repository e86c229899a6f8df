import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Precision } from '@ownvoice/shared/contract/models';
import { ExternalDataFile } from '../build/external-data.js';
import { readGoldenFolder } from '../check/golden-folder.js';
import { openCheckpoint } from '../checkpoint/checkpoint.js';
import { SafetensorsFile } from '../checkpoint/safetensors.js';
import { type GraphTarget, generationGraph } from '../graph/index.js';
import { languageModelWeights } from '../graph/weights/balanced-source.js';
import { InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';
import { BatchRow } from '../runtime/batch-row.js';
import { Generator } from '../runtime/generator.js';
import { greedySampling } from '../runtime/sampling.js';
import { type DraftCounts, Speculation } from '../runtime/speculation.js';
import { editedCheckpoint, type WeightEdit } from './edited-checkpoint.js';
import { goldenFolders } from './golden-folders.js';
import { forProcessors } from './sixteen-bits.js';

export const unchanged: WeightEdit = () => {};

export interface GoldenGeneration {
  readonly variant: string;
  readonly precision: Precision;
  readonly target: GraphTarget;
  /** Drafts codes in the code predictor. */
  readonly speculate?: boolean;
  /** Changes the checkpoint first. */
  readonly edit?: WeightEdit;
}

export interface GoldenResult {
  readonly codes: readonly number[];
  readonly official: readonly number[];
  /** Of the first frame. */
  readonly logits: Float32Array;
  readonly drafts: DraftCounts;
  readonly officialLogits: Float32Array;
}

/** Generates the frames of a golden case, greedily, from its prompt vectors, on this processor. */
export async function generateGolden(
  folder: string,
  { variant, precision, target, speculate = false, edit = unchanged }: GoldenGeneration,
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
  const narrow = precision === 'fp16' || precision === 'bf16';
  await writeFile(join(folder, 'generation.onnx'), narrow ? forProcessors(graph.model) : graph.model);
  const session = await InferenceSession.create(join(folder, 'generation.onnx'), { intraOpNumThreads: 1 });
  const ones = narrow ? { ones: new Tensor('int64', [1n], [1]) } : {};
  const rounding = {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    run: (feeds: Parameters<InferenceSession['run']>[0]) => session.run({ ...feeds, ...ones }),
  } as unknown as InferenceSession;

  // A case whose text is all in its prompt: what follows is padding.
  const { name } = (await readGoldenFolder(golden)).cases.find((entry) => entry.trailingLength === 1)!;
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
  row.accept = (frame, sum) => {
    codes.push(...frame);
    accept(frame, sum);
  };
  const speculation = new Speculation(speculate ? 0 : undefined);
  const generator = new Generator(rounding, config, false, speculation);
  const { logits } = await generator.prefill(row, 1);
  while (!row.complete && !row.settled) await generator.decodeSegment(8, 1);
  await session.release();
  await Promise.all([checkpoint.close(), expected.close()]);
  return { codes: codes.slice(0, official.length), official, logits, drafts: speculation.counts, officialLogits };
}

/** The largest difference, in terms of the largest value. */
export function relativeError(found: Float32Array, exact: Float32Array): number {
  const largest = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return exact.reduce((most, value, i) => Math.max(most, Math.abs(value - found[i]!)), 0) / largest;
}
