import { concatenate } from '@ownvoice/audio';
import { normalValues } from './distributions.js';

const SAMPLE_RATE = 24_000;
/** Harmonics of the voice, weaker by an octave's 12 dB beyond the first formants. */
const HARMONICS = 24;
const SYLLABLES_PER_SECOND = 4;

const decibels = (db: number) => 10 ** (db / 20);

function scaledTo(samples: Float32Array, db: number): Float32Array {
  const level = Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
  return samples.map((x) => (x * decibels(db)) / level);
}

/** A sound with the harmonics and the rhythm of speech, 24 kHz; `db` is its level below full scale, pauses included. */
export function syntheticSpeech(seconds: number, db = -25): Float32Array {
  const samples = Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, i) => {
    const t = i / SAMPLE_RATE;
    const syllable = Math.sin(Math.PI * SYLLABLES_PER_SECOND * t) ** 2;
    const pitch = 120 + 15 * Math.sin(2 * Math.PI * 0.7 * t);
    let voice = 0;
    for (let h = 1; h <= HARMONICS; h++) {
      const formant =
        Math.exp(-(((h * 120 - 600) / 500) ** 2)) + 0.4 * Math.exp(-(((h * 120 - 1700) / 700) ** 2)) + 0.02;
      voice += formant * Math.sin(2 * Math.PI * h * pitch * t);
    }
    return (0.05 + syllable) * voice;
  });
  return scaledTo(samples, db);
}

/** Words of four vowels each, 24 kHz: the same number is the same word. @param pace 2: twice as slow */
export function syntheticWords(words: readonly number[], pace = 1): Float32Array {
  const place = (seed: number) => Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1;
  const vowel = (seed: number) => {
    const [first, second] = [250 + 550 * place(seed), 900 + 1_800 * place(seed + 0.5)];
    return Float32Array.from({ length: Math.round(0.09 * pace * SAMPLE_RATE) }, (_, i) => {
      let voice = 0;
      for (let h = 1; h <= HARMONICS; h++)
        voice +=
          (Math.exp(-(((h * 120 - first) / 120) ** 2)) + 0.5 * Math.exp(-(((h * 120 - second) / 200) ** 2)) + 0.01) *
          Math.sin((2 * Math.PI * h * 120 * i) / SAMPLE_RATE);
      return voice;
    });
  };
  return scaledTo(concatenate(words.flatMap((word) => [1, 2, 3, 4].map((nth) => vowel(10 * word + nth)))), -25);
}

/** White noise, 24 kHz. */
export function noise(seconds: number, db: number, seed = 1): Float32Array {
  return scaledTo(normalValues(seed, Math.round(seconds * SAMPLE_RATE)), db);
}

/** Noise with the rhythm of speech, as whispering is. */
export function whispering(seconds: number, db: number): Float32Array {
  const hiss = noise(seconds, 0);
  return scaledTo(
    hiss.map((x, i) => x * (0.05 + Math.sin((Math.PI * SYLLABLES_PER_SECOND * i) / SAMPLE_RATE) ** 2)),
    db,
  );
}

export function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * SAMPLE_RATE));
}
