import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckpointError } from '../errors.js';
import { writeSafetensors } from '../testing/safetensors-writer.js';
import { SafetensorsFile } from './safetensors.js';

describe('safetensors files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'safetensors-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const bytesOf = (array: Float32Array | Uint16Array | BigInt64Array) =>
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

  const sample = async (name: string) => {
    const path = join(folder, name);
    await writeSafetensors(path, [
      { name: 'a', dtype: 'F32', shape: [2, 3], parts: () => [bytesOf(Float32Array.of(1, 2, 3, 4, 5, 6))] },
      { name: 'b', dtype: 'I64', shape: [2], parts: () => [bytesOf(BigInt64Array.of(-7n, 2n ** 40n))] },
    ]);
    return path;
  };

  test('return each tensor as it was written', async () => {
    const file = await SafetensorsFile.open(await sample('whole'));
    expect(file.names()).toEqual(['a', 'b']);
    expect(file.info('a')).toMatchObject({ dtype: 'F32', shape: [2, 3] });
    expect([...(await file.read('a'))]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...(await file.readIntegers('b'))]).toEqual([-7n, 2n ** 40n]);
    await file.close();
  });

  test('widen bfloat16 and half precision exactly', async () => {
    const path = join(folder, 'halves');
    await writeSafetensors(path, [
      { name: 'bf16', dtype: 'BF16', shape: [3], parts: () => [bytesOf(Uint16Array.of(0x3f80, 0xc000, 0x7f80))] },
      { name: 'f16', dtype: 'F16', shape: [4], parts: () => [bytesOf(Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x7c00))] },
    ]);
    const file = await SafetensorsFile.open(path);
    expect([...(await file.read('bf16'))]).toEqual([1, -2, Number.POSITIVE_INFINITY]);
    expect([...(await file.read('f16'))]).toEqual([1, -2, 2 ** -24, Number.POSITIVE_INFINITY]);
    await file.close();
  });

  const refusal = async (path: string) => {
    const error = await SafetensorsFile.open(path).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(CheckpointError);
    return (error as CheckpointError).message;
  };

  test('truncated anywhere are refused in one sentence that names the file', async () => {
    const whole = await readFile(await sample('to-cut'));
    const path = join(folder, 'cut');
    for (let length = 0; length < whole.length; length++) {
      await writeFile(path, whole.subarray(0, length));
      expect(await refusal(path)).toMatch(/^\S*cut (is|has|ends)[^.]*\.$/);
    }
  });

  test('with bytes after the last tensor are refused', async () => {
    const path = join(folder, 'longer');
    await writeFile(path, Buffer.concat([await readFile(await sample('to-extend')), Buffer.of(0)]));
    expect(await refusal(path)).toContain('1 bytes follow its last tensor');
  });

  test('that are missing or of another kind are refused', async () => {
    expect(await refusal(join(folder, 'nothing'))).toContain('is missing');
    const foreign = join(folder, 'foreign');
    await writeFile(foreign, '<html>Not found</html>'.repeat(20));
    expect(await refusal(foreign)).toContain('is not a safetensors file');
  });

  test.each([
    ['offsets that disagree with the shape', { a: { dtype: 'F32', shape: [2], data_offsets: [0, 4] } }],
    ['an offset below zero', { a: { dtype: 'F32', shape: [1], data_offsets: [-4, 0] } }],
    ['an unknown type', { a: { dtype: 'F8', shape: [4], data_offsets: [0, 4] } }],
    ['a shape that is no list', { a: { dtype: 'F32', shape: 1, data_offsets: [0, 4] } }],
    ['no description at all', { a: null }],
  ])('whose header has %s are refused', async (_, header) => {
    const json = Buffer.from(JSON.stringify(header));
    const prefix = Buffer.alloc(8);
    prefix.writeBigUInt64LE(BigInt(json.length));
    const path = join(folder, 'header');
    await writeFile(path, Buffer.concat([prefix, json, Buffer.alloc(4)]));
    expect(await refusal(path)).toContain('describes the tensor a wrongly');
  });
});
