import { LANGUAGE_CODES, type Language } from '@ownvoice/shared/contract/languages';
import { normalizeText } from '@ownvoice/text-normalization';
import { KanaConverter } from './kana-converter.js';
import { type ScriptRun, scriptRuns } from './script-runs.js';

/**
 * The text front end: turns a chunk into what the synthesizer can read, with numbers and signs in words, each script in a
 * language that reads it, Japanese in kana.
 */
export class Frontend {
  #kanaConverter: Promise<KanaConverter> | undefined;

  /** @throws BuiltinVoiceError when what a language needs is not installed or cannot be loaded */
  process(text: string, language: Language): Promise<ScriptRun[]> {
    const runs = scriptRuns(normalizeText(text, LANGUAGE_CODES[language], 'spoken'), language);
    return Promise.all(
      runs.map(async (run) => (run.language === 'ja' ? { ...run, text: await this.#toKana(run.text) } : run)),
    );
  }

  async #toKana(text: string): Promise<string> {
    this.#kanaConverter ??= KanaConverter.load().catch((error: unknown) => {
      // There may be memory for it the next time.
      this.#kanaConverter = undefined;
      throw error;
    });
    return (await this.#kanaConverter).convert(text);
  }
}
