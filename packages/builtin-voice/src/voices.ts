import type { VoiceId } from '@ownvoice/shared/contract/voices';
import type { FormantSettings } from './formant/formant-synthesizer.js';

/** A pre-built voice as the formant synthesizer speaks it. */
export interface FormantVoice {
  /** The synthesizer's name of a vocal tract. */
  readonly variant: string;
  /** The whisper of a vocal tract of that size. */
  readonly whisper: 'whisper' | 'whisperf';
  /** Base pitch, 0 to 99. */
  readonly pitch: number;
  /** Pitch range, 0 to 99. */
  readonly range: number;
  /** Words a minute. */
  readonly rate: number;
}

const man = (variant: string, pitch: number, range: number, rate: number): FormantVoice => ({
  variant,
  whisper: 'whisper',
  pitch,
  range,
  rate,
});
const woman = (variant: string, pitch: number, range: number, rate: number): FormantVoice => ({
  variant,
  whisper: 'whisperf',
  pitch,
  range,
  rate,
});

/** The pre-built voices, distinguished by vocal tract, pitch and rate. */
const FORMANT_VOICES: Readonly<Record<VoiceId, FormantVoice>> = {
  ryan: man('adam', 48, 50, 170),
  aiden: man('m6', 56, 46, 162),
  vivian: woman('f2', 62, 52, 172),
  serena: woman('f1', 42, 50, 150),
  uncle_fu: man('m1', 18, 42, 140),
  dylan: man('m5', 78, 56, 174),
  eric: man('m2', 40, 50, 160),
  ono_anna: woman('f5', 82, 54, 170),
  sohee: woman('f4', 55, 50, 158),
};

/** @param id lower-case voice id, for instance `uncle_fu` */
export function formantVoice(id: string): FormantVoice | undefined {
  return Object.hasOwn(FORMANT_VOICES, id) ? FORMANT_VOICES[id as VoiceId] : undefined;
}

/**
 * Varies the prosody a little, as between two readings by one speaker: pitch by up to 2 of 99, its range by up to 6, the
 * rate by up to 3 percent.
 *
 * @param seed 32-bit unsigned; equal seeds give equal variations
 */
export function varySettings(settings: FormantSettings, seed: number): FormantSettings {
  const random = splitMix32(seed);
  return {
    voice: settings.voice,
    pitch: settings.pitch + random() * 2,
    range: settings.range === 0 ? 0 : settings.range + random() * 6,
    rate: settings.rate * (1 + random() * 0.03),
  };
}

/**
 * @returns a generator of numbers in [-1, 1)
 * @see S. Vigna, SplitMix; here its 32-bit form with the finaliser of MurmurHash3
 */
function splitMix32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 31 - 1;
  };
}
