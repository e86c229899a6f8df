import { averageSpectrum, innerSilences, largestJump, spectralDistance } from '@ownvoice/audio/testing';
import { LANGUAGES, type Language } from '@ownvoice/shared/contract/languages';
import { VOICES } from '@ownvoice/shared/contract/voices';
import { beforeAll, describe, expect, test } from 'vitest';
import { BuiltinVoice } from './builtin-voice.js';
import { type Measured, measure, PANGRAM, type Request } from './testing/speaking.js';

const VOICE_IDS = VOICES.map(({ id }) => id);
const SENTENCES: Readonly<Record<Language, readonly [string, string]>> = {
  English: ['The weather is very nice today.', 'Tomorrow we travel to the mountains.'],
  Chinese: ['今天的天气非常好。', '明天我们去山上旅行。'],
  Japanese: ['今日はとてもいい天気です。', '明日は山へ旅行に行きます。'],
  Korean: ['오늘은 날씨가 아주 좋습니다.', '내일 우리는 산으로 여행을 갑니다.'],
  German: ['Heute ist das Wetter sehr schön.', 'Morgen reisen wir in die Berge.'],
  French: ["Aujourd'hui il fait très beau.", 'Demain nous partons à la montagne.'],
  Spanish: ['Hoy hace muy buen tiempo.', 'Mañana viajamos a las montañas.'],
  Italian: ['Oggi il tempo è molto bello.', 'Domani partiamo per le montagne.'],
  Portuguese: ['Hoje o tempo está muito bom.', 'Amanhã viajamos para as montanhas.'],
  Russian: ['Сегодня очень хорошая погода.', 'Завтра мы едем в горы.'],
};

let voice: BuiltinVoice;
const spoken = new Map<string, Promise<Measured>>();
/** Every request is spoken once: the same one gives the same samples. */
function speak(request: Partial<Request> = {}): Promise<Measured> {
  const key = JSON.stringify({ text: PANGRAM, speed: 1, ...request });
  const speech = spoken.get(key) ?? measure(voice, request);
  spoken.set(key, speech);
  return speech;
}
beforeAll(async () => {
  voice = await BuiltinVoice.load();
});

describe('the built-in voice', () => {
  test('the nine voices are distinct: any two differ in pitch or timbre', async () => {
    const speeches = await Promise.all(VOICE_IDS.map((voice) => speak({ voice })));
    const traits = speeches.map(({ samples, pitch }) => ({ pitch, timbre: averageSpectrum(samples, 24_000) }));
    for (const [index, one] of traits.entries()) {
      for (const other of traits.slice(index + 1)) {
        const octaves = Math.abs(Math.log2(one.pitch / other.pitch));
        expect(Math.hypot(octaves / 0.15, spectralDistance(one.timbre, other.timbre) / 3)).toBeGreaterThan(1);
      }
    }
  });

  test('all voices speak at one level and without clipping', async () => {
    for (const voice of VOICE_IDS) {
      const { samples, level } = await speak({ voice });
      expect(Math.abs(level + 20)).toBeLessThan(0.5);
      expect(samples.every((sample) => Math.abs(sample) < 0.97)).toBe(true);
    }
  });

  test.each(LANGUAGES)('%s: every voice speaks it, and two sentences sound different', async (language) => {
    const [first, second] = SENTENCES[language];
    const hashes = new Set([(await speak({ text: second, language, voice: 'ryan' })).hash]);
    for (const voice of VOICE_IDS) {
      const { hash, seconds } = await speak({ text: first, language, voice });
      expect(seconds).toBeGreaterThan(0.9);
      expect(seconds).toBeLessThan(5);
      hashes.add(hash);
    }
    expect(hashes.size).toBe(VOICE_IDS.length + 1);
  });

  test('a text in Latin letters sounds different in each language that uses them', async () => {
    const latin = LANGUAGES.filter((language) => !['Chinese', 'Japanese', 'Korean', 'Russian'].includes(language));
    const speeches = await Promise.all(latin.map((language) => speak({ text: 'Natural animal piano.', language })));
    expect(new Set(speeches.map(({ hash }) => hash)).size).toBe(latin.length);
  });

  test('the same seed gives the same samples, whatever was spoken before and in another instance; another seed does not', async () => {
    const text = `${PANGRAM} Is that all? No: there is more!`;
    const first = await measure(voice, { text, seed: 42 });
    await measure(voice, { text: '今日は', language: 'Japanese', voice: 'ono_anna', instruct: 'whisper', speed: 2 });
    expect((await measure(voice, { text, seed: 42 })).hash).toBe(first.hash);
    expect((await measure(voice, { text, seed: 43 })).hash).not.toBe(first.hash);
    expect((await measure(await BuiltinVoice.load(), { text, seed: 42 })).hash).toBe(first.hash);
  });

  test.each(['ryan', 'uncle_fu', 'ono_anna'])(
    'speed changes the duration of %s exactly and keeps the pitch',
    async (voice) => {
      const plain = await speak({ voice });
      for (const speed of [0.25, 0.5, 0.75, 1.25, 1.5, 2, 3, 4]) {
        const paced = await speak({ voice, speed });
        expect(Math.abs((paced.seconds * speed) / plain.seconds - 1)).toBeLessThan(0.03);
        // Under two semitones: the intonation of so short a text does not fall on the same frames.
        expect(Math.abs(paced.pitch / plain.pitch - 1)).toBeLessThan(0.12);
      }
    },
  );

  test('sentences of a chunk are 150 to 350 ms apart and no join clicks', async () => {
    const text = 'We see it. He knew her! Did you? They ran home. I am well.';
    for (const voice of ['ryan', 'serena', 'uncle_fu']) {
      const { samples } = await speak({ text, voice });
      const silences = innerSilences(samples, 24_000).filter((seconds) => seconds > 0.13);
      expect(silences).toHaveLength(4);
      for (const seconds of silences) {
        expect(seconds).toBeGreaterThanOrEqual(0.15);
        expect(seconds).toBeLessThanOrEqual(0.35);
      }
      const alone = await Promise.all(text.split(/(?<=[.!?]) /u).map((one) => speak({ text: one, voice })));
      const own = Math.max(...alone.map((one) => largestJump(one.samples)));
      expect(largestJump(samples)).toBeLessThanOrEqual(1.25 * own);
    }
  });

  test('markup in the text is text, never a command', async () => {
    for (const text of [
      'Wait <break time="20s"/> here.',
      'a & b < c > d',
      '<speak><prosody rate="x-slow">Hi',
      '[[h@l@U]] there',
      '&#0; \u0000\u0007 bell',
      '\ud800 lone',
    ]) {
      const { seconds } = await speak({ text });
      expect(seconds).toBeGreaterThan(0.2);
      expect(seconds).toBeLessThan(12);
    }
  });

  test('a text without a sound is refused', async () => {
    await expect(speak({ text: '…' })).rejects.toMatchObject({ code: 'inaudible' });
    expect((await speak()).seconds).toBeGreaterThan(1);
  });

  test('an unknown voice is refused', async () => {
    await expect(speak({ voice: 'nobody' })).rejects.toMatchObject({ code: 'unknown-voice' });
  });

  test('an aborted signal ends the speech after a phrase, with its reason', async () => {
    const reason = new Error('the client has gone');
    const controller = new AbortController();
    const options = { voice: 'ryan', language: 'English', instruct: '', speed: 1, seed: 7 } as const;
    const speech = voice.speak('One sentence. And another one.', options, controller.signal);
    controller.abort(reason);
    await expect(speech).rejects.toBe(reason);
  });
});
