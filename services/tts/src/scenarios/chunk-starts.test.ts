import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineError } from '../engines/engine.js';
import { obedient, type Script, ScriptedEngine } from '../testing/scripted-engine.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { readPromisedWav } from '../testing/wav.js';

/** Leaves out the chunk with this word, and speaks the rest. */
const without =
  (word: string): Script =>
  (held) => {
    if (!held.job.text.includes(word)) return obedient(held);
    held.start();
    held.fail(new EngineError('failed', 'Not today.'));
  };

const engine = new ScriptedEngine(obedient);
let server: SpeechServer;
beforeAll(async () => {
  server = await startSpeechServer({ model: engine });
});
afterAll(() => server.close());

/** Seconds at which sound begins after at least 50 ms of silence. */
function onsets(samples: Float32Array): number[] {
  const found: number[] = [];
  let silent = Number.POSITIVE_INFINITY;
  samples.forEach((sample, at) => {
    const heard = Math.abs(sample) > 1e-3;
    if (heard && silent > 0.05 * 24_000) found.push(at / 24_000);
    silent = heard ? 0 : silent + 1;
  });
  return found;
}

const SENTENCES = ['The first sentence has seven words here.', 'Here the second one has six words.'];
const INPUT = [...SENTENCES, 'Then a third sentence comes to its end.', 'The fourth sentence is the last one.'].join(
  ' ',
);

async function speak(script: Script, speed: number) {
  engine.script = script;
  const answer = await post(server.base, '/v1/audio/speech', { input: INPUT, language: 'en', speed });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const { samples, seconds } = readPromisedWav(new Uint8Array(await answer.arrayBuffer()));
  const starts = (answer.headers.get('x-tts-chunk-starts') ?? '').split(',').map(Number);
  expect(starts).toHaveLength(Number(answer.headers.get('x-tts-chunks')));
  return { starts, heard: onsets(samples), seconds };
}

describe('X-TTS-Chunk-Starts', () => {
  test.each([0.25, 1, 4])('says within 2 ms where each chunk begins in the audio, at speed %d', async (speed) => {
    const { starts, heard } = await speak(obedient, speed);
    expect(starts).toHaveLength(4);
    expect(heard).toHaveLength(4);
    for (const [index, start] of starts.entries()) expect(Math.abs(start - (heard[index] ?? -1))).toBeLessThan(2e-3);
  });

  test('a chunk that is missing begins where the next one does', async () => {
    const { starts, heard } = await speak(without('second'), 1);
    expect(starts).toHaveLength(4);
    expect(starts[1]).toBe(starts[2]);
    expect(heard).toHaveLength(3);
    for (const [index, start] of [starts[0], starts[2], starts[3]].entries())
      expect(Math.abs((start ?? -1) - (heard[index] ?? -1))).toBeLessThan(2e-3);
  });

  test('a last chunk that is missing begins at the end', async () => {
    const { starts, seconds } = await speak(without('fourth'), 1);
    expect(starts[3]).toBeCloseTo(seconds, 3);
  });
});
