import { pitchTrack } from '@ownvoice/audio/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { BuiltinVoice } from './builtin-voice.js';
import { measure, type Request } from './testing/speaking.js';

const SHORT = 'Seven wizards mix a potion.';

let voice: BuiltinVoice;
const speak = (request?: Partial<Request>) => measure(voice, request);
beforeAll(async () => {
  voice = await BuiltinVoice.load();
});

describe('what an instruction does to the built-in voice', () => {
  test.each<[string, Record<string, string>]>([
    [
      'slow',
      {
        en: 'Speak slowly, please',
        zh: '慢慢说',
        ja: 'ゆっくり',
        ko: '천천히',
        de: 'langsam',
        fr: 'lentement',
        es: 'despacio',
        it: 'lentamente',
        pt: 'devagar',
        ru: 'медленно',
      },
    ],
    [
      'fast',
      {
        en: 'fast',
        zh: '语速快',
        ja: '早口で',
        ko: '빠르게',
        de: 'schnell',
        fr: 'rapide',
        es: 'rápido',
        it: 'veloce',
        pt: 'rápido',
        ru: 'быстро',
      },
    ],
    [
      'loud',
      {
        en: 'Shout it loudly!',
        zh: '大声',
        ja: '大きな声で',
        ko: '크게',
        de: 'laut',
        fr: 'fort',
        es: 'fuerte',
        it: 'forte',
        pt: 'alto',
        ru: 'громко',
      },
    ],
    [
      'quiet',
      {
        en: 'softly',
        zh: '轻声',
        ja: '小さな声で',
        ko: '조용히',
        de: 'leise',
        fr: 'doucement',
        es: 'suave',
        it: 'piano',
        pt: 'suave',
        ru: 'тихо',
      },
    ],
    [
      'high',
      {
        en: 'in a high voice',
        zh: '音调高',
        ja: '高い声',
        ko: '높은 목소리',
        de: 'hoch',
        fr: 'aigu',
        es: 'agudo',
        it: 'acuto',
        pt: 'agudo',
        ru: 'высоко',
      },
    ],
    [
      'low',
      {
        en: 'a deep voice',
        zh: '低沉',
        ja: '低い声',
        ko: '낮은 목소리',
        de: 'tief',
        fr: 'grave',
        es: 'grave',
        it: 'grave',
        pt: 'grave',
        ru: 'низко',
      },
    ],
  ])('an instruction in any of the ten languages is followed: %s', async (style, words) => {
    const plain = await speak({ text: SHORT });
    for (const instruct of Object.values(words)) {
      const spoken = await speak({ text: SHORT, instruct });
      const { seconds, level } = spoken;
      if (style === 'slow') expect(seconds).toBeGreaterThan(1.15 * plain.seconds);
      if (style === 'fast') expect(seconds).toBeLessThan(0.87 * plain.seconds);
      if (style === 'loud') expect(level).toBeGreaterThan(plain.level + 3);
      if (style === 'quiet') expect(level).toBeLessThan(plain.level - 5);
      if (style === 'high') expect(spoken.pitch).toBeGreaterThan(1.15 * plain.pitch);
      if (style === 'low') expect(spoken.pitch).toBeLessThan(0.87 * plain.pitch);
    }
  });

  test('a whisper is unvoiced', async () => {
    for (const voice of ['ryan', 'vivian']) {
      const voicedShare = async (instruct: string) => {
        const track = pitchTrack((await speak({ voice, instruct })).samples, 24_000);
        return track.filter((pitch) => pitch > 0).length / track.length;
      };
      expect(await voicedShare('whisper')).toBeLessThan(0.15);
      expect(await voicedShare('')).toBeGreaterThan(0.45);
    }
  });

  test('a mood changes several properties at once', async () => {
    const [plain, excited, sad] = await Promise.all(
      ['', 'very excited', 'very sad'].map((instruct) => speak({ instruct })),
    );
    expect(excited!.seconds).toBeLessThan(plain!.seconds);
    expect(excited!.pitch).toBeGreaterThan(plain!.pitch);
    expect(sad!.seconds).toBeGreaterThan(plain!.seconds);
    expect(sad!.pitch).toBeLessThan(plain!.pitch);
    expect(sad!.level).toBeLessThan(plain!.level);
  });
});
