import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExternalDataFile } from '../build/external-data.js';
import { MODEL_FILES } from '../build/model-files.js';
import type { CheckpointConfig } from '../checkpoint/config.js';
import { SafetensorsFile } from '../checkpoint/safetensors.js';
import type { codecDecoderGraph } from '../graph/codec-decoder/codec-decoder.js';
import { WeightLoader } from '../graph/weights/weight-loader.js';
import { CODEC_WEIGHTS } from '../random/random-checkpoint.js';
import { PIECE_FRAMES } from '../runtime/codec/codec.js';
import { CodecSession } from '../runtime/codec/codec-session.js';
import type { Timing } from './measure-model.js';

/** The module that writes the graph, of this or another state of the sources. */
export interface CodecGraph {
  readonly codecDecoderGraph: typeof codecDecoderGraph;
}

export interface CodecTimingOptions {
  /** As `writeRandomCodec` wrote them. */
  readonly weights: string;
  readonly config: CheckpointConfig;
  /** An empty folder for the graph. */
  readonly out: string;
  readonly threads: number;
}

/** A codec whose graph is written by the given module, decoding one piece after the other. */
export class CodecTiming {
  #state: CodecSession['start'];

  private constructor(
    private readonly codec: CodecSession,
    private readonly codes: Int32Array,
  ) {
    this.#state = codec.start;
  }

  static async open(graph: CodecGraph, { weights, config, out, threads }: CodecTimingOptions): Promise<CodecTiming> {
    const source = await SafetensorsFile.open(join(weights, CODEC_WEIGHTS));
    const sink = new ExternalDataFile(join(out, `${MODEL_FILES.codecDecoder}.data`));
    const { quantizers, codebookSize } = config.codecDecoder;
    try {
      const loader = new WeightLoader(source, 'fp32');
      const { model, states } = await graph.codecDecoderGraph(loader, config.codecDecoder, sink, 'cpu');
      await writeFile(join(out, `${MODEL_FILES.codecDecoder}.onnx`), model);
      const codec = await CodecSession.open({ folder: out, device: 'cpu', threads, states });
      const codes = Int32Array.from({ length: PIECE_FRAMES * quantizers }, (_, i) => (i * 7919) % codebookSize);
      return new CodecTiming(codec, codes);
    } finally {
      sink.close();
      await source.close();
    }
  }

  /** Decodes the next piece; milliseconds a frame. */
  async time(): Promise<Timing> {
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    ({ state: this.#state } = await this.codec.decode(this.codes, PIECE_FRAMES, this.#state));
    const { user, system } = process.cpuUsage(cpu);
    return { wall: (performance.now() - start) / PIECE_FRAMES, cpu: (user + system) / 1000 / PIECE_FRAMES };
  }

  close(): Promise<void> {
    return this.codec.close();
  }
}
