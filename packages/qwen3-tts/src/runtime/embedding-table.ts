import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { bfloat16ToFloat32, float16ToFloat32 } from '@ownvoice/audio';
import type { TableLocation } from '../build/manifest.js';
import { ModelError } from '../build/model-error.js';

const WIDENED = { float16: float16ToFloat32, bfloat16: bfloat16ToFloat32 };

/** An embedding table on disk; rows are read on demand. */
export class EmbeddingTable {
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
      throw new ModelError(`${file} ends early; build or download the model again.`);
    }
    const values =
      type === 'float32'
        ? new Float32Array(bytes.buffer, 0, width)
        : WIDENED[type](new Uint16Array(bytes.buffer, 0, width));
    for (let i = 0; i < width; i++) out[i]! += values[i]!;
  }

  close(): void {
    closeSync(this.#file);
  }
}
