import { send } from '../api.js';
import type { Reference } from '../speech-parameters.js';

/** What is saved of a voice. */
export interface NewVoice {
  name: string;
  reference: Reference;
  /** The exact words of the reference; '' when they are not known. */
  transcript: string;
}

/** Saves the voice of a recording. The speaker has agreed. */
export async function saveVoice({ name, reference, transcript }: NewVoice): Promise<void> {
  const form = new FormData();
  form.append('name', name);
  form.append('consent', 'true');
  if (transcript !== '') form.append('reference_text', transcript);
  form.append('reference_audio', reference.audio, reference.name);
  await send('/v1/voices', { method: 'POST', body: form });
}

/** Deletes a voice of the library, with its encodings. */
export async function deleteVoice(id: string): Promise<void> {
  await send(`/v1/voices/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
