import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@ownvoice/shared/contract/languages';
import { DEVICE_CHOICES, PRECISION_CHOICES, PRECISIONS, VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { VOICE_ALIASES, VOICES } from '@ownvoice/shared/contract/voices';
import { expect, test } from 'vitest';

/** The part of a page from one text to the next occurrence of another. */
function section(file: string, from: string, to: string): string {
  const page = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
  const start = page.indexOf(from);
  if (start < 0) throw new Error(`${file} has no ${JSON.stringify(from)}.`);
  return page.slice(start, page.indexOf(to, start + from.length));
}

const code = (name: string) => `\`${name}\``;

// The compiler finds what is forgotten in code. These are the places that it does not read.
test.each<[what: string, file: string, from: string, to: string, names: readonly string[]]>([
  ['voice', 'docs/speech.md', '\nVoices:', 'Aliases:', VOICES.map(({ id }) => code(id))],
  ['voice alias', 'docs/speech.md', 'Aliases:', '\n\n', Object.keys(VOICE_ALIASES).map(code)],
  ['language', 'docs/speech.md', '\nLanguages:', '\n\n', LANGUAGES],
  ['variant', 'docs/speech.md', '| `--model` |', '\n', VARIANT_NAMES.map(code)],
  ['variant', 'README.md', '| variant |', '\n\n', VARIANT_NAMES.map(code)],
  ['variant', '.env.example', '# TTS_PORT', '# TTS_MODEL', VARIANT_NAMES],
  ['device', 'docs/speech.md', '| `--device` |', '\n', DEVICE_CHOICES.map(code)],
  ['device', '.env.example', '# TTS_MODEL', '# TTS_DEVICE', DEVICE_CHOICES],
  ['precision', 'docs/speech.md', '| `--precision` |', '\n', PRECISION_CHOICES.map(code)],
  ['precision', 'docs/model.md', '## Precisions', '\n\nActivations', PRECISIONS.map((name) => `| ${name} |`)],
  ['precision', '.env.example', '# TTS_DEVICE', '# TTS_PRECISION', PRECISION_CHOICES],
])('every %s is in %s, %j', (_what, file, from, to, names) => {
  const text = section(file, from, to);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});
