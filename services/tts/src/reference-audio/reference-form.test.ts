import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { readReferenceForm } from './reference-form.js';

/** Reads a form with one text, of so many characters. */
function read(characters: number, headers = {}) {
  const request = {
    headers,
    async *parts() {
      yield { type: 'field', fieldname: 'input', value: 'a'.repeat(characters), valueTruncated: false };
    },
  };
  return readReferenceForm(request as unknown as FastifyRequest, (bytes) => bytes <= 100, new Set(['input']));
}

test('texts take room like recordings, two bytes a character', async () => {
  expect((await read(50)).fields.get('input')).toHaveLength(50);
  await expect(read(51)).rejects.toMatchObject({ statusCode: 429 });
});

test('a body that is too large by its length is refused before it is read', async () => {
  const announced = (bytes: number) => read(1, { 'content-length': String(bytes) });
  expect((await announced(26 * 2 ** 20)).broken).toEqual([]);
  await expect(announced(26 * 2 ** 20 + 1)).rejects.toMatchObject({ statusCode: 413 });
});
