import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { MeasuredSpeech } from '@ownvoice/audio';
import type { SpokenChunk } from '../engines/engine.js';

interface Entry {
  readonly at: number;
  /** Null when nothing is audible. */
  readonly speech: MeasuredSpeech | null;
  readonly isSkipped: boolean;
}

/** Length and CRC-32 of the record that follows. */
const HEADER_BYTES = 8;
/** Longer than any chunk: 30 s at the slowest speed. */
const MAX_RECORD_BYTES = 2 ** 26;

/** Tells two ways to cut and speak a text apart: their chunks must not be mixed. */
export const fingerprintOf = (what: unknown): string => createHash('sha256').update(JSON.stringify(what)).digest('hex');

/**
 * The chunks of a part that are spoken, in a file that only grows: records in the order in which they were spoken, the first
 * one a fingerprint. A record counts when it is whole: what a crash left behind the last one is cut off.
 */
export class PartFile {
  readonly #entries = new Map<number, Entry>();
  #end = 0;

  private constructor(private readonly file: FileHandle) {}

  /** Opens the file, which is begun anew where it is missing or has another fingerprint. */
  static async open(path: string, fingerprint: string): Promise<PartFile> {
    const part = new PartFile(await open(path, constants.O_RDWR | constants.O_CREAT, 0o640));
    try {
      const first = await part.#readRecord(0);
      if (first?.value === fingerprint) await part.#scan(first.end);
      await part.file.truncate(part.#end);
      if (part.#end === 0) await part.#write(fingerprint);
      return part;
    } catch (error) {
      await part.close();
      throw error;
    }
  }

  get bytes(): number {
    return this.#end;
  }

  get count(): { readonly done: number; readonly skipped: number } {
    const entries = [...this.#entries.values()];
    return { done: entries.length, skipped: entries.filter(({ isSkipped }) => isSkipped).length };
  }

  has(index: number): boolean {
    return this.#entries.has(index);
  }

  /** What is known of a chunk without reading it; null when nothing is audible. */
  speechOf(index: number): MeasuredSpeech | null {
    return this.#entries.get(index)?.speech ?? null;
  }

  /** Appends a chunk and waits until the disk has it: all of it, or nothing. */
  async append(index: number, chunk: SpokenChunk): Promise<void> {
    const at = this.#end;
    await this.#write({ index, chunk });
    this.#enter(at, index, chunk);
  }

  /** @throws when it is no longer as it was written */
  async read(index: number): Promise<SpokenChunk> {
    const entry = this.#entries.get(index);
    const record = entry && (await this.#readRecord(entry.at));
    if (!record) throw new Error(`Chunk ${index} cannot be read again.`);
    return (record.value as { readonly chunk: SpokenChunk }).chunk;
  }

  close(): Promise<void> {
    return this.file.close();
  }

  async #scan(from: number): Promise<void> {
    this.#end = from;
    for (let record = await this.#readRecord(from); record; record = await this.#readRecord(record.end)) {
      const { index, chunk } = record.value as { readonly index: number; readonly chunk: SpokenChunk };
      this.#enter(this.#end, index, chunk);
      this.#end = record.end;
    }
  }

  #enter(at: number, index: number, { speech, skipped }: SpokenChunk): void {
    const measured = speech && { ...speech, samples: { length: speech.samples.length } };
    this.#entries.set(index, { at, speech: measured, isSkipped: skipped !== undefined });
  }

  /** Undefined where no whole record is. */
  async #readRecord(at: number): Promise<{ readonly value: unknown; readonly end: number } | undefined> {
    const header = await this.#readExactly(at, HEADER_BYTES);
    const length = header?.readUInt32LE(0) ?? 0;
    if (!header || length === 0 || length > MAX_RECORD_BYTES) return undefined;
    const body = await this.#readExactly(at + HEADER_BYTES, length);
    if (!body || crc32(body) !== header.readUInt32LE(4)) return undefined;
    return { value: deserialize(body), end: at + HEADER_BYTES + length };
  }

  async #readExactly(at: number, length: number): Promise<Buffer | undefined> {
    const buffer = Buffer.alloc(length);
    for (let read = 0; read < length; ) {
      const { bytesRead } = await this.file.read(buffer, read, length - read, at + read);
      if (bytesRead === 0) return undefined;
      read += bytesRead;
    }
    return buffer;
  }

  async #write(value: unknown): Promise<void> {
    const body = serialize(value);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(body.length, 0);
    header.writeUInt32LE(crc32(body), 4);
    const record = Buffer.concat([header, body]);
    try {
      for (let written = 0; written < record.length; ) {
        const { bytesWritten } = await this.file.write(record, written, record.length - written, this.#end + written);
        written += bytesWritten;
      }
      await this.file.datasync();
      this.#end += record.length;
    } catch (error) {
      await this.file.truncate(this.#end).catch(() => {});
      throw error;
    }
  }
}
