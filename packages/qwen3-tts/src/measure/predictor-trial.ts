import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Precision } from '@ownvoice/shared/contract/models';
import { ExternalDataFile } from '../build/external-data.js';
import type { CheckpointConfig } from '../checkpoint/config.js';
import { modelInventory } from '../checkpoint/inventory.js';
import type { TensorSource } from '../checkpoint/safetensors.js';
import { codeEmbedding } from '../graph/code-predictor/code-embedding.js';
import { codePredictor, predictorModule } from '../graph/code-predictor/code-predictor.js';
import { reshape } from '../graph/layers/operators.js';
import { samplingPlan } from '../graph/layers/sampling.js';
import { GraphBuilder, type WeightSink } from '../graph/onnx/builder.js';
import { bool, float32 } from '../graph/onnx/tensor.js';
import { WeightLoader } from '../graph/weights/weight-loader.js';
import { type InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';
import { alikeCodes } from '../random/alike-codes.js';
import { randomTensor } from '../random/random-checkpoint.js';
import { Uniform } from '../random/uniform.js';
import { openSession } from '../runtime/sessions.js';
import type { DraftCounts } from '../runtime/speculation.js';

export interface TrialWeights {
  readonly precision: Precision;
  /** As in {@link alikeCodes}. */
  readonly distinctness: number;
  readonly seed: number;
}

/** Inputs of some frames in a batch of some rows. */
export interface TrialFrames {
  readonly rows: number;
  /** `[frames, rows, hidden]` */
  readonly hidden: Float32Array;
  /** `[frames, rows]` */
  readonly first: BigInt64Array;
  /** `[frames, rows, groups − 1, Vc]` */
  readonly noise: Float32Array;
}

const NAME = 'predictor';
const CANDIDATES = 64;
const SAMPLING = { temperature: 0.9, topK: 50n, topP: 2 };

/** The code predictor in a graph of its own, with random weights whose drafts are right as often as one likes. */
export class PredictorTrial {
  private constructor(
    private readonly session: InferenceSession,
    private readonly config: CheckpointConfig,
  ) {}

  static async open(folder: string, config: CheckpointConfig, weights: TrialWeights, threads: number) {
    await mkdir(folder, { recursive: true });
    const sink = new ExternalDataFile(join(folder, `${NAME}.data`));
    const model = await predictorGraph(config, weights, sink);
    sink.close();
    await writeFile(join(folder, `${NAME}.onnx`), model);
    return new PredictorTrial(await openSession(folder, NAME, 'generation', 'cpu', threads), config);
  }

  /** Codes `[frames, rows, groups]`, and the drafts of all frames. */
  async run(frames: TrialFrames, speculate: boolean): Promise<{ codes: BigInt64Array; drafts: DraftCounts }> {
    const { rows, hidden, first, noise } = frames;
    const { hiddenSize, codeGroups } = this.config.talker;
    const count = first.length / rows;
    const width = this.config.codePredictor.vocabularySize;
    const { codes, drafts } = await this.session.run({
      hidden: new Tensor('float32', hidden, [count, rows, 1, hiddenSize]),
      first: new Tensor('int64', first, [count, rows, 1]),
      noise: new Tensor('float32', noise, [count, rows, codeGroups - 1, width]),
      speculate: new Tensor('int64', [speculate ? 1n : 0n], []),
      temperature: new Tensor('float32', new Float32Array(rows).fill(SAMPLING.temperature), [rows, 1]),
      top_k: new Tensor('int64', new BigInt64Array(rows).fill(SAMPLING.topK), [rows, 1]),
      top_p: new Tensor('float32', new Float32Array(rows).fill(SAMPLING.topP), [rows, 1]),
    });
    const counts = drafts!.data as BigInt64Array;
    const sum = (offset: number) => counts.reduce((sum, value, i) => (i % 2 === offset ? sum + Number(value) : sum), 0);
    return { codes: codes!.data as BigInt64Array, drafts: { drafted: sum(0), accepted: sum(1) } };
  }

  close(): Promise<void> {
    return this.session.release();
  }
}

/** A Loop of frames around the predictor, as in the generation graph. */
async function predictorGraph(config: CheckpointConfig, weights: TrialWeights, sink: WeightSink): Promise<Uint8Array> {
  const { hiddenSize, codeGroups } = config.talker;
  const { vocabularySize } = config.codePredictor;
  const g = GraphBuilder.create(NAME, sink);
  const hidden = g.input('hidden', 'float32', ['F', 'B', 1, hiddenSize]);
  const first = g.input('first', 'int64', ['F', 'B', 1]);
  const noise = g.input('noise', 'float32', ['F', 'B', codeGroups - 1, vocabularySize]);
  const speculate = g.input('speculate', 'int64', []);
  const plan = {
    temperature: g.input('temperature', 'float32', ['B', 1]),
    topK: g.input('top_k', 'int64', ['B', 1]),
    topP: g.input('top_p', 'float32', ['B', 1]),
  };
  const sampling = samplingPlan(g.scope('sampling'), plan, g.ints([CANDIDATES]));

  const body = g.subgraph('frame');
  const frame = body.scope('frame');
  const index = frame.input('index', 'int64', []);
  frame.output(frame.input('keep_going', 'bool', []), 'keep_going_out', 'bool', []);
  const ofFrame = (values: string) => frame.node('Gather', [values, index], { axis: 0 });
  const m = predictorModule(body, new WeightLoader(randomPredictor(config, weights), weights.precision));
  const code = ofFrame(first);
  const { codes, drafts } = await codePredictor(m, { config: config.codePredictor, codeGroups }, 'cpu', {
    hidden: ofFrame(hidden),
    first: code,
    logitSum: frame.constant(float32([1, 1], [0])),
    firstEmbedding: await codeEmbedding(m, codeGroups, code),
    noise: ofFrame(noise),
    sampling,
    segment: g,
    needed: frame.constant(bool([], [true])),
    speculate,
  });
  frame.output(codes, 'codes', 'int64', ['Bo', codeGroups]);
  frame.output(drafts!, 'drafts', 'int64', [2]);
  const frames = reshape(g, g.node('Shape', [first], { start: 0, end: 1 }), []);
  const outputs = g.nodes('Loop', [frames, ''], 2, { body });
  g.output(outputs[0]!, 'codes', 'int64', ['n', 'Bc', codeGroups]);
  g.output(outputs[1]!, 'drafts', 'int64', ['n', 2]);
  return g.toModel();
}

function randomPredictor(config: CheckpointConfig, { distinctness, seed }: TrialWeights): TensorSource {
  const inventory = modelInventory(config);
  const numbers = new Uniform(seed);
  const patchOf = alikeCodes(config, distinctness);
  const info = (name: string) => ({ dtype: 'BF16', shape: inventory.get(name)! });
  const read = async (name: string) => {
    const { shape } = info(name);
    const values = randomTensor(name, shape, config, numbers);
    patchOf(name)?.(values, 0, shape.at(-1)!);
    return values;
  };
  return { names: () => [...inventory.keys()], has: (name) => inventory.has(name), info, read, readRows: read };
}
