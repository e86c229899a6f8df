import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goldenFolders } from '@ownvoice/qwen3-tts/internals/testing/golden-folders';
import { describe, expect, test } from 'vitest';
import { checkFolder } from './check-folder.js';

const linesOf = async (folder: string) => {
  const { findings } = await checkFolder(folder, () => {});
  return findings.map(String);
};

describe.each(goldenFolders())('the golden cases of $name', ({ folder }) => {
  test('match the official implementation', async () => {
    const lines = await linesOf(folder);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
  });
});

describe('a check', () => {
  test('fails for a different expected result', async () => {
    const golden = goldenFolders().find(({ name }) => name === 'customvoice-0.6b')?.folder ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'check-'));
    await cp(golden, folder, { recursive: true });
    const path = join(folder, 'cases.json');
    const cases = JSON.parse(await readFile(path, 'utf8'));
    cases.cases = [
      { ...cases.cases[0], text: 'Goodbye, world.' },
      { ...cases.cases[1], speaker: 'serena' },
    ];
    cases.tokenizer[0].ids[0]++;
    await writeFile(path, JSON.stringify(cases));
    const lines = await linesOf(folder);
    expect(lines.filter((line) => line.startsWith('NOT OK'))).toHaveLength(3);
    await rm(folder, { recursive: true });
  });
});
