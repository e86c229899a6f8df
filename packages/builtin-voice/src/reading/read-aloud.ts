import { LANGUAGE_CODES, type Language } from '@ownvoice/shared/contract/languages';
import { spokenForm } from '../spoken-form/spoken-form.js';
import { JapaneseReader } from './japanese.js';
import { type ScriptRun, scriptRuns } from './script-runs.js';

/**
 * Turns a written text into what the synthesizer can read: numbers and signs in words, each script with a language
 * that reads it, Japanese in kana.
 *
 * @throws BuiltinVoiceError when what a language needs is not installed or cannot be loaded
 */
export type ReadAloud = (text: string, language: Language) => Promise<readonly ScriptRun[]>;

/** A reader of all ten languages; what a language needs is loaded at its first text. */
export function createReader(): ReadAloud {
  let japanese: Promise<JapaneseReader> | undefined;
  const inKana = async (text: string) => {
    japanese ??= JapaneseReader.load().catch((error: unknown) => {
      // There may be memory for it the next time.
      japanese = undefined;
      throw error;
    });
    return (await japanese).read(text);
  };
  return async (written, language) => {
    const runs = scriptRuns(spokenForm(written, LANGUAGE_CODES[language]), language);
    return Promise.all(
      runs.map(async ({ text, formant }) => ({ text: formant === 'ja' ? await inKana(text) : text, formant })),
    );
  };
}
