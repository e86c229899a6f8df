import type { Language } from '@ownvoice/shared/contract';
import { JapaneseReader } from './japanese.js';

/**
 * Turns written text into text that the synthesizer can read, in the text's language.
 *
 * @throws EngineError `failed` when what a language needs is not installed
 */
export type ReadAloud = (text: string, language: Language) => Promise<string>;

/** A reader of all ten languages; what a language needs is loaded at its first text. */
export function createReader(): ReadAloud {
  let japanese: Promise<JapaneseReader> | undefined;
  return async (text, language) => {
    if (language !== 'Japanese') return text;
    japanese ??= JapaneseReader.load();
    return (await japanese).read(text);
  };
}
