import { readFileSync } from 'node:fs';
import { LANGUAGE_CODES, type LanguageCode } from '@ownvoice/shared/contract/languages';
import { normalizeText } from '@ownvoice/text-normalization';
import { describe, expect, test } from 'vitest';
import { sanitise } from './sanitise/sanitise.js';

const page = readFileSync(new URL('../../../../docs/text.md', import.meta.url), 'utf8');

/** The cells of the rows of the tables behind a comment, as text. */
function table(kind: string): string[][] {
  const [, ...behind] = page.split(`<!-- examples: ${kind} -->\n`);
  const rows = behind.flatMap((rest) => (/^(?:\|.*\n)+/u.exec(rest)?.[0] ?? '').trim().split('\n').slice(2));
  if (rows.length === 0) throw new Error(`docs/text.md has no examples: ${kind}`);
  return rows.map((row) =>
    row
      .slice(2, -2)
      .split(/ (?<!\\)\| /u)
      .map(text),
  );
}

const text = (cell: string): string =>
  cell
    .replace(/^(`+) ?(.*?) ?\1$/u, '$2')
    .replaceAll('⏎', '\n')
    .replaceAll('\\|', '|');
const language = (code: string | undefined): LanguageCode =>
  Object.values(LANGUAGE_CODES).find((known) => known === code) ?? 'en';

describe('the examples of docs/text.md', () => {
  test.each(table('spoken'))('docs/text.md: %j is spoken as %j', (sent, spoken) => {
    expect(sanitise(sent, /\p{Script=Han}/u.test(sent) ? 'zh' : 'en').text).toBe(spoken);
  });

  test.each(table('stays'))('docs/text.md: %j stays', (stays) => {
    expect(sanitise(stays, 'en').text).toBe(stays);
  });

  test.each(table('normalized'))('docs/text.md: in %s, %j is normalized to %j', (code, written, spoken) => {
    expect(normalizeText(written, language(code))).toBe(spoken);
  });
});
