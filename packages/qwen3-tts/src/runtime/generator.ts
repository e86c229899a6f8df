import type { CheckpointConfig } from '../checkpoint/config.js';
import { type InferenceSession, Tensor } from './onnxruntime.js';
import { PastCache } from './past-cache.js';
import type { LevelSampling } from './sampling.js';
import type { Utterance } from './utterance.js';

/** The talker's states that drew codebook 0 of a run's first frame, before any processing. */
export interface FirstStep {
  /** `[hidden]` */
  readonly hidden: Float32Array;
  /** `[vocabulary]` */
  readonly logits: Float32Array;
}

/** A row that only fills a batch: it never ends, and nothing of it is kept. */
const FILLER = { drawn: -(2 ** 40), penalty: 1, temperature: 1, topK: 1, topP: 1 };

/**
 * Generates frames for a batch of utterances. A new one goes through its prompt on its own and then joins the batch;
 * every run adds up to a segment of frames to each row.
 *
 * What a row gives depends on its own utterance and on where its segments begin, not on the rows beside it.
 */
export class Generator {
  readonly #past: PastCache;
  readonly #rows: Utterance[] = [];

  constructor(
    private readonly session: InferenceSession,
    private readonly config: CheckpointConfig,
    /** Batches with a reproducible row get an even number of rows. @see oddRowsDiffer */
    private readonly inPairs = false,
  ) {
    this.#past = new PastCache(config.talker);
  }

  get rows(): readonly Utterance[] {
    return this.#rows;
  }

  /** Runs the prompt of a new row and its first frames, up to `frames` of them. */
  async join(row: Utterance, frames: number): Promise<FirstStep> {
    const { layers, keyValueHeads, headSize } = this.config.talker;
    const feeds = this.#feeds([row], 1, frames, 1);
    feeds.inputs = new Tensor('float32', row.prompt.inputs, [1, row.prompt.length, this.config.talker.hiddenSize]);
    feeds.past_lengths = new Tensor('int64', [0n], [1]);
    const nothing = new Tensor('float32', new Float32Array(keyValueHeads * headSize), [
      1,
      keyValueHeads,
      1,
      1,
      headSize,
    ]);
    for (let layer = 0; layer < layers; layer++) {
      feeds[`past_key_${layer}`] = nothing;
      feeds[`past_value_${layer}`] = nothing;
    }
    const outputs = await this.session.run(feeds);
    this.#take([row], outputs);
    if (!row.ending) {
      this.#rows.push(row);
      this.#past.addRow();
      this.#past.append(outputs, [this.#rows.length - 1]);
    }
    const { hiddenSize, vocabularySize } = this.config.talker;
    return {
      hidden: (outputs.hidden!.data as Float32Array).slice(0, hiddenSize),
      logits: (outputs.logits!.data as Float32Array).slice(0, vocabularySize),
    };
  }

  /**
   * Adds up to `frames` frames to every row; rows that end leave the batch. With `stopAfter` the segment is over as soon
   * as that many rows have ended.
   */
  async segment(frames: number, stopAfter: number): Promise<void> {
    const rows = this.#rows;
    const odd = this.inPairs && rows.length % 2 === 1 && rows.some(({ reproducible }) => reproducible);
    const batch = rows.length + (odd ? 1 : 0);
    const feeds = { ...this.#feeds(rows, batch, frames, stopAfter), ...this.#past.feeds(batch) };
    const outputs = await this.session.run(feeds, this.#wanted);
    this.#take(rows, outputs);
    this.#past.append(
      outputs,
      rows.map((_, row) => row),
    );
    this.leave((row) => row.ending !== undefined);
  }

  /** Takes rows out of the batch. */
  leave(gone: (row: Utterance) => boolean): void {
    const keep = this.#rows.map((row) => !gone(row));
    this.#past.retain((row) => keep[row]!);
    this.#rows.splice(0, this.#rows.length, ...this.#rows.filter((_, row) => keep[row]));
  }

  get #wanted(): string[] {
    return this.session.outputNames.filter((name) => name !== 'hidden' && name !== 'logits');
  }

  #feeds(rows: readonly Utterance[], batch: number, frames: number, stopAfter: number): Record<string, Tensor> {
    const { hiddenSize, vocabularySize, codeGroups } = this.config.talker;
    const groups = codeGroups - 1;
    const talkerWidth = Math.max(...rows.map((row) => row.talkerSampling.candidates));
    const predictorWidth = Math.max(...rows.map((row) => row.predictorSampling.candidates));
    const inputs = new Float32Array(batch * hiddenSize);
    const trailing = new Float32Array(batch * frames * hiddenSize);
    const seen = new Uint8Array(batch * vocabularySize);
    const talkerNoise = new Float32Array(batch * frames * talkerWidth);
    const predictorNoise = new Float32Array(batch * frames * groups * predictorWidth);
    for (const [b, row] of rows.entries()) {
      if (row.next) inputs.set(row.next, b * hiddenSize);
      seen.set(row.seen, b * vocabularySize);
      for (let frame = 0; frame < frames; frame++) {
        const at = b * frames + frame;
        trailing.set(row.trailing(row.drawn + frame), at * hiddenSize);
        row.noise(
          row.drawn + frame,
          talkerNoise.subarray(at * talkerWidth, (at + 1) * talkerWidth),
          predictorNoise.subarray(at * groups * predictorWidth, (at + 1) * groups * predictorWidth),
          groups,
        );
      }
    }
    return {
      inputs: new Tensor('float32', inputs, [batch, 1, hiddenSize]),
      trailing: new Tensor('float32', trailing, [batch, frames, hiddenSize]),
      seen: new Tensor('bool', seen, [batch, vocabularySize]),
      drawn: integers(batch, (b) => rows[b]?.drawn ?? FILLER.drawn),
      limit: new Tensor('int64', [BigInt(frames)], []),
      stop_after: new Tensor('int64', [BigInt(stopAfter)], []),
      talker_noise: new Tensor('float32', talkerNoise, [batch, frames, talkerWidth]),
      predictor_noise: new Tensor('float32', predictorNoise, [batch, frames, groups, predictorWidth]),
      penalty: floats(batch, (b) => rows[b]?.sampling.repetitionPenalty ?? FILLER.penalty),
      ...levelFeeds('talker', batch, (b) => rows[b]?.talkerSampling ?? FILLER),
      ...levelFeeds('predictor', batch, (b) => rows[b]?.predictorSampling ?? FILLER),
    };
  }

  #take(rows: readonly Utterance[], outputs: Readonly<Record<string, Tensor>>): void {
    const { hiddenSize, vocabularySize, codeGroups } = this.config.talker;
    const codes = outputs.codes!.data as BigInt64Array;
    const next = outputs.next_inputs!.data as Float32Array;
    const seen = outputs.seen_out!.data as Uint8Array;
    const [frames, batch] = outputs.codes!.dims as [number, number];
    for (const [b, row] of rows.entries()) {
      for (let frame = 0; frame < frames; frame++) {
        const at = (frame * batch + b) * codeGroups;
        row.take(Int32Array.from(codes.subarray(at, at + codeGroups), Number), this.config.codecTokens.eos);
      }
      row.next = next.slice(b * hiddenSize, (b + 1) * hiddenSize);
      row.seen = seen.slice(b * vocabularySize, (b + 1) * vocabularySize);
    }
  }
}

function floats(batch: number, of: (row: number) => number): Tensor {
  return new Tensor(
    'float32',
    Float32Array.from({ length: batch }, (_, b) => of(b)),
    [batch, 1],
  );
}

function integers(batch: number, of: (row: number) => number): Tensor {
  return new Tensor(
    'int64',
    BigInt64Array.from({ length: batch }, (_, b) => BigInt(of(b))),
    [batch, 1],
  );
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
