import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PLAIN_DELIVERY, readDelivery } from './delivery.js';

describe('readDelivery', () => {
  test.each([
    '',
    'Read this text.',
    'like a news reader from the island',
    'so laufen wir',
    'a slogan, a fasting sadist',
  ])('%j changes nothing', (instruct) => {
    expect(readDelivery(instruct)).toEqual(PLAIN_DELIVERY);
  });

  test.each([
    'not too fast',
    "Don't shout",
    'without whispering',
    'Sprich nicht so laut',
    'pas trop vite',
    '不要太快',
    '怒っていない',
    '화내지 마',
    'не громко',
  ])('%j: a negated word has no effect', (instruct) => {
    expect(readDelivery(instruct)).toEqual(PLAIN_DELIVERY);
  });

  test.each([
    ['slow', 'a bit slow', 'very slow'],
    ['langsam', 'etwas langsam', 'sehr langsam'],
    ['慢', '稍慢', '非常慢'],
    ['медленно', 'немного медленно', 'очень медленно'],
  ])('%j is between %j and %j', (plain, weak, strong) => {
    expect(readDelivery(weak).rate).toBeLessThan(1);
    expect(readDelivery(plain).rate).toBeLessThan(readDelivery(weak).rate);
    expect(readDelivery(strong).rate).toBeLessThan(readDelivery(plain).rate);
  });

  test('a negation holds for its own clause only', () => {
    expect(readDelivery('not fast, but loud')).toEqual(readDelivery('loud'));
  });

  test('several words add up', () => {
    const { rate, whisper, pitch } = readDelivery('Whisper slowly in a deep voice');
    expect(whisper).toBe(true);
    expect(rate).toBeLessThan(0.8);
    expect(pitch).toBeLessThan(-15);
  });

  test('a repeated word counts once', () => {
    expect(readDelivery('loud loud loud')).toEqual(readDelivery('loud'));
  });

  test('every instruction stays within the range of the synthesizer', () => {
    const words = fc.constantFrom(
      'very',
      'slow',
      'fast',
      'angry',
      'sad',
      'not',
      'loud',
      'whisper',
      'excited',
      '快速',
      'leise',
      '怒',
      ',',
      '.',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(words).map((list) => list.join(' ')),
          fc.string(),
        ),
        (instruct) => {
          const { rate, range, gainDb } = readDelivery(instruct);
          expect(rate).toBeGreaterThanOrEqual(0.5);
          expect(rate).toBeLessThanOrEqual(1.9);
          expect(range).toBeGreaterThanOrEqual(0);
          expect(gainDb).toBeGreaterThanOrEqual(-14);
          expect(gainDb).toBeLessThanOrEqual(6);
        },
      ),
    );
  });
});
