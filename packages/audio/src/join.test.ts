import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrange, concatenate, joinedPiece, joinSpeech, pauseSeconds } from './join.js';
import { speechLevel } from './levels.js';
import { packSpeech } from './packed-speech.js';
import { hum, innerSilences, largestJump, withSilence } from './testing/signals.js';

const RATE = 24_000;
/** Speech as engines return it, with silence of any length around it. */
const piece = fc.record({
  seconds: fc.double({ min: 0.4, max: 1.2, noNaN: true }),
  pitch: fc.integer({ min: 80, max: 250 }),
  levelDb: fc.integer({ min: -5, max: 5 }),
  before: fc.double({ min: 0, max: 0.6, noNaN: true }),
  after: fc.double({ min: 0, max: 0.6, noNaN: true }),
});
type Piece = typeof piece extends fc.Arbitrary<infer T> ? T : never;
const spoken = ({ seconds, pitch, levelDb, before, after }: Piece) =>
  withSilence(hum({ seconds, sampleRate: RATE, pitch, level: 0.3 * 10 ** (levelDb / 20) }), before, after, RATE);

interface Spoken {
  readonly samples: Float32Array;
  readonly pauseAfter: number;
}
const pack = ({ samples, pauseAfter }: Spoken) => ({ speech: packSpeech(samples, RATE), pauseAfter });
const join = (pieces: readonly Spoken[], rate: number) => concatenate(joinSpeech(pieces.map(pack), rate).blocks);

describe('joinSpeech', () => {
  test('between two pieces there is their pause within a tenth of a second, whatever silence the engine added', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 2, maxLength: 4 }),
        fc.constantFrom('sentence', 'item', 'paragraph', 'heading'),
        (pieces, pause) => {
          const joined = join(
            pieces.map((one) => ({ samples: spoken(one), pauseAfter: pauseSeconds(pause) })),
            RATE,
          );
          const silences = innerSilences(joined, RATE);
          expect(silences).toHaveLength(pieces.length - 1);
          for (const silence of silences) {
            expect(Math.abs(silence - pauseSeconds(pause))).toBeLessThanOrEqual(0.1);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('no join makes a larger jump than the voice itself', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 2, maxLength: 4 }),
        fc.double({ min: 0, max: 0.4, noNaN: true }),
        (pieces, pauseAfter) => {
          const samples = pieces.map((one) => spoken({ ...one, levelDb: 0 }));
          const joined = join(
            samples.map((one) => ({ samples: one, pauseAfter })),
            RATE,
          );
          // Levels that differ a little by pitch are matched, and a voice's own steps move with them.
          expect(largestJump(joined)).toBeLessThanOrEqual(1.1 * Math.max(...samples.map(largestJump)));
          expect(joined[0]).toBe(0);
          expect(Math.abs(joined.at(-1) ?? 1)).toBeLessThan(1e-3);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('pieces within 10 dB of each other come to one level, within 1 dB', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 2, maxLength: 4 }), (pieces) => {
        const levels = pieces.map((one) => speechLevel(spoken(one), RATE)).sort((a, b) => a - b);
        const middle = levels[Math.floor(levels.length / 2)] ?? 0;
        fc.pre(levels.every((level) => Math.abs(20 * Math.log10(level / middle)) < 6));
        const joined = join(
          pieces.map((one) => ({ samples: spoken(one), pauseAfter: 0.25 })),
          RATE,
        );
        let at = 0;
        for (const { seconds } of pieces) {
          const length = Math.round(seconds * RATE);
          const decibels = 20 * Math.log10(speechLevel(joined.subarray(at, at + length), RATE) / middle);
          expect(Math.abs(decibels)).toBeLessThan(1);
          at += length + Math.round(0.25 * RATE);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('a word cut in two has no gap', () => {
    const samples = hum({ seconds: 1, sampleRate: RATE });
    const joined = join(
      [
        { samples, pauseAfter: pauseSeconds('none') },
        { samples, pauseAfter: 0 },
      ],
      RATE,
    );
    expect(innerSilences(joined, RATE).every((silence) => silence < 0.1)).toBe(true);
  });

  test('silent pieces are left out, and silence alone is empty', () => {
    const silent = { samples: new Float32Array(RATE), pauseAfter: 0.25 };
    const heard = { samples: hum({ seconds: 0.5, sampleRate: RATE }), pauseAfter: 0.25 };
    expect(join([silent, heard, silent], RATE).length).toBeLessThan(0.55 * RATE);
    expect(join([silent, silent], RATE)).toHaveLength(0);
    expect(join([], RATE)).toHaveLength(0);
  });

  test('loud pieces do not clip', () => {
    const loud = { samples: hum({ seconds: 0.5, sampleRate: RATE, level: 1.7 }), pauseAfter: 0.2 };
    expect(join([loud, loud], RATE).every((value) => Math.abs(value) < 0.97)).toBe(true);
  });

  test('pauses get shorter as speech gets faster', () => {
    expect(pauseSeconds('sentence', 2)).toBeCloseTo(pauseSeconds('sentence') / 2, 10);
  });
  /** Of 1 to 4 s, so that a piece is put together in several blocks; loud ones need the limiter. */
  const long = fc.record({
    seconds: fc.double({ min: 1, max: 4, noNaN: true }),
    level: fc.double({ min: 0.05, max: 1.5, noNaN: true }),
    before: fc.double({ min: 0, max: 0.3, noNaN: true }),
  });
  const silent = { samples: new Float32Array(RATE), pauseAfter: 0.25 };

  test('gives in blocks what each piece is as a whole, but for its faded ends', () => {
    fc.assert(
      fc.property(fc.array(long, { minLength: 1, maxLength: 3 }), (speakers) => {
        const pieces = speakers.map(({ seconds, level, before }) =>
          pack({
            samples: withSilence(hum({ seconds, sampleRate: RATE, level }), before, 0.1, RATE),
            pauseAfter: 0.25,
          }),
        );
        const { length, starts, blocks } = joinSpeech(pieces, RATE);
        const joined = concatenate(blocks);
        expect(joined).toHaveLength(length);
        const speeches = pieces.map(({ speech, pauseAfter }) => ({ ...speech!, pauseAfter }));
        const fade = 0.006 * RATE;
        for (const [index, { gain }] of arrange(speeches, RATE).entries()) {
          const whole = joinedPiece(speeches[index]!, gain, RATE);
          const inBlocks = joined.subarray(starts[index], (starts[index] ?? 0) + whole.length);
          const differs = whole.findIndex(
            (value, at) => at >= fade && at < whole.length - fade && Math.abs(value - (inBlocks[at] ?? 0)) > 1e-6,
          );
          expect(differs).toBe(-1);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('arrange and joinedPiece join answers of one piece each to what it gives for all pieces', () => {
    const pieces = [0.2, 1.2, 0.5].map((level) =>
      pack({ samples: withSilence(hum({ seconds: 2, sampleRate: RATE, level }), 0.1, 0.1, RATE), pauseAfter: 0.25 }),
    );
    const answers = pieces.flatMap((piece) => {
      const speech = packSpeech(concatenate(joinSpeech([piece], RATE).blocks), RATE);
      return speech ? [{ ...speech, pauseAfter: 0.25 }] : [];
    });
    const joined = concatenate(
      arrange(answers, RATE).flatMap(({ gain, silenceAfter }, index) => [
        joinedPiece(answers[index]!, gain, RATE),
        new Float32Array(silenceAfter),
      ]),
    );
    const whole = concatenate(joinSpeech(pieces, RATE).blocks);
    expect(joined).toHaveLength(whole.length);
    let deviation = 0;
    for (const [at, value] of whole.entries()) deviation = Math.max(deviation, Math.abs(value - (joined[at] ?? 0)));
    // A fade changes the level that is measured of an answer, and it is rounded to 16 bits.
    expect(deviation).toBeLessThan(0.002);
  });

  test('says where each piece begins; one that is not heard begins where the next one does, or at the end', () => {
    const heard = { samples: hum({ seconds: 0.5, sampleRate: RATE }), pauseAfter: 0.25 };
    const { starts, length, blocks } = joinSpeech([silent, heard, silent, heard, silent].map(pack), RATE);
    const second = starts[3] ?? 0;
    expect(starts).toEqual([0, 0, second, second, length]);
    const samples = concatenate(blocks);
    expect(samples.subarray(second - 0.15 * RATE, second).every((value) => value === 0)).toBe(true);
    expect(speechLevel(samples.subarray(second, second + 0.4 * RATE), RATE)).toBeGreaterThan(0.05);
  });

  test('never holds more than a block as floats', () => {
    const { blocks } = joinSpeech([pack({ samples: hum({ seconds: 6, sampleRate: RATE }), pauseAfter: 0 })], RATE);
    const lengths = [...blocks].map((block) => block.length);
    expect(lengths.length).toBeGreaterThan(3);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(32_768);
  });

  test('silence alone is empty', () => {
    expect(joinSpeech([pack(silent), { speech: null, pauseAfter: 1 }], RATE)).toMatchObject({
      length: 0,
      starts: [0, 0],
    });
  });
});
