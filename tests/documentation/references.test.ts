import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const below = (path: string) =>
  readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' }).map((file) => join(path, file));

const PAGES = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...below('docs')].filter((name) =>
  name.endsWith('.md'),
);
const pages = PAGES.map(read).join('\n');
const code = ['packages', 'services', 'scripts', 'bench', 'tests']
  .flatMap((folder) => below(folder))
  .filter((path) => /\.m?tsx?$|\.mjs$/.test(path) && !/node_modules|dist|\.d\.ts$/.test(path))
  .filter((path) => statSync(join(ROOT, path)).isFile())
  .map((path) => ({ path, text: read(path) }));
const everything = code.map(({ text }) => text).join('\n');
const sources = code.flatMap(({ path, text }) => (/^tests|\.test\./.test(path) ? [] : [text])).join('\n');
const isDeployment = (path: string) => /^docker-compose|Dockerfile|\.(?:ya?ml|cfg|conf)$|Caddyfile/.test(path);
const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];
const without = (names: readonly string[], known: (name: string) => boolean) => names.filter((name) => !known(name));

describe('a heading that a link names', () => {
  /** As GitHub makes the address of a heading. */
  const anchor = (heading: string) =>
    heading
      .replace(/`|\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
  const anchors = (path: string) =>
    [
      ...read(path)
        .replace(/^```[\s\S]*?^```$/gm, '')
        .matchAll(/^#+ (.+)$/gm),
    ].map(([, heading = '']) => anchor(heading));

  test.each(PAGES)('exists: %s', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
    const broken = links.filter(([, path = '', name = '']) => {
      const target = path === '' ? page : join(page, '..', path);
      return target.endsWith('.md') && !anchors(target).includes(name);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

describe('a documented command', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  const named = (program: string) => found(pages, new RegExp(`npm run ${program} -- ([a-z][a-z-]+)`, 'g'));

  test('is one of npm', () => {
    const workspaces = ['build', 'start'];
    const known = (name: string) => scripts.includes(name) || workspaces.includes(name);
    expect(without(found(pages, /npm run ([a-z][a-z0-9:]*)/g), known)).toEqual([]);
  });

  test('is a benchmark, and each benchmark is documented', () => {
    const benches = readdirSync(join(ROOT, 'bench')).flatMap((name) => /^(.+)\.ts$/.exec(name)?.[1] ?? []);
    expect(named('bench').sort()).toEqual(benches.sort());
  });

  test('is of the model, and each of the model is documented', () => {
    const commands = found(read('packages/qwen3-tts/src/cli/main.ts'), /COMMANDS.*= \{ (.+) \};/g)[0]?.split(', ');
    expect(named('model').sort()).toEqual(commands?.sort());
  });

  test('is an administrator’s', () => {
    const help = read('services/auth/src/commands/command-line.ts');
    expect(without(named('admin'), (name) => help.includes(`\n  ${name} `))).toEqual([]);
  });
});

describe('a setting', () => {
  const example = read('.env.example');
  const settings = found(example, /^# ([A-Z][A-Z0-9_]+)=/gm);
  const lines = pages.replaceAll('MODELHUB_', 'CODEHOST_').split('\n');

  /** `CODEHOST_CLIENT_ID`, `_SECRET` names two. */
  const isDocumented = (setting: string) => {
    const name = setting.replace('MODELHUB_', 'CODEHOST_');
    const cuts = [...name.matchAll(/_/g)].map(({ index }) => index);
    return lines.some(
      (line) =>
        line.includes(name) ||
        cuts.some((cut) => line.includes(name.slice(0, cut)) && line.includes(`\`${name.slice(cut)}\``)),
    );
  };

  test('of .env.example is in a document', () => {
    expect(settings.length).toBeGreaterThan(50);
    expect(without(settings, isDocumented)).toEqual([]);
  });

  test('in a document is read somewhere', () => {
    const deployment = [...readdirSync(ROOT), 'services/tts/Dockerfile.cuda', ...below('deploy')]
      .filter(isDeployment)
      .map(read);
    const known = [example, everything, ...deployment].join('\n');
    const named = found(pages, /`([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g);
    expect(named.length).toBeGreaterThan(40);
    expect(without(named, (name) => known.includes(name))).toEqual([]);
  });
});

describe('a metric', () => {
  const NAME = /\b((?:tts|auth|ownvoice)_[a-z_]*[a-z])\b/g;
  const engineStats = found(read('services/tts/src/metrics/speech-metrics.ts'), /^ {2}([a-z_]+): '[^']+',$/gm);
  const metrics = [
    ...found(sources, /\bname: '((?:tts|auth|ownvoice)_[a-z_]+)'/g),
    ...engineStats.map((name) => `tts_${name}`),
  ];

  test('is in a document, and each that is exists', () => {
    expect(metrics.length).toBeGreaterThan(20);
    expect(found(pages, NAME).sort()).toEqual([...new Set(metrics)].sort());
  });
});

describe('a header', () => {
  const NAME = /\b(x-(?:tts|user|auth)-[a-z-]*[a-z])\b/g;

  test('is in a document, and each that is exists', () => {
    expect(found(pages.toLowerCase(), NAME).sort()).toEqual(found(sources.toLowerCase(), NAME).sort());
  });
});
