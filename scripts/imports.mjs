// No circle of imports and no import that runs back up: `node scripts/imports.mjs`, part of `npm run check`. Type-only
// imports count, because a reader follows them too. Tests and `testing/` folders may import everything.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './build/projects.mjs';

/**
 * The layers of each package, lowest first. A file imports from its own folder and from lower layers; what shares a line
 * does not import one another. `config` is config.ts and the folder config/; the longest name that fits counts.
 */
const LAYERS = {
  'packages/audio': [],
  'packages/shared': ['contract', 'built-entry errors logging tracing', 'settings', 'http', 'index'],
  'packages/builtin-voice': [
    'builtin-voice-error languages voices',
    'delivery formant spoken-form',
    'frontend variation',
    'builtin-voice',
    'index',
  ],
  'packages/qwen3-tts': [
    'checkpoint onnxruntime',
    'audio download graph prompt random',
    'plain',
    'build',
    'runtime',
    'adapter check measure store',
    'doctor',
    'cli index',
  ],
  'packages/console': ['http language', 'interface', 'accounts docs speech'],
  'services/auth': [
    'generated domain',
    'limits oauth passwords',
    'config data',
    'services',
    'audit',
    'accounts',
    'plugins',
    'routes',
    'app',
    'start start-up-garbage',
    'commands main',
  ],
  'services/tts': [
    'generated',
    'machine reference-audio text voices',
    'options',
    'config lexicon-file',
    'engines',
    'synthesis voice-library',
    'metrics',
    'plugins',
    'routes',
    'app',
    'service',
    'main',
  ],
};
/** The packages themselves, lowest first. */
const PACKAGES = [
  'packages/audio packages/shared',
  'packages/builtin-voice packages/console packages/qwen3-tts',
  'services/auth services/tts',
];

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g;
const isTest = (path) => /\.test\.tsx?$|(^|\/)testing\//.test(path);
const faults = [];

/** The place of a path in an order: its line, and the name on that line. */
function placeIn(order, path) {
  let found;
  order.forEach((line, rank) => {
    for (const name of line.split(' '))
      if ((path.startsWith(`${name}/`) || path.startsWith(`${name}.`)) && !(found?.name.length > name.length))
        found = { rank, name };
  });
  return found;
}

function checkOrder(order, from, to, sentence) {
  const [above, below] = [placeIn(order, from), placeIn(order, to)];
  if (above && below && above.name !== below.name && above.rank <= below.rank) faults.push(sentence);
}

/** What each file of a package imports from the same package, tests left out. */
function importsOf(folder) {
  const source = join(root, folder, 'src');
  const files = readdirSync(source, { recursive: true }).filter(
    (path) => /(?<!\.d)\.tsx?$/.test(path) && !isTest(path),
  );
  const graph = new Map(files.map((path) => [path, []]));
  for (const path of files) {
    for (const [, name] of readFileSync(join(source, path), 'utf8').matchAll(IMPORT)) {
      const other = /^@ownvoice\/([^/]+)/.exec(name)?.[1];
      if (other) {
        const target = Object.keys(LAYERS).find((one) => one.endsWith(`/${other}`)) ?? other;
        checkOrder(
          PACKAGES,
          folder,
          target,
          `${folder}/src/${path} imports ${name}, a package that is not below its own`,
        );
      } else if (name.startsWith('.')) {
        const stem = join(dirname(path), name).replace(/\.jsx?$/, '');
        const target = [`${stem}.ts`, `${stem}.tsx`].find((one) => graph.has(one) || isTest(one));
        if (target) graph.get(path).push(target);
      }
    }
  }
  return graph;
}

/** The shortest way back from a file to itself; `undefined` where there is none. */
function circleThrough(graph, start) {
  const queue = graph.get(start).map((next) => [start, next]);
  const seen = new Set();
  for (const way of queue) {
    const last = way.at(-1);
    if (last === start) return way;
    if (seen.has(last)) continue;
    seen.add(last);
    for (const next of graph.get(last) ?? []) queue.push([...way, next]);
  }
  return undefined;
}

for (const [folder, layers] of Object.entries(LAYERS)) {
  const graph = importsOf(folder);
  const reported = new Set();
  for (const [path, targets] of graph) {
    for (const target of targets) {
      if (isTest(target)) faults.push(`${folder}/src/${path} imports ${target}, which only tests may`);
      checkOrder(layers, path, target, `${folder}/src/${path} imports ${target}, which is not in a layer below`);
    }
    const circle = reported.has(path) ? undefined : circleThrough(graph, path);
    if (circle) faults.push(`${folder}/src: a circle: ${circle.join(' → ')}`);
    for (const member of circle ?? []) reported.add(member);
  }
  if (layers.length === 0) continue;
  const places = [...graph.keys()].map((path) => ({ path, place: placeIn(layers, path) }));
  for (const { path, place } of places)
    if (!place) faults.push(`${folder}/src/${path} is in no layer; scripts/imports.mjs lists them`);
  for (const name of layers.join(' ').split(' '))
    if (!places.some(({ place }) => place?.name === name))
      faults.push(`${folder}/src has no ${name}; scripts/imports.mjs lists it`);
}

for (const fault of faults) console.error(`imports: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
