import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type CodecGraph, CodecTiming, codecRoundingError, writeRandomCodec } from '@ownvoice/qwen3-tts/measure';
import { compileRevision } from './model/revision.js';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';
import { quantile } from './speech/service.js';

answerHelp(`usage: npm run bench -- codec --against REVISION [OPTION...]
       npm run bench -- codec --eight-bits

The codec's time against that of another commit, on the same random weights of the released dimensions: pieces of eight
frames, in turns in one process, and the ratio of each pair.

  --against REVISION  a commit of this repository
  --pairs N           default 40
  --threads N         default: one for each core
  --eight-bits        instead: how far below the waveforms of the golden cases the error is, when a part of the codec takes
                      products of 8 bits`);

const GOLDEN = fileURLToPath(new URL('../../tests/golden/base-0.6b', import.meta.url));
/** Parts of the decoder that are plain products. */
const PARTS: readonly (readonly [name: string, weights: RegExp])[] = [
  ['transformer', /\.pre_transformer\..*_proj\.weight$/],
  ['ConvNeXt', /\.pwconv\d\.weight$/],
  ...[1, 2, 3, 4].map((block) => [`residual ${block}`, RegExp(`\\.${block}\\.block\\.\\d\\.conv2\\.`)] as const),
];

async function reportEightBits(): Promise<void> {
  for (const [name, weights] of PARTS) {
    const decibels = await codecRoundingError(GOLDEN, weights, { bits: 8, block: 32 });
    console.log(`${name.padEnd(12)} ${decibels.toFixed(1)} dB`);
  }
}

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    'eight-bits': { type: 'boolean', default: false },
    pairs: { type: 'string', default: '40' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});
if (values['eight-bits']) {
  await reportEightBits();
  process.exit(0);
}
if (!values.against) throw new Error('--against names the commit to compare with');

const scratch = mkdtempSync(join(tmpdir(), 'ownvoice-codec-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
const before = join(scratch, 'before');
compileRevision(values.against, before);
const weights = join(scratch, 'weights');
const config = await writeRandomCodec(weights, 1);

/** Loads the codec that the sources in a folder make of the weights. */
async function load(root: string, name: string): Promise<CodecTiming> {
  const graph = (await import(
    pathToFileURL(join(root, 'packages/qwen3-tts/dist/graph/codec-decoder/codec-decoder.js')).href
  )) as CodecGraph;
  const out = join(scratch, name);
  mkdirSync(out);
  return CodecTiming.open(graph, { weights, config, out, threads: Number(values.threads) });
}
const [now, then] = [await load(process.cwd(), 'graph-now'), await load(before, 'graph-then')];
for (const codec of [now, then]) await codec.time();

const ratios = { cpu: [] as number[], wall: [] as number[] };
for (let pair = 0; pair < Number(values.pairs); pair++) {
  // Who goes first takes turns too.
  const first = await (pair % 2 === 0 ? now : then).time();
  const second = await (pair % 2 === 0 ? then : now).time();
  const [a, b] = pair % 2 === 0 ? [first, second] : [second, first];
  ratios.cpu.push(a.cpu / b.cpu);
  ratios.wall.push(a.wall / b.wall);
}
console.log(`${machine()}, ${values.threads} threads, ${values.pairs} pairs of 8 frames, against ${values.against}`);
for (const [name, all] of Object.entries(ratios)) {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(all, share).toFixed(3));
  console.log(`${name.padEnd(4)} × ${middle} (half of the pairs: ${low} to ${high})`);
}
for (const codec of [now, then]) await codec.close();
