import type { Language } from '@ownvoice/shared/contract';
import { spokenForm } from '../../text/spoken/spoken-form.js';
import { languageCode } from './formant-languages.js';
import { JapaneseReader } from './japanese.js';
import { type ScriptRun, scriptRuns } from './script-runs.js';

/**
 * Turns a written sentence into what the synthesizer can read: numbers and signs in words, each script with a language
 * that reads it, Japanese in kana.
 *
 * @throws EngineError `failed` when what a language needs is not installed
 */
export type ReadAloud = (sentence: string, language: Language) => Promise<readonly ScriptRun[]>;

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
  return async (sentence, language) => {
    const runs = scriptRuns(spokenForm(sentence, languageCode(language)), language);
    return Promise.all(
      runs.map(async ({ text, formant }) => ({ text: formant === 'ja' ? await inKana(text) : text, formant })),
    );
  };
}
