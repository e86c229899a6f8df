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
