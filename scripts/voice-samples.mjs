// Records the samples of the speech page from a service that a custom-voice model speaks for. A page that is built with them
// plays them while the built-in voice speaks: `npm run samples -- [http://localhost:8100] [folder]`.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './build/projects.mjs';

const { SAMPLE_TEXTS } = await import('../packages/console/src/speech/sample-texts.ts');
const [origin = 'http://localhost:8100', folder = join(root, 'packages/console/src/speech/samples')] =
  process.argv.slice(2);

/** @throws {Error} when the built-in voice or another kind of model answers */
async function record(voice, input, variant) {
  const response = await fetch(`${origin}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input, voice, seed: 1 }),
  });
  if (!response.ok) throw new Error(`${voice}: ${await response.text()}`);
  const engine = response.headers.get('x-tts-engine');
  if (engine !== 'qwen3-tts') throw new Error(`${origin} speaks by ${engine}. Start it with a custom-voice model.`);
  await writeFile(join(folder, variant, `${voice}.wav`), new Uint8Array(await response.arrayBuffer()));
  console.log(join(folder, variant, `${voice}.wav`));
}

try {
  const { variant } = await (await fetch(`${origin}/health`)).json();
  await mkdir(join(folder, variant), { recursive: true });
  for (const [voice, input] of Object.entries(SAMPLE_TEXTS)) await record(voice, input, variant);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
