import { setImmediate } from 'node:timers/promises';
import type { CheckpointConfig } from '../checkpoint/config.js';
import { Tensor } from '../onnxruntime/onnxruntime.js';
import type { BatchRow } from './batch-row.js';
import { endTokenOf } from './ending.js';
import { KeyValueCache } from './key-value-cache.js';
import type { LevelSampling } from './sampling.js';

/** The generation graph: a Loop of frames in one run, or the same interface over a graph of one frame. */
export interface GenerationSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>, wanted: readonly string[]): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}

/** A row of padding in an odd batch: it never ends, and nothing of it is kept. */
const PADDING_ROW = { generatedTokens: -(2 ** 40), penalty: 1, temperature: 1, topK: 1, topP: 1 };

/**
 * The language model with its KV cache: prefills new rows one at a time, and decodes segments of frames for all rows of
 * the batch together.
 *
 * The frames of a row depend on its own input and on where its segments begin, not on the other rows.
 */
export class Generator {
  readonly #rows: BatchRow[] = [];
  readonly #cache: KeyValueCache;
  readonly #recentNames: readonly string[];

  constructor(
    private readonly session: GenerationSession,
    private readonly config: CheckpointConfig,
    /** Batches with a reproducible row are padded to an even number of rows. @see oddRowsDiffer */
    private readonly evenBatches = false,
    /** Prompt positions of a run, which nothing interrupts. */
    private readonly prefillPositions = Number.POSITIVE_INFINITY,
    kvCacheBytes = 0,
  ) {
    this.#cache = new KeyValueCache(config.talker, kvCacheBytes);
    this.#recentNames = session.outputNames.filter((name) => name.startsWith('recent_'));
  }

  get rows(): readonly BatchRow[] {
    return this.#rows;
  }

  /**
   * Runs the prompt of a new row in pieces, the event loop turning in between, and up to `frames` first frames. The row is in
   * the batch from then on, unless that ended it. One that is settled meanwhile is prefilled no further.
   */
  async prefill(row: BatchRow, frames: number): Promise<void> {
    const { hiddenSize, vocabularySize } = this.config.talker;
    const { length, inputs } = row.input.prompt;
    const at = this.#rows.push(row) - 1;
    this.#cache.addRow();
    for (let from = 0; from < length; from += this.prefillPositions) {
      if (from > 0) await setImmediate();
      if (row.settled) return;
      const to = Math.min(from + this.prefillPositions, length);
      const isLast = to === length;
      const part = inputs.subarray(from * hiddenSize, to * hiddenSize);
      const feeds: Record<string, Tensor> = {
        ...this.#feeds([row], 1, isLast ? frames : 1, 1),
        ...this.#cache.feeds(1, at),
        inputs: new Tensor('float32', part, [1, to - from, hiddenSize]),
      };
      // In front of the prompt's end only keys and values are wanted: the codes of padding are not predicted.
      if (!isLast) feeds.generated_tokens = integers(1, () => PADDING_ROW.generatedTokens);
      const outputs = await this.session.run(feeds, isLast ? this.session.outputNames : this.#recentNames);
      this.#cache.append(outputs, [at]);
      if (!isLast) continue;
      this.#take([row], outputs);
      row.firstStep = {
        hidden: (outputs.hidden!.data as Float32Array).slice(0, hiddenSize),
        logits: (outputs.logits!.data as Float32Array).slice(0, vocabularySize),
      };
    }
    if (row.complete) this.remove((other) => other === row);
  }

  /**
   * Runs up to `frames` decode steps for every row; complete rows leave the batch. The segment stops early once
   * `stopAfter` rows have ended.
   */
  async decodeSegment(frames: number, stopAfter: number): Promise<void> {
    const rows = this.#rows;
    const odd = this.evenBatches && rows.length % 2 === 1 && rows.some(({ input }) => input.reproducible);
    const batch = rows.length + (odd ? 1 : 0);
    const feeds = { ...this.#feeds(rows, batch, frames, stopAfter), ...this.#cache.feeds(batch) };
    const wanted = this.session.outputNames.filter((name) => name !== 'hidden');
    const outputs = await this.session.run(feeds, wanted);
    this.#take(rows, outputs);
    this.#cache.append(outputs);
    this.remove((row) => row.complete);
  }

  remove(gone: (row: BatchRow) => boolean): void {
    const keep = this.#rows.map((row) => !gone(row));
    this.#cache.retain((row) => keep[row]!);
    this.#rows.splice(0, this.#rows.length, ...this.#rows.filter((_, row) => keep[row]));
  }

  #feeds(rows: readonly BatchRow[], batch: number, frames: number, stopAfter: number): Record<string, Tensor> {
    const { hiddenSize, vocabularySize, codeGroups } = this.config.talker;
    const groups = codeGroups - 1;
    const talkerWidth = Math.max(...rows.map((row) => row.talkerSampling.candidates));
    const candidates = Math.max(...rows.map((row) => row.predictorSampling.candidates));
    const allCodes = this.session.inputNames.includes('predictor_candidates');
    const predictorWidth = allCodes ? this.config.codePredictor.vocabularySize : candidates;
    const inputs = new Float32Array(batch * hiddenSize);
    const trailing = new Float32Array(batch * frames * hiddenSize);
    const seen = new Uint8Array(batch * vocabularySize);
    const talkerNoise = new Float32Array(batch * frames * talkerWidth);
    const predictorNoise = new Float32Array(batch * frames * groups * predictorWidth);
    for (const [b, row] of rows.entries()) {
      if (row.nextInput) inputs.set(row.nextInput, b * hiddenSize);
      seen.set(row.seen, b * vocabularySize);
      for (let frame = 0; frame < frames; frame++) {
        const at = b * frames + frame;
        trailing.set(row.trailing(row.generatedTokens + frame), at * hiddenSize);
        row.noise(
          row.generatedTokens + frame,
          talkerNoise.subarray(at * talkerWidth, (at + 1) * talkerWidth),
          predictorNoise.subarray(at * groups * predictorWidth, (at + 1) * groups * predictorWidth),
          groups,
          allCodes,
        );
      }
    }
    return {
      inputs: new Tensor('float32', inputs, [batch, 1, hiddenSize]),
      trailing: new Tensor('float32', trailing, [batch, frames, hiddenSize]),
      seen: new Tensor('bool', seen, [batch, vocabularySize]),
      generated_tokens: integers(batch, (b) => rows[b]?.generatedTokens ?? PADDING_ROW.generatedTokens),
      limit: new Tensor('int64', [BigInt(frames)], []),
      stop_after: new Tensor('int64', [BigInt(stopAfter)], []),
      talker_noise: new Tensor('float32', talkerNoise, [batch, frames, talkerWidth]),
      predictor_noise: new Tensor('float32', predictorNoise, [batch, frames, groups, predictorWidth]),
      penalty: floats(batch, (b) => rows[b]?.input.sampling.repetitionPenalty ?? PADDING_ROW.penalty),
      ...levelFeeds('talker', batch, (b) => rows[b]?.talkerSampling ?? PADDING_ROW),
      ...levelFeeds('predictor', batch, (b) => rows[b]?.predictorSampling ?? PADDING_ROW),
      ...(allCodes && { predictor_candidates: new Tensor('int64', [BigInt(candidates)], [1]) }),
    };
  }

  #take(rows: readonly BatchRow[], outputs: Readonly<Record<string, Tensor>>): void {
    const { hiddenSize, vocabularySize, codeGroups } = this.config.talker;
    const codes = outputs.codes!.data as BigInt64Array;
    const next = outputs.next_inputs!.data as Float32Array;
    const seen = outputs.seen_out!.data as Uint8Array;
    const logitSums = outputs.logit_sum!.data as Float32Array;
    const logits = outputs.logits!.data as Float32Array;
    const { eos } = this.config.codecTokens;
    const [frames, batch] = outputs.codes!.dims as [number, number];
    for (const [b, row] of rows.entries()) {
      for (let frame = 0; frame < frames; frame++) {
        const at = frame * batch + b;
        const own = Int32Array.from(codes.subarray(at * codeGroups, (at + 1) * codeGroups), Number);
        const end = endTokenOf(logits.subarray(at * vocabularySize, (at + 1) * vocabularySize), eos);
        row.accept(own, logitSums[at]!, end);
      }
      row.nextInput = next.slice(b * hiddenSize, (b + 1) * hiddenSize);
      row.seen = seen.slice(b * vocabularySize, (b + 1) * vocabularySize);
    }
  }
}

function floats(batch: number, of: (row: number) => number): Tensor {
  const values = Float32Array.from({ length: batch }, (_, b) => of(b));
  return new Tensor('float32', values, [batch, 1]);
}

function integers(batch: number, of: (row: number) => number): Tensor {
  const values = BigInt64Array.from({ length: batch }, (_, b) => BigInt(of(b)));
  return new Tensor('int64', values, [batch, 1]);
}

function levelFeeds(
  level: string,
  batch: number,
  of: (row: number) => Pick<LevelSampling, 'temperature' | 'topK' | 'topP'>,
): Record<string, Tensor> {
  return {
    [`${level}_temperature`]: floats(batch, (b) => of(b).temperature),
    [`${level}_top_k`]: integers(batch, (b) => of(b).topK),
    [`${level}_top_p`]: floats(batch, (b) => of(b).topP),
  };
}
