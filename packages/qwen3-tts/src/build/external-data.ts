import { closeSync, openSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import type { ExternalBytes, WeightSink } from '../graph/builder.js';

/** Weights start at page boundaries, so that the runtime can map them instead of reading them. */
const ALIGNMENT = 4096;

/** The file of weights beside an `.onnx` file, written from front to back. */
export class ExternalDataFile implements WeightSink {
  readonly #file: number;
  readonly #location: string;
  #end = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
    this.#location = basename(path);
  }

  append(bytes: Uint8Array): ExternalBytes {
    const offset = Math.ceil(this.#end / ALIGNMENT) * ALIGNMENT;
    let done = 0;
    while (done < bytes.length) done += writeSync(this.#file, bytes, done, bytes.length - done, offset + done);
    this.#end = offset + bytes.length;
    return { location: this.#location, offset, length: bytes.length };
  }

  close(): void {
    closeSync(this.#file);
  }
}
