/**
 * The protobuf wire format, as much of it as an ONNX file needs: varints, 32-bit floats and length-delimited fields.
 *
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export class ProtobufWriter {
  readonly #parts: Uint8Array[] = [];

  /** int64 field; negative values take ten bytes, as the format asks. */
  int(field: number, value: number | bigint): this {
    this.#varint((BigInt(field) << 3n) | 0n);
    this.#varint(BigInt.asUintN(64, BigInt(value)));
    return this;
  }

  /** 32-bit float field. */
  float(field: number, value: number): this {
    this.#varint((BigInt(field) << 3n) | 5n);
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.#parts.push(bytes);
    return this;
  }

  /** Bytes, UTF-8 text or a nested message. */
  bytes(field: number, value: Uint8Array | string | ProtobufWriter): this {
    const bytes =
      typeof value === 'string'
        ? new TextEncoder().encode(value)
        : value instanceof ProtobufWriter
          ? value.finish()
          : value;
    this.#varint((BigInt(field) << 3n) | 2n);
    this.#varint(BigInt(bytes.length));
    this.#parts.push(bytes);
    return this;
  }

  finish(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  #varint(value: bigint): void {
    const bytes: number[] = [];
    let rest = value;
    do {
      const low = Number(rest & 0x7fn);
      rest >>= 7n;
      bytes.push(rest === 0n ? low : low | 0x80);
    } while (rest !== 0n);
    this.#parts.push(Uint8Array.from(bytes));
  }
}
