import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { float16ToFloat32 } from '@ownvoice/audio';
import type { TableLocation } from '../build/manifest.js';
import { DamagedModelError } from '../errors.js';

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
