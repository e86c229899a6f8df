import { type FileHandle, open } from 'node:fs/promises';
import { bfloat16ToFloat32, float16ToFloat32 } from '@ownvoice/audio';
import { CheckpointError } from '../errors.js';

/** Element types by their bytes. */
const TYPES = {
  1: ['BOOL', 'U8', 'I8'],
  2: ['BF16', 'F16', 'U16', 'I16'],
  4: ['F32', 'U32', 'I32'],
  8: ['F64', 'U64', 'I64'],
};
export const BYTES_PER_ELEMENT: ReadonlyMap<string, number> = new Map(
  Object.entries(TYPES).flatMap(([bytes, types]) => types.map((type) => [type, Number(bytes)] as const)),
);
/** Those of real numbers. */
const FLOAT_TYPES = ['BF16', 'F16', 'F32', 'F64'];

export interface TensorInfo {
  /** Element type as the file names it: `BF16`, `F32`, `I64` … */
  readonly dtype: string;
  readonly shape: readonly number[];
}

/** Named tensors that are read one at a time. */
export interface TensorSource {
  names(): string[];
  has(name: string): boolean;
  /** @throws CheckpointError when there is no tensor of that name */
  info(name: string): TensorInfo;
  /**
   * The tensor's elements as float32, in row-major order.
   * @throws CheckpointError when it is missing, not of a real type, or the file is truncated
   */
  read(name: string): Promise<Float32Array>;
  /** As {@link TensorSource.read} for `count` rows from `first` on, along the first axis. */
  readRows(name: string, first: number, count: number): Promise<Float32Array>;
}

/** The tensors of `source`, with what `read` makes of them. */
export const withRead = (source: TensorSource, read: TensorSource['read']): TensorSource => ({
  names: () => source.names(),
  has: (name) => source.has(name),
  info: (name) => source.info(name),
  readRows: (name, first, count) => source.readRows(name, first, count),
  read,
});

interface Entry extends TensorInfo {
  readonly begin: number;
  readonly end: number;
}

const MAX_HEADER_BYTES = 100_000_000;
const MAX_READ_BYTES = 1 << 28;

/**
 * A safetensors file, read tensor by tensor from its file handle; only the header stays in memory.
 *
 * @see https://github.com/huggingface/safetensors#format
 */
export class SafetensorsFile implements TensorSource {
  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
    private readonly dataStart: number,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /**
   * Opens the file and checks that its header describes exactly the bytes that follow it.
   * @throws CheckpointError for a file that is missing, truncated or of another format
   */
  static async open(path: string): Promise<SafetensorsFile> {
    const file = await open(path, 'r').catch((cause: unknown) => {
      throw new CheckpointError(`${path} is missing or cannot be read.`, { cause });
    });
    try {
      const { size } = await file.stat();
      const { headerBytes, header } = await readHeader(file, path, size);
      const dataStart = 8 + headerBytes;
      const entries = parseHeader(header, path, size - dataStart);
      return new SafetensorsFile(path, file, dataStart, entries);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  names(): string[] {
    return [...this.entries.keys()];
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  info(name: string): TensorInfo {
    return this.entry(name);
  }

  async read(name: string): Promise<Float32Array> {
    return this.readRows(name, 0, this.entry(name).shape[0] ?? 1);
  }

  async readRows(name: string, first: number, count: number): Promise<Float32Array> {
    const { dtype } = this.entry(name);
    if (!FLOAT_TYPES.includes(dtype))
      throw new CheckpointError(`${this.path}: the tensor ${name} is ${dtype}, not real numbers.`);
    const bytes = await this.bytesOf(name, first, count);
    if (dtype === 'F32') return new Float32Array(bytes);
    if (dtype === 'F64') return Float32Array.from(new Float64Array(bytes));
    return (dtype === 'BF16' ? bfloat16ToFloat32 : float16ToFloat32)(new Uint16Array(bytes));
  }

  /** The elements of an `I64` tensor. @throws CheckpointError as {@link read} does */
  async readIntegers(name: string): Promise<BigInt64Array> {
    const { dtype, shape } = this.entry(name);
    if (dtype !== 'I64') throw new CheckpointError(`${this.path}: the tensor ${name} is ${dtype}, not I64.`);
    return new BigInt64Array(await this.bytesOf(name, 0, shape[0] ?? 1));
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private entry(name: string): Entry {
    const entry = this.entries.get(name);
    if (!entry) throw new CheckpointError(`${this.path} has no tensor ${name}: it belongs to another model.`);
    return entry;
  }

  private async bytesOf(name: string, first: number, count: number): Promise<ArrayBuffer> {
    const { shape, begin, end } = this.entry(name);
    const rowBytes = (end - begin) / (shape[0] ?? 1);
    const bytes = new Uint8Array(count * rowBytes);
    await readFully(this.file, bytes, this.dataStart + begin + first * rowBytes, this.path);
    return bytes.buffer;
  }
}

async function readFully(file: FileHandle, target: Uint8Array, position: number, path: string): Promise<void> {
  let done = 0;
  while (done < target.byteLength) {
    const wanted = Math.min(target.byteLength - done, MAX_READ_BYTES);
    const { bytesRead } = await file.read(target, done, wanted, position + done);
    if (bytesRead === 0) throw new CheckpointError(`${path} is truncated: it ends before its last tensor does.`);
    done += bytesRead;
  }
}

async function readHeader(file: FileHandle, path: string, size: number) {
  const foreign = `${path} is not a safetensors file.`;
  if (size < 10) throw new CheckpointError(size === 0 ? `${path} is empty.` : foreign);
  const prefix = new Uint8Array(8);
  await readFully(file, prefix, 0, path);
  const length = new DataView(prefix.buffer).getBigUint64(0, true);
  if (length > BigInt(MAX_HEADER_BYTES) || length < 2n) throw new CheckpointError(foreign);
  const headerBytes = Number(length);
  if (8 + headerBytes > size) throw new CheckpointError(`${path} is truncated: it ends inside its header.`);
  const text = new Uint8Array(headerBytes);
  await readFully(file, text, 8, path);
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
    return { headerBytes, header };
  } catch (cause) {
    throw new CheckpointError(foreign, { cause });
  }
}

function parseHeader(header: unknown, path: string, dataBytes: number): ReadonlyMap<string, Entry> {
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    throw new CheckpointError(`${path} is not a safetensors file.`);
  }
  const entries = new Map<string, Entry>();
  for (const [name, value] of Object.entries(header)) {
    if (name !== '__metadata__') entries.set(name, parseEntry(name, value, path));
  }
  checkLayout(entries, path, dataBytes);
  return entries;
}

function parseEntry(name: string, value: unknown, path: string): Entry {
  const { dtype, shape, data_offsets: offsets } = (value ?? {}) as Record<string, unknown>;
  const isSize = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0;
  const elementBytes = typeof dtype === 'string' ? BYTES_PER_ELEMENT.get(dtype) : undefined;
  if (typeof dtype === 'string' && elementBytes && Array.isArray(shape) && shape.every(isSize)) {
    const [begin, end] = Array.isArray(offsets) && offsets.length === 2 ? (offsets as unknown[]) : [];
    const bytes = shape.reduce((product, n) => product * n, elementBytes);
    if (isSize(begin) && isSize(end) && end - begin === bytes) return { dtype, shape, begin, end };
  }
  throw new CheckpointError(`${path} is damaged: its header describes the tensor ${name} wrongly.`);
}

/** The format allows neither gaps nor overlaps. */
function checkLayout(entries: ReadonlyMap<string, Entry>, path: string, dataBytes: number): void {
  const inOrder = [...entries.values()].sort((a, b) => a.begin - b.begin || a.end - b.end);
  let position = 0;
  for (const { begin, end } of inOrder) {
    if (begin !== position) throw new CheckpointError(`${path} is damaged: its tensors overlap or leave gaps.`);
    position = end;
  }
  if (dataBytes < position) {
    throw new CheckpointError(`${path} is truncated: ${position - dataBytes} bytes of its tensors are missing.`);
  }
  if (dataBytes > position) {
    throw new CheckpointError(`${path} is damaged: ${dataBytes - position} bytes follow its last tensor.`);
  }
}
