import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { float16ToFloat32 } from '@ownvoice/audio';
import type { Manifest, TableLocation } from '../build/manifest.js';
import type { CheckpointConfig } from '../checkpoint/config.js';
import { DamagedModelError } from '../errors.js';
import type { CodecPart, PromptPlan } from '../prompt/plan.js';
import type { EncodedReference } from './reference-encoder.js';

/** A prompt as vectors of the talker. */
export interface PromptVectors {
  readonly length: number;
  /** `[length, hidden]` */
  readonly inputs: Float32Array;
  /** `[trailing, hidden]`: added at the first decode steps. */
  readonly trailing: Float32Array;
  /** `[hidden]`: added at every later one. */
  readonly padding: Float32Array;
}

/** Turns the token ids of a prompt into vectors, from embedding tables on disk. */
export class PromptEmbedder {
  readonly #text: EmbeddingTable;
  readonly #codec: EmbeddingTable;
  readonly #predictor: EmbeddingTable;

  constructor(
    folder: string,
    { tables }: Manifest,
    private readonly config: CheckpointConfig,
  ) {
    this.#text = new EmbeddingTable(folder, tables.text);
    this.#codec = new EmbeddingTable(folder, tables.codec);
    this.#predictor = new EmbeddingTable(folder, tables.predictor);
  }

  /** @throws Error when the plan refers to a reference that is not given */
  embed(plan: PromptPlan, reference: EncodedReference | undefined): PromptVectors {
    const width = this.config.talker.hiddenSize;
    const inputs = new Float32Array(plan.positions.length * width);
    for (const [i, { text, codec }] of plan.positions.entries()) {
      const row = inputs.subarray(i * width, (i + 1) * width);
      this.#text.addRow(text, row);
      if (codec) this.#addCodec(codec, reference, row);
    }
    const trailing = new Float32Array(plan.trailing.length * width);
    for (const [i, id] of plan.trailing.entries()) this.#text.addRow(id, trailing.subarray(i * width, (i + 1) * width));
    const padding = new Float32Array(width);
    this.#text.addRow(this.config.textTokens.ttsPad, padding);
    return { length: plan.positions.length, inputs, trailing, padding };
  }

  close(): void {
    this.#text.close();
    this.#codec.close();
    this.#predictor.close();
  }

  #addCodec(part: CodecPart, reference: EncodedReference | undefined, row: Float32Array): void {
    if (part.kind === 'token') {
      this.#codec.addRow(part.id, row);
      return;
    }
    if (!reference) throw new Error('The prompt refers to a reference, but none was given');
    if (part.kind === 'speaker') {
      for (let i = 0; i < row.length; i++) row[i]! += reference.speakerEmbedding[i]!;
      return;
    }
    this.#addFrame(part.index, reference, row);
  }

  /** The sum of the embeddings of a frame's codes, the same as for generated frames. */
  #addFrame(index: number, { spoken }: EncodedReference, row: Float32Array): void {
    if (!spoken) throw new Error('The prompt refers to frames of the reference, but only its speaker is known');
    const groups = this.config.talker.codeGroups;
    this.#codec.addRow(spoken.codes[index * groups]!, row);
    for (let group = 1; group < groups; group++) {
      const code = spoken.codes[index * groups + group]!;
      this.#predictor.addRow((group - 1) * this.config.codePredictor.vocabularySize + code, row);
    }
  }
}

/** An embedding table on disk; rows are read on demand. */
class EmbeddingTable {
  readonly width: number;
  readonly #file: number;
  readonly #row: Uint8Array;

  constructor(
    folder: string,
    private readonly location: TableLocation,
  ) {
    this.width = location.width;
    this.#file = openSync(join(folder, location.file), 'r');
    this.#row = new Uint8Array(location.width * (location.type === 'float32' ? 4 : 2));
  }

  /** Adds row `id` to `out`, `width` float32 values. */
  addRow(id: number, out: Float32Array): void {
    const { rows, offset, type, file, width } = this.location;
    if (!(id >= 0 && id < rows)) throw new RangeError(`${file} has no row ${id}`);
    const bytes = this.#row;
    if (readSync(this.#file, bytes, 0, bytes.length, offset + id * bytes.length) !== bytes.length) {
      throw new DamagedModelError(`${file} ends early`);
    }
    const values =
      type === 'float32'
        ? new Float32Array(bytes.buffer, 0, width)
        : float16ToFloat32(new Uint16Array(bytes.buffer, 0, width));
    for (let i = 0; i < width; i++) out[i]! += values[i]!;
  }

  close(): void {
    closeSync(this.#file);
  }
}
