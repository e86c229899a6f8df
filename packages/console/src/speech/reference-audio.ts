import { encodeWav } from '@ownvoice/audio';
import {
  MAX_REFERENCE_BYTES,
  MAX_REFERENCE_SECONDS,
  MIN_REFERENCE_SECONDS,
} from '@ownvoice/shared/contract/speech-limits';
import type { Reference } from './speech-parameters.js';
import { decodeAudio, SAMPLE_RATE } from './track.js';

/** A file that was chosen as reference audio, or which limit of the server it exceeds. */
export type ChosenReference =
  | { kind: 'accepted'; reference: Reference }
  | { kind: 'too-large' }
  | { kind: 'too-short' | 'too-long'; seconds: number };

/**
 * Checks a file before it is uploaded. It is sent with every chunk, so a large one is converted to what the model reads: one
 * channel at 24 kHz. A file that the browser cannot decode is left to the server.
 */
export async function chooseReference(file: File): Promise<ChosenReference> {
  if (file.size > MAX_REFERENCE_BYTES) return { kind: 'too-large' };
  const original: Reference = { audio: file, name: file.name };
  const samples = await decodeAudio(file).catch(() => undefined);
  if (samples === undefined) return { kind: 'accepted', reference: original };
  const seconds = samples.length / SAMPLE_RATE;
  if (seconds < MIN_REFERENCE_SECONDS) return { kind: 'too-short', seconds };
  if (seconds > MAX_REFERENCE_SECONDS) return { kind: 'too-long', seconds };
  const audio = wavFile(samples, SAMPLE_RATE);
  const converted = { audio, name: `${file.name.replace(/\.\w+$/, '')}.wav` };
  return { kind: 'accepted', reference: audio.size < file.size ? converted : original };
}

/** A WAV file of mono samples in [-1, 1]. */
export const wavFile = (samples: Float32Array, sampleRate: number): Blob =>
  new Blob([...encodeWav([samples], samples.length, sampleRate)], { type: 'audio/wav' });
