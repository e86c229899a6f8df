import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { logMel } from '../audio/log-mel.js';
import { ExternalDataFile } from '../build/external-data.js';
import { type Checkpoint, openCheckpoint } from '../checkpoint/checkpoint.js';
import { featureContext, featureStride } from '../checkpoint/codec-config.js';
import { SafetensorsFile, type TensorSource } from '../checkpoint/safetensors.js';
import { InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';
import { ReferenceEncoder } from '../runtime/reference-encoder.js';
import { goldenFolders } from '../testing/golden-folders.js';
import { codecFeaturesGraph } from './codec-encoder/features.js';
import { codecQuantizerGraph } from './codec-encoder/quantizer.js';
import type { WeightSink } from './onnx/builder.js';
import { speakerEncoderGraph } from './speaker-encoder.js';
import { WeightLoader } from './weights/weight-loader.js';

type Build = (weights: WeightLoader, sink: WeightSink) => Promise<Uint8Array>;

async function load(folder: string, name: string, source: TensorSource, build: Build): Promise<InferenceSession> {
  const sink = new ExternalDataFile(join(folder, `${name}.data`));
  const graph = await build(new WeightLoader(source, 'fp32'), sink);
  sink.close();
  await writeFile(join(folder, `${name}.onnx`), graph);
  return InferenceSession.create(join(folder, `${name}.onnx`));
}

const baseFolders = goldenFolders().filter(({ name }) => name.startsWith('base'));
const lengths = [75_657, 76_800, 76_801];

describe.each(baseFolders)('encoders of $name', ({ folder }) => {
  let checkpoint: Checkpoint;
  let expected: SafetensorsFile;
  let built: string;
  let speaker: InferenceSession;
  let features: InferenceSession;
  let quantizer: InferenceSession;

  beforeAll(async () => {
    checkpoint = await openCheckpoint(join(folder, 'checkpoint'));
    expected = await SafetensorsFile.open(join(folder, 'expected.safetensors'));
    built = await mkdtemp(join(tmpdir(), 'encoders-'));
    const { config, model, speechTokenizer } = checkpoint;
    if (!config.speakerEncoder) throw new Error('a base checkpoint has a speaker encoder');
    const speakerConfig = config.speakerEncoder;
    speaker = await load(built, 'speaker', model, (w, s) => speakerEncoderGraph(w, speakerConfig, s));
    features = await load(built, 'features', speechTokenizer, (w, s) => codecFeaturesGraph(w, config.codecEncoder, s));
    quantizer = await load(built, 'quantizer', speechTokenizer, (w, s) =>
      codecQuantizerGraph(w, config.codecEncoder, s),
    );
  });

  afterAll(async () => {
    await Promise.all([speaker.release(), features.release(), quantizer.release()]);
    await checkpoint.close();
    await expected.close();
    await rm(built, { recursive: true });
  });

  const encoderWith = (pieceFrames?: number) => {
    const sessions = { speakerEncoder: speaker, codecFeatures: features, codecQuantizer: quantizer };
    return new ReferenceEncoder(sessions, checkpoint.config, pieceFrames);
  };

  const featuresOf = async (waveform: Float32Array) => {
    const { features: tensor } = await features.run({ waveform: new Tensor(waveform, [1, 1, waveform.length]) });
    return tensor as Tensor;
  };

  test.each(lengths)('the log-mel of %i samples is that of the official implementation', async (length) => {
    const mel = logMel(await expected.read(`encoder.waveform.${length}`), 24_000, 128);
    const official = await expected.read(`speaker.log_mel.${length}`);
    expect([mel.bins, mel.frames]).toEqual(expected.info(`speaker.log_mel.${length}`).shape);
    expect(Math.max(...mel.values.map((x, i) => Math.abs(x - (official[i] ?? Number.NaN))))).toBeLessThan(1e-3);
  });

  test.each(lengths)('the speaker embedding of %i samples is that of the official implementation', async (length) => {
    const mel = logMel(await expected.read(`encoder.waveform.${length}`), 24_000, 128);
    const { embedding } = await speaker.run({ log_mel: new Tensor(mel.values, [1, mel.bins, mel.frames]) });
    const official = await expected.read(`speaker.embedding.${length}`);
    const values = embedding?.data as Float32Array;
    expect(values).toHaveLength(official.length);
    expect(Math.max(...values.map((x, i) => Math.abs(x - (official[i] ?? Number.NaN))))).toBeLessThan(1e-4);
  });

  test.each(lengths.flatMap((length) => [1, 7, 64].map((pieceFrames) => [length, pieceFrames] as const)))(
    'the codes of %i samples in pieces of %i frames are those of the official implementation',
    async (length, pieceFrames) => {
      const waveform = await expected.read(`encoder.waveform.${length}`);
      const { codes, frames } = await encoderWith(pieceFrames).encodeCodes(waveform);
      expect([frames, codes.length / frames]).toEqual(expected.info(`encoder.codes.${length}`).shape);
      expect([...codes]).toEqual([...(await expected.readIntegers(`encoder.codes.${length}`))].map(Number));
    },
  );

  test('no run is begun for a recording that nobody waits for any more', async () => {
    const runs = [speaker, features, quantizer].map((session) => vi.spyOn(session, 'run'));
    const gone = new AbortController();
    const encoding = encoderWith().encode(new Float32Array(24_000), { text: 'Hello.', signal: gone.signal });
    gone.abort();
    await expect(encoding).rejects.toBe(gone.signal.reason);
    for (const run of runs) expect(run).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test('features in pieces are those of the whole signal, given the context that a feature can reach', async () => {
    const { codecEncoder } = checkpoint.config;
    const stride = featureStride(codecEncoder);
    const context = featureContext(codecEncoder);
    const waveform = await expected.read('encoder.waveform.75657');
    const start = 31 * stride;
    const whole = await featuresOf(waveform);
    const piece = await featuresOf(waveform.slice(start - context * stride));
    const [, hidden, positions] = whole.dims as [number, number, number];
    const piecePositions = piece.dims[2] as number;
    for (let row = 0; row < hidden; row++) {
      for (let t = 31; t < positions; t++) {
        const inWhole = whole.data[row * positions + t] as number;
        const inPiece = piece.data[row * piecePositions + t - 31 + context] as number;
        expect(Math.abs(inWhole - inPiece)).toBeLessThan(1e-5);
      }
    }
  });
});
