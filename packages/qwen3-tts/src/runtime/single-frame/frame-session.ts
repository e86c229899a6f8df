import { concatenate } from '@ownvoice/audio';
import type { Device } from '@ownvoice/shared/contract/models';
import { MODEL_FILES } from '../../build/manifest.js';
import type { CheckpointConfig, DecoderStackConfig } from '../../checkpoint/config.js';
import { inverseFrequencies } from '../../graph/layers/rotary.js';
import { GraphBuilder } from '../../graph/onnx/builder.js';
import type { ElementType } from '../../graph/onnx/tensor.js';
import { InferenceSession, Tensor } from '../../onnxruntime/onnxruntime.js';
import type { GenerationSession } from '../generator.js';
import { openSession, sessionOptions } from '../sessions.js';

/**
 * Positions of a run. GroupQueryAttention takes another kernel from 32 on, and where a subgroup has few invocations that one
 * computes something else.
 */
const MOST_POSITIONS = 31;

/**
 * The generation graph for devices without a Loop: takes and returns what that graph does, and runs one frame after the
 * other. What frames share or pass on, the KV cache too, stays in buffers of the device meanwhile; a frame sends its index
 * and reads its codes and logits.
 */
export class FrameSession implements GenerationSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[] = ['codes', 'logit_sum', 'next_inputs', 'seen_out', 'hidden', 'logits'];
  readonly #transfers: Readonly<Record<'shared' | 'state' | 'first' | 'cache', Transfer>>;

  private constructor(
    private readonly frame: InferenceSession,
    device: Device,
    private readonly config: CheckpointConfig,
  ) {
    this.inputNames = frame.inputNames;
    const toMemory = () => new Transfer(device, 'memory');
    this.#transfers = {
      shared: new Transfer(device, 'device'),
      state: toMemory(),
      first: toMemory(),
      cache: toMemory(),
    };
  }

  /**
   * @param profile as of {@link sessionOptions}
   * @throws ModelError as {@link openSession} does
   */
  static async open(
    folder: string,
    device: Device,
    threads: number,
    config: CheckpointConfig,
    profile?: string,
  ): Promise<FrameSession> {
    const kept = ['next_inputs', 'seen_out', 'hidden', ...cacheNames('present', config)];
    const frame = await openSession(folder, MODEL_FILES.frame, 'generation', device, threads, { kept, profile });
    return new FrameSession(frame, device, config);
  }

  /** Runs a long prompt of one row in pieces: frames before its end are not wanted, their keys and values are. */
  async run(feeds: Tensors, wanted: readonly string[]): Promise<Record<string, Tensor>> {
    const [, steps, width] = feeds.inputs!.dims as [number, number, number];
    const inputs = feeds.inputs!.data as Float32Array;
    const starts = Array.from(feeds.past_lengths!.data as BigInt64Array, Number);
    let cache = cacheOf(feeds, this.config, 'past');
    let from = 0;
    const piece = (to: number): Tensors => ({
      ...feeds,
      ...(from > 0 || to < steps
        ? { inputs: new Tensor('float32', inputs.subarray(from * width, to * width), [1, to - from, width]) }
        : {}),
      past_lengths: new Tensor(
        'int64',
        BigInt64Array.from(starts, (start) => BigInt(start + from)),
        [starts.length],
      ),
    });
    for (; steps - from > MOST_POSITIONS; from += MOST_POSITIONS)
      ({ cache } = await this.#decode({ ...piece(from + MOST_POSITIONS), limit: ONE }, cache, []));
    const decoded = await this.#decode(piece(steps), cache, wanted);
    try {
      const added = from + decoded.positions;
      const inMemory = await this.#transfers.cache.move(decoded.cache);
      return { ...decoded.outputs, ...recentOf(inMemory, added, starts) };
    } finally {
      dispose(decoded.cache);
    }
  }

  /** Frames behind a past, which is disposed of. @returns the past with `positions` more, in buffers to be disposed of */
  async #decode(feeds: Tensors, past: Tensors, wanted: readonly string[]) {
    const { codeGroups } = this.config.talker;
    const batch = feeds.past_lengths!.dims[0]!;
    const steps = feeds.inputs!.dims[1]!;
    const longest = Math.max(...Array.from(feeds.past_lengths!.data as BigInt64Array, Number));
    const frames = Number(feeds.limit!.data[0]);
    const stopAfter = Number(feeds.stop_after!.data[0]);
    const shared = await this.#transfers.shared.move(this.#sharedFeeds(feeds, longest + steps + frames));
    let state: Record<string, Tensor> = { inputs: shared.inputs!, seen: shared.seen! };
    let cache = past;
    const results: Float32Array[] = [];
    const logits: Tensor[] = [];
    const first: Record<string, Tensor> = {};
    const ended = new Set<number>();
    const constant = Object.fromEntries(Object.entries(shared).filter(([name]) => !(name in state)));
    const predictor_candidates = feeds.predictor_candidates!;
    try {
      for (let index = 0; index < frames && (index === 0 || ended.size < stopAfter); index++) {
        const outputs = await this.frame.run({
          ...constant,
          ...state,
          ...cache,
          predictor_candidates,
          index: scalar(index),
          length: scalar(longest + steps + index),
        });
        dispose(state);
        dispose(cache);
        state = { inputs: outputs.next_inputs!, seen: outputs.seen_out! };
        cache = cacheOf(outputs, this.config, 'present');
        const values = outputs.frame!.data as Float32Array;
        results.push(values);
        logits.push(outputs.logits!);
        const hidden = outputs.hidden!;
        if (index === 0 && wanted.includes('hidden')) {
          const moved = (await this.#transfers.first.move({ hidden })).hidden!;
          first.hidden = moved.reshape([1, ...moved.dims]);
        }
        dispose({ hidden });
        for (let row = 0; row < batch; row++) {
          if (values[row * (codeGroups + 1)] === this.config.codecTokens.eos) ended.add(row);
        }
      }
      const carried = await this.#transfers.state.move({ next_inputs: state.inputs!, seen_out: state.seen! });
      const seen = carried.seen_out!;
      const outputs = {
        ...framesOf(results, batch, codeGroups),
        ...first,
        logits: stacked(logits),
        next_inputs: carried.next_inputs!,
        seen_out: new Tensor('bool', Uint8Array.from(seen.data as Float32Array), seen.dims),
      };
      return { outputs, cache, positions: steps + results.length - 1 };
    } catch (error) {
      dispose(cache);
      throw error;
    } finally {
      dispose(state);
      dispose(constant);
    }
  }

  async release(): Promise<void> {
    await this.frame.release();
    for (const transfer of Object.values(this.#transfers)) await transfer.release();
  }

  /** What the frames of a segment share; the position of the newest token in the first frame and the tables for all. */
  #sharedFeeds(feeds: Tensors, positions: number): Record<string, Tensor> {
    const batch = feeds.past_lengths!.dims[0]!;
    const steps = feeds.inputs!.dims[1]!;
    const last = Int32Array.from(feeds.past_lengths!.data as BigInt64Array, (past) => Number(past) + steps - 1);
    const generated = Float32Array.from(feeds.generated_tokens!.data as BigInt64Array, Number);
    const integers = (name: string) =>
      new Tensor('int32', Int32Array.from(feeds[name]!.data as BigInt64Array, Number), [batch, 1]);
    const { cos, sin } = rotaryLines(this.config.talker, positions);
    const width = this.config.talker.headSize / 2;
    return {
      ...Object.fromEntries(SHARED_AS_THEY_ARE.map((name) => [name, feeds[name]!])),
      seen: new Tensor('float32', Float32Array.from(feeds.seen!.data as Uint8Array), feeds.seen!.dims),
      last: new Tensor('int32', last, [batch]),
      cos: new Tensor('float32', cos, [positions, width]),
      sin: new Tensor('float32', sin, [positions, width]),
      generated_tokens: new Tensor('float32', generated, [batch, 1]),
      talker_top_k: integers('talker_top_k'),
      predictor_top_k: integers('predictor_top_k'),
    };
  }
}

/** `[B, V]` of each frame → `[n, B, V]` */
function stacked(frames: readonly Tensor[]): Tensor {
  const values = concatenate(frames.map(({ data }) => data as Float32Array));
  return new Tensor('float32', values, [frames.length, ...frames[0]!.dims]);
}

/** Feeds that all frames of a segment share, in the form that the generation graph takes them. */
const SHARED_AS_THEY_ARE = [
  ...['inputs', 'trailing', 'penalty'],
  ...['talker', 'predictor'].flatMap((level) => [`${level}_noise`, `${level}_temperature`, `${level}_top_p`]),
];

const ONE = new Tensor('int64', [1n], []);

const scalar = (value: number) => new Tensor('int32', Int32Array.of(value), []);

/** Names of keys and values of all layers. */
function cacheNames(prefix: 'past' | 'present', { talker }: CheckpointConfig): string[] {
  return Array.from({ length: talker.layers }, (_, layer) => [
    `${prefix}_key_${layer}`,
    `${prefix}_value_${layer}`,
  ]).flat();
}

/** Keys and values under the names of the past. */
function cacheOf(tensors: Tensors, config: CheckpointConfig, prefix: 'past' | 'present'): Record<string, Tensor> {
  return Object.fromEntries(
    cacheNames(prefix, config).map((name) => [name.replace('present', 'past'), withoutGroup(tensors[name]!)]),
  );
}

/** Memory keeps `[B, keyValueHeads, 1, C, headSize]`. */
function withoutGroup(tensor: Tensor): Tensor {
  const { dims } = tensor;
  return dims.length === 5 ? tensor.reshape([dims[0]!, dims[1]!, dims[3]!, dims[4]!]) : tensor;
}

function dispose(tensors: Tensors): void {
  for (const tensor of Object.values(tensors)) if (tensor.location === 'gpu-buffer') tensor.dispose();
}

/** `[B, groups + 1]` of each frame → `codes [n, B, groups]` and `logit_sum [n, B, 1]` */
function framesOf(results: readonly Float32Array[], batch: number, groups: number): Record<string, Tensor> {
  const rows = results.flatMap((values) =>
    Array.from({ length: batch }, (_, row) => values.subarray(row * (groups + 1), (row + 1) * (groups + 1))),
  );
  const codes = BigInt64Array.from(rows.flatMap((row) => Array.from(row.subarray(0, groups), BigInt)));
  return {
    codes: new Tensor('int64', codes, [results.length, batch, groups]),
    logit_sum: new Tensor(
      'float32',
      Float32Array.from(rows, (row) => row[groups]!),
      [results.length, batch, 1],
    ),
  };
}

/** The added positions of each row, which lie behind its `starts`: `recent_key_i [B, keyValueHeads, 1, R, headSize]`. */
function recentOf(tensors: Tensors, added: number, starts: readonly number[]): Record<string, Tensor> {
  const recent: Record<string, Tensor> = {};
  for (const [name, tensor] of Object.entries(tensors)) {
    const [, heads, positions, size] = tensor.dims as [number, number, number, number];
    const all = tensor.data as Float32Array;
    const values = new Float32Array(starts.length * heads * added * size);
    for (const [row, start] of starts.entries()) {
      for (let head = 0; head < heads; head++) {
        const from = ((row * heads + head) * positions + start) * size;
        values.set(all.subarray(from, from + added * size), (row * heads + head) * added * size);
      }
    }
    recent[name.replace('past', 'recent')] = new Tensor('float32', values, [starts.length, heads, 1, added, size]);
  }
  return recent;
}

/**
 * Cosines and sines of the rotary embedding for the positions 0 … count − 1, `[count, headSize / 2]` each. The angles are
 * rounded to float32 as a graph does; devices may compute a sine of large angles to a few digits only.
 */
function rotaryLines(config: DecoderStackConfig, count: number): { cos: Float32Array; sin: Float32Array } {
  const frequencies = inverseFrequencies(config);
  const width = frequencies.length;
  const angles = Float32Array.from(
    { length: count * width },
    (_, i) => Math.floor(i / width) * frequencies[i % width]!,
  );
  return { cos: angles.map(Math.cos), sin: angles.map(Math.sin) };
}

type Tensors = Readonly<Record<string, Tensor>>;

/**
 * Moves tensors to buffers of a device, or from there to memory. The runtime's binding for Node can do neither by itself, so this
 * runs a graph whose outputs are its inputs.
 */
class Transfer {
  #session: Promise<InferenceSession> | undefined;

  constructor(
    private readonly device: Device,
    private readonly to: 'device' | 'memory',
  ) {}

  /** @param tensors of the same names, types and ranks in each call */
  async move(tensors: Tensors): Promise<Tensors> {
    this.#session ??= this.#open(tensors);
    const session = await this.#session;
    return session.run(Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [`${name}_in`, tensor])));
  }

  #open(tensors: Tensors): Promise<InferenceSession> {
    const g = GraphBuilder.create('transfer');
    for (const [name, { type, dims }] of Object.entries(tensors)) {
      const shape = dims.map((_, axis) => `${name}_${axis}`);
      g.output(g.input(`${name}_in`, type as ElementType, shape), name, type as ElementType, shape);
    }
    const kept = this.to === 'device' ? Object.keys(tensors) : [];
    return InferenceSession.create(g.toModel(), sessionOptions('generation', this.device, 1, { kept }));
  }

  async release(): Promise<void> {
    await (await this.#session)?.release();
  }
}
