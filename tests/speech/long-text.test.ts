import { innerSilences } from '@ownvoice/audio/testing';
import { LANGUAGES, type Language, MAX_INPUT_CHARACTERS, type TextChunks } from '@ownvoice/shared/contract';
import { post, type SpeechServer, startSpeechServer } from '@ownvoice/tts/dist/testing/speech-server.js';
import { readPromisedWav } from '@ownvoice/tts/dist/testing/wav.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A paragraph of ordinary prose; repeated, it fills the longest text that is allowed. */
const PROSE: Readonly<Record<Language, string>> = {
  English:
    'The harbour wakes before the town does. Boats come in with the tide, and the first nets are on the quay by six. Who buys the fish? Everyone who can get up early enough!',
  Chinese: '港口比城市醒得更早。船随着潮水进来，六点钟第一批渔网就已经放在码头上了。谁来买鱼呢？每一个能早起的人！',
  Japanese:
    '港は町よりも早く目を覚まします。船は潮とともに入り、六時には最初の網が岸に並びます。誰が魚を買うのでしょうか。早く起きられる人はみんなです！',
  Korean:
    '항구는 마을보다 먼저 깨어납니다. 배들은 밀물과 함께 들어오고, 여섯 시가 되면 첫 그물이 부두에 놓입니다. 누가 생선을 살까요? 일찍 일어날 수 있는 모든 사람입니다!',
  German:
    'Der Hafen erwacht früher als die Stadt. Die Boote kommen mit der Flut, und um sechs liegen die ersten Netze am Kai. Wer kauft den Fisch? Alle, die früh genug aufstehen!',
  French:
    'Le port se réveille avant la ville. Les bateaux arrivent avec la marée, et les premiers filets sont sur le quai à six heures. Qui achète le poisson ? Tous ceux qui se lèvent assez tôt !',
  Spanish:
    'El puerto despierta antes que la ciudad. Los barcos llegan con la marea, y a las seis las primeras redes están en el muelle. ¿Quién compra el pescado? ¡Todos los que madrugan!',
  Italian:
    'Il porto si sveglia prima della città. Le barche arrivano con la marea, e alle sei le prime reti sono già sul molo. Chi compra il pesce? Tutti quelli che si alzano presto!',
  Portuguese:
    'O porto acorda antes da cidade. Os barcos chegam com a maré, e às seis as primeiras redes já estão no cais. Quem compra o peixe? Todos os que acordam cedo!',
  Russian:
    'Порт просыпается раньше города. Лодки приходят с приливом, и к шести часам первые сети уже лежат на причале. Кто покупает рыбу? Все, кто может рано встать!',
};

let server: SpeechServer;
beforeAll(async () => {
  server = await startSpeechServer();
});
afterAll(() => server.close());

const textOf = (language: Language, length: number) => [...`${PROSE[language]} `.repeat(300)].slice(0, length).join('');

/** Speaks a text and checks all that a client is promised of it. @returns the seconds of its audio */
async function expectOneWav(language: Language, length: number, chunks: number): Promise<number> {
  const input = textOf(language, length);
  // Four times as fast: the same text and joins in a quarter of the audio.
  const response = await post(server.base, '/v1/audio/speech', { input, voice: 'serena', speed: 4, seed: 1 });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('audio/wav');
  expect(response.headers.get('x-tts-language')).toBe(language);
  expect(Number(response.headers.get('x-tts-chunks'))).toBeGreaterThanOrEqual(chunks);
  expect(response.headers.get('x-tts-chunks-skipped')).toBeNull();
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
  const { samples, seconds } = readPromisedWav(bytes);
  // Nothing is missing in the middle: no silence is longer than a paragraph's.
  for (const silence of innerSilences(samples, 24_000)) expect(silence).toBeLessThan(0.35);
  return seconds;
}

describe('the longest text that is allowed', () => {
  test.each(LANGUAGES)('10,000 characters of %s are cut into chunks without loss', async (language) => {
    const input = textOf(language, MAX_INPUT_CHARACTERS);
    const answer = (await (await post(server.base, '/v1/text/chunks', { input })).json()) as TextChunks;
    expect(answer.language).toBe(language);
    expect(answer.chunks.length).toBeGreaterThanOrEqual(20);
    const letters = (text: string) => text.replace(/[^\p{L}\p{M}]/gu, '');
    expect(letters(answer.chunks.map(({ text }) => text).join(''))).toBe(letters(input));
  });

  test('10,000 characters of English come back as one WAV', async () => {
    expect(await expectOneWav('English', MAX_INPUT_CHARACTERS, 20)).toBeGreaterThan(100);
  }, 300_000);
});

// Scripts without spaces between words, Chinese with the most audio for its characters; the engine's tests speak every language.
test.each(['Chinese', 'Japanese'] as const)(
  'a text of several chunks comes back as one WAV in %s',
  async (language) => {
    expect(await expectOneWav(language, 1_500, 3)).toBeGreaterThan(15);
  },
);

test('400 digits are spoken one by one, also at the slowest speed', async () => {
  const input = '0123456789'.repeat(40);
  const response = await post(server.base, '/v1/audio/speech', { input, language: 'en', speed: 0.25 });
  expect(response.status).toBe(200);
  expect(response.headers.get('x-tts-chunks-skipped')).toBeNull();
  // No digit takes less than 0.2 s at the ordinary speed.
  const { seconds } = readPromisedWav(new Uint8Array(await response.arrayBuffer()));
  expect(seconds).toBeGreaterThan((400 * 0.2) / 0.25);
}, 180_000);
