import { ProtobufWriter } from '../graph/onnx/protobuf.js';

/** A field of a protobuf message: a number, four bytes, or bytes. */
export interface Field {
  readonly number: number;
  readonly value: bigint | Uint8Array;
  readonly fixed: boolean;
}

export const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

export const bytesOf = (all: readonly Field[], number: number) =>
  all.filter((field) => field.number === number).map(({ value }) => value as Uint8Array);

/** The fields of a message in their order. @see https://protobuf.dev/programming-guides/encoding/ */
export function fields(message: Uint8Array): Field[] {
  const found: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let bits = 0n; ; bits += 7n) {
      const byte = message[at++]!;
      value |= BigInt(byte & 0x7f) << bits;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const key = Number(varint());
    const number = key >> 3;
    if ((key & 7) === 0) found.push({ number, value: varint(), fixed: false });
    else {
      const fixed = (key & 7) === 5;
      const length = fixed ? 4 : Number(varint());
      found.push({ number, value: message.subarray(at, at + length), fixed });
      at += length;
    }
  }
  return found;
}

export function encode(all: readonly Field[]): Uint8Array {
  const writer = new ProtobufWriter();
  for (const { number, value, fixed } of all) {
    if (typeof value === 'bigint') writer.int(number, value);
    else if (fixed) writer.float(number, new DataView(value.buffer, value.byteOffset).getFloat32(0, true));
    else writer.bytes(number, value);
  }
  return writer.finish();
}
