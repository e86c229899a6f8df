import { send } from '../api.js';
import type { Reference } from '../speech-parameters.js';

/** A recording whose voice is saved. The speaker has agreed. */
interface ClonedVoice {
  name: string;
  reference: Reference;
  /** The exact words of the reference; '' when they are not known. */
  transcript: string;
  /** Whether the server keeps the recording, so that other models can use the voice. */
  keepsRecording: boolean;
}

/** Saves the voice of a recording. */
export async function saveClonedVoice({ name, reference, transcript, keepsRecording }: ClonedVoice): Promise<void> {
  const form = new FormData();
  form.append('name', name);
  form.append('consent', 'true');
  form.append('keep_recording', String(keepsRecording));
  if (transcript !== '') form.append('reference_text', transcript);
  form.append('reference_audio', reference.audio, reference.name);
  await send('/v1/voices', { method: 'POST', body: form });
}

/** A description whose voice is saved. */
interface DesignedVoice {
  name: string;
  description: string;
  /** What the kept sample is spoken in; '' to detect it. */
  language: string;
  seed: number | undefined;
}

/** Saves a voice that the voice-design model makes from a description. */
export async function saveDesignedVoice({ name, description, language, seed }: DesignedVoice): Promise<void> {
  const body = {
    name,
    voice_description: description,
    ...(language === '' ? {} : { language }),
    ...(seed === undefined ? {} : { seed }),
  };
  await send('/v1/voices/design', { method: 'POST', body });
}

/** Deletes a voice of the library, with its recording and its encodings. */
export async function deleteVoice(id: string): Promise<void> {
  await send(`/v1/voices/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
