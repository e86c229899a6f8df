import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@ownvoice/shared/contract/languages';
import { DEVICE_CHOICES, PRECISION_CHOICES, PRECISIONS, VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { VOICE_ALIASES, VOICES } from '@ownvoice/shared/contract/voices';
import { expect, test } from 'vitest';
import { below, ROOT, read } from './pages.js';

const code = (name: string) => `\`${name}\``;

// The compiler finds what is forgotten in code. These are the pages that list the names, each in one paragraph, table or line.
test.each<[what: string, file: string, names: readonly string[]]>([
  ['voice', 'docs/speech.md', VOICES.map(({ id }) => code(id))],
  ['voice alias', 'docs/speech.md', Object.keys(VOICE_ALIASES).map(code)],
  ['language', 'docs/speech.md', LANGUAGES],
  ['variant', 'docs/speech.md', VARIANT_NAMES.map(code)],
  ['variant', 'README.md', VARIANT_NAMES.map(code)],
  ['variant', '.env.example', VARIANT_NAMES],
  ['device', 'docs/speech.md', DEVICE_CHOICES.map(code)],
  ['device', '.env.example', DEVICE_CHOICES],
  ['precision', 'docs/speech.md', PRECISION_CHOICES.map(code)],
  ['precision', 'docs/model.md', PRECISIONS.map((name) => `| ${name} |`)],
  ['precision', '.env.example', PRECISION_CHOICES],
])('the list of every %s is complete in %s', (_what, file, names) => {
  const page = read(file);
  const missing = [...page.split('\n\n'), ...page.split('\n')].map((block) =>
    names.filter((name) => !block.includes(name)),
  );
  expect(missing.sort((a, b) => a.length - b.length)[0]).toEqual([]);
});

test('a workspace declares the types of its packages, since an image installs no other workspace', () => {
  const missing = ['packages', 'services'].flatMap(below).flatMap((path) => {
    if (!/^\w+\/[\w-]+\/package\.json$/.test(path)) return [];
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(path)) as Record<string, object>;
    const types = Object.keys(dependencies).map((name) => `@types/${name.replace('@', '').replace('/', '__')}`);
    return types.filter((name) => existsSync(join(ROOT, 'node_modules', name)) && !(name in devDependencies));
  });
  expect(missing).toEqual([]);
});
