import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readWav } from '@ownvoice/audio';
import { buildModel, loadModel } from '@ownvoice/qwen3-tts';
import { type MeasuredChunk, measureChunks } from './drift/measured-chunk.js';
import { chunkRow, summary } from './drift/report.js';
import { speakInChunks } from './drift/speak-in-chunks.js';
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
  --reference FILE  a WAV file of a speaker for a base model; default a recording of the tests`);

const GOLDEN = fileURLToPath(new URL('../../tests/golden/', import.meta.url));

const options = process.argv.slice(2);
/** Takes an option of this measurement out of those of the service. */
function own(name: string): string | undefined {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options.splice(at, 2)[1];
}
const [encoder, text, voice, reference] = ['--encoder', '--text', '--voice', '--reference'].map(own);

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

const isReduced = options.length === 0 && !process.env.SPEECH_ORIGIN;
if (!isReduced && encoder === undefined) throw new Error('--encoder DIR is needed with a model of your own.');
const scratch = mkdtempSync(join(tmpdir(), 'ownvoice-drift-'));
process.once('exit', () => rmSync(scratch, { recursive: true }));
const reduced = async (variant: string) => {
  const out = join(scratch, variant);
  await buildModel({ checkpoint: join(GOLDEN, variant, 'checkpoint'), out, precision: 'int8' });
  return out;
};
if (isReduced) {
  await reduced('customvoice-0.6b');
  options.push('--model', 'customvoice-0.6b', '--models-dir', scratch);
}
const encoderFolder = encoder ?? (await reduced('base-0.6b'));

const service = await startSpeechService([...options, ...(process.env.SPEECH_ORIGIN ? [] : ['--fallback', 'off'])]);
const spoken = await speakInChunks(service.origin, {
  input: text === undefined ? TEXT : readFileSync(text, 'utf8'),
  voice: voice ?? 'ryan',
  reference: readFileSync(reference ?? join(GOLDEN, 'base-0.6b', 'reference-3s.wav')),
}).finally(() => service.stop());
const model = await loadModel({ folder: encoderFolder });
const embed = async (samples: Float32Array) => (await model.encodeReference(samples)).speakerEmbedding;
const chunks: MeasuredChunk[] = await measureChunks(readWav(spoken.wav), spoken.chunks, embed);
await model.close();

console.log(machine());
console.log(
  `${spoken.variant}, ${spoken.precision}, seed ${spoken.seed}: ${chunks.length} of ${spoken.chunks.length} chunks are heard`,
);
console.log('\nchunk  characters  seconds  ms a character  level dB  cosine to first  to previous');
for (const [index] of chunks.entries()) console.log(chunkRow(chunks, index));
console.log(`\n${summary(chunks)}`);
