import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRECISION_DEVICES, type Precision } from '@ownvoice/shared/contract/models';
import { type Checkpoint, openCheckpoint } from '../checkpoint/checkpoint.js';
import type { CheckpointConfig } from '../checkpoint/config.js';
import { type TensorSource, withRead } from '../checkpoint/safetensors.js';
import { CheckpointError } from '../errors.js';
import {
  codecDecoderGraph,
  codecFeaturesGraph,
  codecQuantizerGraph,
  type GraphTarget,
  generationGraph,
  singleFrameGraph,
  speakerEncoderGraph,
} from '../graph/index.js';
import { languageModelWeights } from '../graph/weights/balanced-source.js';
import { WeightLoader } from '../graph/weights/weight-loader.js';
import { ExternalDataFile } from './external-data.js';
import {
  CHECKPOINT_FILES,
  encodeLogits,
  FORMAT_VERSION,
  type Manifest,
  MODEL_FILES,
  type TableLocation,
  writeManifest,
} from './manifest.js';
import { inSecondThread, type SecondThreadResult } from './second-thread.js';
import { describeFile, verifyModel } from './verify.js';

export interface BuildOptions {
  /** Folder in the official layout. */
  readonly checkpoint: string;
  /** Folder to write; an older one is replaced when the build is complete. */
  readonly out: string;
  readonly precision: Precision;
  /** Default: `cpu`, and `gpu` at the precisions that only GPUs compute. */
  readonly target?: GraphTarget;
  /** The current stage, and how much of the build is done, 0 … 1. */
  readonly onProgress?: (stage: string, share: number) => void;
}

/**
 * Converts a checkpoint to the folder that `loadModel` reads: graphs, weights in the chosen precision, the projected
 * text vocabulary, and a manifest with the hash of every file. A partial folder is renamed when it is complete.
 *
 * @throws CheckpointError for a checkpoint that is incomplete, damaged or of another family
 */
export async function buildModel(options: BuildOptions): Promise<Manifest> {
  const { checkpoint: official, out, precision, onProgress } = options;
  const checkpoint = await openCheckpoint(official);
  const partial = `${out}.${randomUUID().slice(0, 8)}.partial`;
  await mkdir(partial, { recursive: true });
  /** The stage is the first thread's. */
  const done = { stage: '', first: 0, second: 0 };
  const report = (news: Partial<typeof done>) => {
    Object.assign(done, news);
    onProgress?.(done.stage, (done.first + done.second) / 2);
  };
  const second = inSecondThread(
    { checkpoint: official, out: partial, type: precision === 'fp32' ? 'float32' : 'float16' },
    (second) => report({ second }),
  );
  try {
    const manifest = await buildInto(partial, checkpoint, options, second.result, (stage, first) =>
      report({ stage, first }),
    );
    await rm(out, { recursive: true, force: true });
    await rename(partial, out);
    return manifest;
  } finally {
    await second.stop();
    await checkpoint.close();
    await rm(partial, { recursive: true, force: true });
  }
}

/** A kernel of the runtime rotates the heads of the code predictor, and on GPUs those of the talker. */
const HEAD_SIZE_UNIT = 16;

function checkHeadSizes({ talker, codePredictor }: CheckpointConfig, target: GraphTarget): void {
  const sizes = {
    code_predictor_config: codePredictor.headSize,
    ...(target === 'gpu' && { talker_config: talker.headSize }),
  };
  for (const [network, size] of Object.entries(sizes))
    if (size % HEAD_SIZE_UNIT !== 0)
      throw new CheckpointError(
        `${network}: head_dim ${size} is no multiple of ${HEAD_SIZE_UNIT}, which the runtime's attention needs${target === 'gpu' ? ' on GPUs' : ''}.`,
      );
}

/** Of what the first thread does, by time. */
const GENERATION_SHARE = 0.6;
const CODEC_SHARE = 0.85;

/** The same tensors; calls back with the share of them that has been read. */
function counted(source: TensorSource, onShare: (share: number) => void): TensorSource {
  const read = new Set<string>();
  return withRead(source, (name) => {
    onShare(read.add(name).size / source.names().length);
    return source.read(name);
  });
}

async function buildInto(
  folder: string,
  checkpoint: Checkpoint,
  { precision, target: chosen }: BuildOptions,
  second: Promise<SecondThreadResult>,
  report: (stage: string, share: number) => void,
): Promise<Manifest> {
  const { config } = checkpoint;
  const forGpus = !PRECISION_DEVICES[precision].includes('cpu');
  const target = chosen ?? (forGpus ? 'gpu' : 'cpu');
  if (forGpus && target === 'cpu') throw new RangeError(`${precision} is for GPUs`);
  checkHeadSizes(config, target);
  const paths: string[] = [];
  for (const file of CHECKPOINT_FILES) {
    const copy = join(folder, MODEL_FILES.checkpoint, file);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(checkpoint.folder, file), copy);
    paths.push(join(MODEL_FILES.checkpoint, file));
  }
  const writeGraph = async (name: string, model: Uint8Array) => {
    await writeFile(join(folder, `${name}.onnx`), model);
    paths.push(`${name}.onnx`);
  };
  const write = async <T extends { model: Uint8Array }>(
    name: string,
    make: (sink: ExternalDataFile) => Promise<T>,
  ): Promise<{ made: T; sink: ExternalDataFile }> => {
    const sink = new ExternalDataFile(join(folder, `${name}.data`));
    try {
      const made = await make(sink);
      await writeGraph(name, made.model);
      paths.push(`${name}.data`);
      return { made, sink };
    } finally {
      sink.close();
    }
  };

  const model = counted(checkpoint.model, (share) => report('generation graph', share * GENERATION_SHARE));
  const weights = languageModelWeights(model, config, precision);
  const codecWeights = new WeightLoader(checkpoint.speechTokenizer, 'fp32');
  const generation = await write(MODEL_FILES.generation, async (sink) => {
    const made = await generationGraph(weights, config, sink, target);
    await writeGraph(MODEL_FILES.frame, await singleFrameGraph(weights, config, sink, made));
    return made;
  });
  report('codec decoder', GENERATION_SHARE);
  const codec = await write(MODEL_FILES.codecDecoder, async (sink) => {
    const made = await codecDecoderGraph(codecWeights, config.codecDecoder, sink, target);
    const { model } = await codecDecoderGraph(codecWeights, config.codecDecoder, sink, 'webgpu', made.builder);
    await writeGraph(MODEL_FILES.webgpuCodecDecoder, model);
    return made;
  });
  await writeEncoders(checkpoint, codecWeights, write);
  report('hashes', CODEC_SHARE);
  const files = await Promise.all(paths.map((path) => describeFile(folder, path)));
  report('text vocabulary', 1);
  const { text, firstLogits, source } = await second;
  files.push(await describeFile(folder, text.file));
  const table = (key: string, rows: number): TableLocation => ({
    file: `${MODEL_FILES.generation}.data`,
    offset: generation.sink.find(key).offset,
    rows,
    width: config.talker.hiddenSize,
    type: weights.embeddingType,
  });
  const { codeGroups, vocabularySize } = config.talker;
  const manifest: Manifest = {
    format: FORMAT_VERSION,
    kind: config.kind,
    size: config.size,
    precision,
    target,
    source,
    tables: {
      text,
      codec: table(generation.made.tables.codec, vocabularySize),
      predictor: table(generation.made.tables.predictor, (codeGroups - 1) * config.codePredictor.vocabularySize),
    },
    codecStates: codec.made.states,
    firstLogits: encodeLogits(firstLogits),
    files,
  };
  await writeManifest(folder, manifest);
  await verifyModel(folder, manifest);
  return manifest;
}

/** Base models encode reference audio into a speaker embedding and codes, in float32. */
async function writeEncoders(
  { config, model }: Checkpoint,
  codecWeights: WeightLoader,
  write: (name: string, make: (sink: ExternalDataFile) => Promise<{ model: Uint8Array }>) => Promise<unknown>,
): Promise<void> {
  const { speakerEncoder, codecEncoder } = config;
  if (!speakerEncoder) return;
  await write(MODEL_FILES.speakerEncoder, async (sink) => ({
    model: await speakerEncoderGraph(new WeightLoader(model, 'fp32'), speakerEncoder, sink),
  }));
  await write(MODEL_FILES.codecFeatures, async (sink) => ({
    model: await codecFeaturesGraph(codecWeights, codecEncoder, sink),
  }));
  await write(MODEL_FILES.codecQuantizer, async (sink) => ({
    model: await codecQuantizerGraph(codecWeights, codecEncoder, sink),
  }));
}
