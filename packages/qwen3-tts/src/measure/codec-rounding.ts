import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExternalDataFile } from '../build/external-data.js';
import { MODEL_FILES } from '../build/model-files.js';
import { openCheckpoint } from '../checkpoint/checkpoint.js';
import { SafetensorsFile, type TensorSource } from '../checkpoint/safetensors.js';
import { codecDecoderGraph } from '../graph/index.js';
import type { QuantizationScheme } from '../graph/weights/quantize.js';
import { WeightLoader } from '../graph/weights/weight-loader.js';
import { CodecSession } from '../runtime/codec/codec-session.js';

/** Takes few bits for the products of some weights of the codec. */
class RoundedLoader extends WeightLoader {
  constructor(
    source: TensorSource,
    private readonly rounded: RegExp,
    private readonly scheme: QuantizationScheme,
  ) {
    super(source, 'fp32');
  }

  override schemeOf(key: string): QuantizationScheme | undefined {
    return this.rounded.test(key) ? this.scheme : undefined;
  }
}

/**
 * How far below the waveform the error is, when the codec's products with the matching weights are computed in few bits: dB,
 * the least of the golden cases. The plain graph has the same weights.
 *
 * @param golden a folder with a checkpoint and its expected tensors
 */
export async function codecRoundingError(golden: string, rounded: RegExp, scheme: QuantizationScheme): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'ownvoice-rounding-'));
  const checkpoint = await openCheckpoint(join(golden, 'checkpoint'));
  const expected = await SafetensorsFile.open(join(golden, 'expected.safetensors'));
  const open = async (weights: WeightLoader): Promise<CodecSession> => {
    const sink = new ExternalDataFile(join(scratch, `${MODEL_FILES.codecDecoder}.data`));
    const { model, states } = await codecDecoderGraph(weights, checkpoint.config.codecDecoder, sink, 'cpu');
    sink.close();
    await writeFile(join(scratch, `${MODEL_FILES.codecDecoder}.onnx`), model);
    return CodecSession.open({ folder: scratch, device: 'cpu', threads: 1, states });
  };
  const waveforms = async (weights: WeightLoader): Promise<Float32Array[]> => {
    const codec = await open(weights);
    const samples = [];
    for (const name of expected.names().filter((key) => key.startsWith('codec.codes.'))) {
      const codes = Int32Array.from(await expected.readIntegers(name), Number);
      samples.push((await codec.decode(codes, expected.info(name).shape[0]!, codec.start)).samples);
    }
    await codec.close();
    return samples;
  };
  try {
    const plain = await waveforms(new WeightLoader(checkpoint.speechTokenizer, 'fp32'));
    const other = await waveforms(new RoundedLoader(checkpoint.speechTokenizer, rounded, scheme));
    return Math.min(...plain.map((samples, i) => signalToNoise(samples, other[i]!)));
  } finally {
    await expected.close();
    await checkpoint.close();
    await rm(scratch, { recursive: true });
  }
}

function signalToNoise(signal: Float32Array, other: Float32Array): number {
  let power = 0;
  let noise = 0;
  for (const [i, sample] of signal.entries()) {
    power += sample ** 2;
    noise += (sample - other[i]!) ** 2;
  }
  return 10 * Math.log10(power / noise);
}
