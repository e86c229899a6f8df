import { closeSync, openSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import type { WeightSink } from '../graph/onnx/builder.js';
import type { ExternalBytes } from '../graph/onnx/messages.js';

/** Weights start at page boundaries: the runtime maps them instead of reading them. */
const ALIGNMENT = 4096;

/** The external data of an `.onnx` file, written from front to back. */
export class ExternalDataFile implements WeightSink {
  readonly #file: number;
  readonly #location: string;
  readonly #written = new Map<string, ExternalBytes>();
  #end = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
    this.#location = basename(path);
  }

  append(bytes: Uint8Array, key: string): ExternalBytes {
    const offset = Math.ceil(this.#end / ALIGNMENT) * ALIGNMENT;
    let done = 0;
    while (done < bytes.length) done += writeSync(this.#file, bytes, done, bytes.length - done, offset + done);
    this.#end = offset + bytes.length;
    const external = { location: this.#location, offset, length: bytes.length };
    this.#written.set(key, external);
    return external;
  }

  /** Where the bytes of a weight are. */
  find(key: string): ExternalBytes {
    const external = this.#written.get(key);
    if (!external) throw new Error(`No weight ${key} was written to ${this.#location}`);
    return external;
  }

  close(): void {
    closeSync(this.#file);
  }
}
