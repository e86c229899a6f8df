import type { VoiceId } from '@ownvoice/shared/contract/voices';

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
