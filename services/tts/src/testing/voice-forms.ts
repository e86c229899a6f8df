import { hum, sampleBytes, wavFile } from '@ownvoice/audio/testing';

/** A WAV file of somebody who hums. */
export const humming = (seconds: number): Uint8Array =>
  wavFile(
    { tag: 1, bits: 16, sampleRate: 24_000, channels: 1 },
    sampleBytes('PCM 16-bit', hum({ seconds, sampleRate: 24_000 })),
  );

/** A multipart form of text and files. */
export function formOf(fields: Readonly<Record<string, string | Uint8Array>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'voice.wav');
  }
  return form;
}

/** Sends a form. */
export const postForm = (
  base: string,
  path: string,
  fields: Readonly<Record<string, string | Uint8Array>>,
): Promise<Response> => fetch(base + path, { method: 'POST', body: formOf(fields) });
