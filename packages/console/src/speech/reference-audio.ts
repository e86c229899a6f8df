import { encodeWav } from '@ownvoice/audio';
import {
  MAX_REFERENCE_BYTES,
  MAX_REFERENCE_SECONDS,
  MIN_REFERENCE_SECONDS,
} from '@ownvoice/shared/contract/speech-limits';
import { PageError } from '../language/language-provider.js';
import type { Reference } from './speech-parameters.js';
import { durationOf, type SpeechText } from './text.js';
import { SAMPLE_RATE } from './track.js';

/**
 * Converts a recording to what the model reads: a WAV file of one channel at 24 kHz. The browser decodes formats that the
 * server does not read, and the file is uploaded with every chunk.
 * @throws {PageError} when the browser cannot decode it, or when its length is outside the limits
 */
export async function referenceFrom(recording: Blob, name: string): Promise<Reference> {
  if (recording.size > MAX_REFERENCE_BYTES)
    throw new PageError<SpeechText>(({ recorder }) =>
      recorder.fileTooLarge({ megabytes: MAX_REFERENCE_BYTES / 1024 ** 2 }),
    );
  const samples = await decode(recording).catch((cause) => {
    throw new PageError<SpeechText>(({ recorder }) => recorder.fileUnreadable, { cause });
  });
  const seconds = samples.length / SAMPLE_RATE;
  if (seconds < MIN_REFERENCE_SECONDS || seconds > MAX_REFERENCE_SECONDS)
    throw new PageError<SpeechText>((text, format) => {
      const length = durationOf(seconds, text, format);
      return seconds < MIN_REFERENCE_SECONDS
        ? text.recorder.fileTooShort({ length, minimum: MIN_REFERENCE_SECONDS })
        : text.recorder.fileTooLong({ length, maximum: MAX_REFERENCE_SECONDS });
    });
  const audio = new Blob([...encodeWav([samples], samples.length, SAMPLE_RATE)], { type: 'audio/wav' });
  return { audio, name: `${name.replace(/\.\w+$/, '')}.wav` };
}

/** The channels averaged, at `SAMPLE_RATE`. */
async function decode(recording: Blob): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const decoded = await context.decodeAudioData(await recording.arrayBuffer());
  const mono = new Float32Array(decoded.length);
  for (let channel = 0; channel < decoded.numberOfChannels; channel++) {
    const samples = decoded.getChannelData(channel);
    for (let at = 0; at < mono.length; at++) mono[at] = (mono[at] ?? 0) + (samples[at] ?? 0) / decoded.numberOfChannels;
  }
  return mono;
}
