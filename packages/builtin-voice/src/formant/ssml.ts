const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Text as the synthesizer reads it: markup characters escaped, phoneme brackets taken apart, control characters and
 * lone surrogates gone.
 */
export function toSsml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffd]+/gu, ' ')
    .replace(/\[(?=\[)/gu, '[ ')
    .replace(/[&<>]/gu, (character) => ENTITIES[character] ?? '');
}
