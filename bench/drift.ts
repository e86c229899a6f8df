import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readWav } from '@ownvoice/audio';
import { buildModel, loadModel } from '@ownvoice/qwen3-tts';
import { Agent, setGlobalDispatcher } from 'undici';
import { measureChunks } from './drift/measured-chunk.js';
import { chunkRow, HEADER, summary } from './drift/report.js';
import { speakInChunks } from './drift/speak-in-chunks.js';
import { builtModel, CACHE } from './model/built-model.js';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';
import { startSpeechService } from './speech/service.js';

answerHelp(`usage: npm run bench -- drift [OPTION...]

Whether the chunks of one request keep timbre, loudness and pace: the cosine between their speaker embeddings, the level of
their speech and their seconds a character, for each chunk and in a summary. The options are the speech service's, for
instance --model customvoice-0.6b --models-dir DIR; without any, reduced checkpoints of the tests are built, with random
weights, whose figures say nothing about a voice. SPEECH_ORIGIN names a service that is already running.

  --encoder DIR     a built base model, whose speaker encoder compares the chunks; needed with a model of one's own
  --text FILE       at most 10,000 characters to speak instead of the built-in text
  --voice NAME      of a custom-voice model; default ryan
  --reference FILE  a WAV file of a speaker for a base model; default a recording of the tests
  --seed N          default 7
  --compare-context speaks the text twice in a cloned voice, with --chunk-context off and with first. That is worth having if
                    the cosines rise and the deviations fall, while runs of codes that stand in the first chunk too grow no
                    longer and no more chunks say it again. If the first chunk is unfit, take another seed. Without a model
                    of one's own one of the released size is built, with random weights, whose times alone mean something.`);

const GOLDEN = fileURLToPath(new URL('../../tests/golden/', import.meta.url));

const options = process.argv.slice(2);
/** Takes an option of this measurement out of those of the service. */
function own(name: string): string | undefined {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options.splice(at, 2)[1];
}
const [encoder, text, voice, reference, seed = '7'] = ['--encoder', '--text', '--voice', '--reference', '--seed'].map(
  own,
);

const PARAGRAPHS = [
  'The lighthouse keeper counted the steps each evening, one hundred and twelve of them, and lit the lamp before the first star.',
  'Far below, the sea drew its breath and let it go again. A ship passed in the dark. Its crew never knew his name.',
  'When the fog came, he rang the bell until morning. Nobody thanked him for it, and he did not ask.',
  'In spring a letter arrived. It was short: the lamp would be turned by a motor, and his room would be let to visitors.',
  'He read it twice, folded it, and went up to clean the glass, because the sun was already low.',
  'The visitors came in June. They asked what he had done here all those years, and he showed them the view.',
];
/** Thirty seconds and more, so that a slow machine cuts it too. */
const TEXT = PARAGRAPHS.join('\n\n');

const given = options.indexOf('--compare-context');
const compares = given >= 0 && options.splice(given, 1).length > 0;
if (compares && process.env.SPEECH_ORIGIN) throw new Error('--compare-context starts services of its own.');
const isOwn = options.length > 0 || process.env.SPEECH_ORIGIN !== undefined;
if (isOwn && encoder === undefined) throw new Error('--encoder DIR is needed with a model of your own.');
// A long text on a slow machine takes longer than is waited for by default.
setGlobalDispatcher(new Agent({ headersTimeout: 0, bodyTimeout: 0 }));
const scratch = mkdtempSync(join(tmpdir(), 'ownvoice-drift-'));
process.once('exit', () => rmSync(scratch, { recursive: true }));
const reduced = async (variant: string) => {
  const out = join(scratch, variant);
  await buildModel({ checkpoint: join(GOLDEN, variant, 'checkpoint'), out, precision: 'int8' });
  return out;
};
/** The model that speaks, and the one that encodes what it said. */
async function standIn(): Promise<string> {
  if (compares) {
    const folder = await builtModel(CACHE, 'base-0.6b', 'int8');
    options.push('--model', 'base-0.6b', '--precision', 'int8', '--models-dir', CACHE);
    return folder;
  }
  await reduced('customvoice-0.6b');
  options.push('--model', 'customvoice-0.6b', '--models-dir', scratch);
  return reduced('base-0.6b');
}
const encoderFolder = encoder ?? (await standIn());

/** One line for each chunk, and a summary. */
async function measure(more: readonly string[]): Promise<void> {
  const fallback = process.env.SPEECH_ORIGIN ? [] : ['--fallback', 'off'];
  const service = await startSpeechService([...options, ...fallback, ...more]);
  const before = service.processorSeconds();
  let processorSeconds = Number.NaN;
  const spoken = await speakInChunks(service.origin, {
    seed: Number(seed),
    input: text === undefined ? TEXT : readFileSync(text, 'utf8'),
    voice: voice ?? 'ryan',
    reference: readFileSync(reference ?? join(GOLDEN, 'base-0.6b', 'reference-3s.wav')),
  }).finally(() => {
    processorSeconds = service.processorSeconds() - before;
    return service.stop();
  });
  const model = await loadModel({ folder: encoderFolder });
  // Any transcript: only the codes are looked at.
  const encode = (samples: Float32Array) => model.encodeReference(samples, { text: '-', trailingSilenceSeconds: 0 });
  const audio = readWav(spoken.wav);
  const chunks = await measureChunks(audio, spoken.chunks, encode);
  await model.close();
  console.log(
    `\n${[spoken.variant, spoken.precision, `seed ${spoken.seed}`, ...more].join(', ')}: ${chunks.length} of ${spoken.chunks.length} chunks are heard\n\n${HEADER}`,
  );
  for (const [index] of chunks.entries()) console.log(chunkRow(chunks, index));
  console.log(`\n${summary(chunks)}`);
  const length = audio.samples.length / audio.sampleRate;
  console.log(
    `${spoken.seconds.toFixed(1)} s and ${processorSeconds.toFixed(1)} processor seconds for ${length.toFixed(1)} s of audio; contexts: ${spoken.contexts}`,
  );
}

console.log(machine());
if (!compares) await measure([]);
else for (const context of ['off', 'first']) await measure(['--chunk-context', context]);
