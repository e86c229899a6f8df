import { encodeWav } from '@ownvoice/audio';
import {
  MAX_REFERENCE_BYTES,
  MAX_REFERENCE_SECONDS,
  MIN_REFERENCE_SECONDS,
} from '@ownvoice/shared/contract/speech-limits';
import type { Reference } from './speech-parameters.js';
import { decodeAudio, SAMPLE_RATE } from './track.js';

/** A file that was chosen as reference audio, or why the server would refuse it. */
export type ChosenReference =
  | { kind: 'accepted'; reference: Reference }
  | { kind: 'too-large' | 'unreadable' }
  | { kind: 'too-short' | 'too-long'; seconds: number };

/** How the files begin that the server reads: WAV, FLAC, Ogg, MP3 with tags, WebM. */
const READ_BY_SERVER = ['RIFF', 'fLaC', 'OggS', 'ID3', '\x1a\x45\xdf\xa3'];

/** A frame of MP3: eleven set bits, and a layer, which AAC does not have. */
const isMpegFrame = ([first = 0, second = 0]: Uint8Array) => first === 0xff && second >= 0xe0 && (second & 6) !== 0;

/** Whether the server reads a file that begins like this. */
export const isReadByServer = (start: Uint8Array): boolean =>
  isMpegFrame(start) || READ_BY_SERVER.some((magic) => String.fromCharCode(...start.subarray(0, 4)).startsWith(magic));

/**
 * Checks a file before it is uploaded. It is sent with every chunk, so a large one is converted to what the model reads: one
 * channel at 24 kHz; so is one that only browsers decode, such as M4A. A file that the browser cannot decode is left to the
 * server if that may read it.
 */
export async function chooseReference(file: File): Promise<ChosenReference> {
  if (file.size > MAX_REFERENCE_BYTES) return { kind: 'too-large' };
  const original: Reference = { audio: file, name: file.name };
  const samples = await decodeAudio(file).catch(() => undefined);
  const isReadable = isReadByServer(new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  if (samples === undefined) return isReadable ? { kind: 'accepted', reference: original } : { kind: 'unreadable' };
  const seconds = samples.length / SAMPLE_RATE;
  if (seconds < MIN_REFERENCE_SECONDS) return { kind: 'too-short', seconds };
  if (seconds > MAX_REFERENCE_SECONDS) return { kind: 'too-long', seconds };
  const audio = wavFile(samples, SAMPLE_RATE);
  const converted = { audio, name: `${file.name.replace(/\.\w+$/, '')}.wav` };
  return { kind: 'accepted', reference: isReadable && file.size <= audio.size ? original : converted };
}

/** A WAV file of mono samples in [-1, 1]. */
export const wavFile = (samples: Float32Array, sampleRate: number): Blob =>
  new Blob([...encodeWav([samples], samples.length, sampleRate)], { type: 'audio/wav' });
