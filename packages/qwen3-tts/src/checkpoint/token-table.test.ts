import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckpointError } from './checkpoint-error.js';
import { readTokenTable } from './token-table.js';

describe('a vocabulary', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vocabulary-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const read = async (json: string) => {
    const path = join(folder, 'vocab.json');
    await writeFile(path, json);
    return readTokenTable(path);
  };

  test('has the ids of its JSON, however that is formatted', async () => {
    const tokens = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.nat(999_999), { minKeys: 1, maxKeys: 30 });
    const escaped = (json: string) =>
      json.replace(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    await fc.assert(
      fc.asyncProperty(tokens, fc.constantFrom(0, 2), fc.boolean(), async (entries, indent, ascii) => {
        const json = JSON.stringify(entries, null, indent);
        const table = await read(ascii ? escaped(json) : json);
        expect(table.size).toBe(Object.keys(entries).length);
        for (const [token, id] of Object.entries(entries)) {
          const bytes = Buffer.from(token);
          expect(table.find(bytes, 0, bytes.length)).toBe(id);
          const apart = Buffer.concat([bytes, Buffer.from(' '), bytes]);
          const twice = entries[token + token];
          expect(table.find(apart, 0, apart.length, bytes.length)).toBe(twice ?? -1);
        }
      }),
    );
  });

  test.each([
    '',
    '[]',
    '{"a":1',
    '{"a":1,}',
    '{"a":-1}',
    '{"a":"b"}',
    '{"a":1.5}',
    '{"a":1}}',
    '{"a',
    '{"\\x":1}',
    '{"a":12345678901}',
  ])('is refused when it is %s', async (json) => {
    await expect(read(json)).rejects.toThrow(CheckpointError);
  });
});
