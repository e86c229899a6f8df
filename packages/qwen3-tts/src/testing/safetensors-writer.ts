import { type FileHandle, open, rename } from 'node:fs/promises';
import type { TensorInfo } from '../checkpoint/safetensors.js';
import { BYTES_PER_ELEMENT } from '../checkpoint/safetensors.js';

export interface TensorToWrite extends TensorInfo {
  readonly name: string;
  /** Row-major little-endian bytes in parts, so that a large tensor is never in memory as a whole. */
  readonly parts: () => Iterable<Uint8Array>;
}

/**
 * Writes a safetensors file tensor by tensor, and renames it into place when it is complete.
 * @throws Error when the parts of a tensor do not add up to its shape
 */
export async function writeSafetensors(path: string, tensors: readonly TensorToWrite[]): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w');
  try {
    await writeFully(file, encodeHeader(tensors));
    for (const tensor of tensors) {
      let written = 0;
      for (const part of tensor.parts()) {
        await writeFully(file, part);
        written += part.byteLength;
      }
      if (written !== byteLength(tensor))
        throw new Error(`${tensor.name} has ${written} bytes, not ${byteLength(tensor)}`);
    }
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

function byteLength({ dtype, shape }: TensorInfo): number {
  return shape.reduce((product, size) => product * size, BYTES_PER_ELEMENT.get(dtype) ?? 0);
}

function encodeHeader(tensors: readonly TensorToWrite[]): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  let position = 0;
  for (const { name, dtype, shape } of tensors) {
    const end = position + byteLength({ dtype, shape });
    header[name] = { dtype, shape, data_offsets: [position, end] };
    position = end;
  }
  const text = JSON.stringify(header);
  const json = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 8) * 8, ' '));
  const bytes = new Uint8Array(8 + json.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(json.length), true);
  bytes.set(json, 8);
  return bytes;
}

async function writeFully(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let done = 0;
  while (done < bytes.byteLength) done += (await file.write(bytes, done)).bytesWritten;
}
