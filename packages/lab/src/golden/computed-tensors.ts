import { type TensorToWrite, writeSafetensors } from '@ownvoice/qwen3-tts/internals/testing/safetensors-writer';

/** The tensors computed by a check, under the names of the expected ones. */
export class ComputedTensors {
  readonly #tensors = new Map<string, TensorToWrite>();

  integers(name: string, shape: readonly number[], values: Iterable<number>): void {
    const array = BigInt64Array.from(values, BigInt);
    this.#add({ name, dtype: 'I64', shape, parts: () => [new Uint8Array(array.buffer)] });
  }

  reals(name: string, shape: readonly number[], values: Float32Array): void {
    this.#add({
      name,
      dtype: 'F32',
      shape,
      parts: () => [new Uint8Array(values.buffer, values.byteOffset, values.byteLength)],
    });
  }

  /** Adds the tensors of another check under prefixed names. */
  include(other: ComputedTensors, prefix: string): void {
    for (const tensor of other.#tensors.values()) this.#add({ ...tensor, name: prefix + tensor.name });
  }

  /** Writes a safetensors file. */
  async write(path: string): Promise<void> {
    await writeSafetensors(path, [...this.#tensors.values()]);
  }

  #add(tensor: TensorToWrite): void {
    this.#tensors.set(tensor.name, tensor);
  }
}
