import { PageError } from '../language/language-provider.js';
import type { SpeechText } from './text.js';

/** UTF-8 takes at most this many bytes for a character. */
const BYTES_PER_CHARACTER = 4;

/**
 * The text of a file, in the encoding that its first bytes name, UTF-8 otherwise.
 * @param limit a file that is certainly longer, in characters, is not read
 * @throws {PageError} for a file that is too large or is not text
 */
export async function textOfFile(file: Blob & { readonly name: string }, limit: number): Promise<string> {
  const { name } = file;
  if (file.size > limit * BYTES_PER_CHARACTER)
    throw new PageError<SpeechText>(({ editor }) => editor.fileTooLarge({ name, limit }));
  try {
    const text = textOf(new Uint8Array(await file.arrayBuffer()));
    if (!text.includes('\0')) return text;
  } catch {
    // Neither text nor in one of the encodings.
  }
  throw new PageError<SpeechText>(({ editor }) => editor.fileUnreadable({ name }));
}

/** @throws {TypeError} for bytes that are no text */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
