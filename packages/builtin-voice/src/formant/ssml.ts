const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Plain text as SSML: markup characters escaped, phoneme brackets separated, control characters and lone surrogates
 * removed.
 */
export function toSsml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffd]+/gu, ' ')
    .replace(/\[(?=\[)/gu, '[ ')
    .replace(/[&<>]/gu, (character) => ENTITIES[character] ?? '');
}
