import { readdirSync } from 'node:fs';
import { defaultText, OPTIONS, optionHelp } from '@ownvoice/tts/dist/options.js';
import { expect, test } from 'vitest';
import { below, found, PAGES, ROOT, read } from './pages.js';

const example = read('.env.example');
const pages = PAGES.map(read).join('\n');

/** `CODEHOST_CLIENT_ID`, `_SECRET` names two. */
function isDocumented(setting: string, lines: readonly string[]): boolean {
  const name = setting.replace('MODELHUB_', 'CODEHOST_');
  const cuts = [...name.matchAll(/_/g)].map(({ index }) => index);
  return lines.some(
    (line) =>
      line.includes(name) ||
      cuts.some((cut) => line.includes(name.slice(0, cut)) && line.includes(`\`${name.slice(cut)}\``)),
  );
}

test('every setting of .env.example is in a document', () => {
  const lines = pages.replaceAll('MODELHUB_', 'CODEHOST_').split('\n');
  const settings = found(example, /^# ([A-Z][A-Z0-9_]+)=/gm);
  expect(settings.length).toBeGreaterThan(40);
  expect(settings.filter((setting) => !isDocumented(setting, lines))).toEqual([]);
});

/** What tests and libraries read. */
const OTHERS = [
  'CHROMIUM_PATH',
  'GPU_PRECISIONS',
  'HTTPS_PROXY',
  'NO_PROXY',
  'NVIDIA_TF32_OVERRIDE',
  'OPENAI_API_KEY',
  'SCHEMATHESIS_EXAMPLES',
  'SCHEMATHESIS_SEED',
];

test('every setting in a document is in .env.example or in a file for deployments', () => {
  const deployment = [...readdirSync(ROOT), 'services/tts/Dockerfile.cuda', ...below('deploy')]
    .filter((path) => /^docker-compose|Dockerfile|\.(?:ya?ml|cfg|conf)$|Caddyfile/.test(path))
    .map(read);
  const known = [example, ...OTHERS, ...deployment].join('\n');
  const named = found(pages, /`([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test.each(Object.entries(OPTIONS))(
  'docs/speech.md and --help list --%s with its variable and default',
  (name, { variable, default: initial }) => {
    expect(read('docs/speech.md')).toContain(`| \`--${name}\` | \`${variable}\` | \`${defaultText(initial)}\` |`);
    expect(optionHelp()).toMatch(new RegExp(`^  --${name}(?: |$)`, 'm'));
  },
);
