import { readFile, stat } from 'node:fs/promises';
import { UsageError } from '@ownvoice/shared/command-line';
import type { Pronunciation } from './text/index.js';

const MAX_BYTES = 2 * 1024 ** 2;
const MAX_ENTRIES = 10_000;

/**
 * Reads the pronunciations of the server: a JSON list of `{"text", "say", "language"?}`, as in requests.
 *
 * @throws UsageError
 */
export async function readLexicon(path: string): Promise<Pronunciation[]> {
  const entries = parse(path, await read(path));
  // Light until here: the contract is read only where there is a lexicon.
  const { brokenRules, PRONUNCIATION_RULES, ruleText } = await import('@ownvoice/shared/contract');
  const { parseLanguage } = await import('./text/languages.js');
  return entries.map((entry, index) => {
    const reject = (rule: string): never => {
      throw new UsageError(`The lexicon ${path} cannot be used: ${rule} in entry ${index + 1}.`);
    };
    if (typeof entry !== 'object' || entry === null) return reject('there is no object');
    const { text, say, language = null } = entry as Readonly<Record<string, unknown>>;
    if (typeof text !== 'string') return reject('text must be a string');
    if (typeof say !== 'string') return reject('say must be a string');
    if (language !== null && typeof language !== 'string') return reject('language must be a string');
    const [broken] = [
      ...brokenRules('text', text, PRONUNCIATION_RULES.text),
      ...brokenRules('say', say, PRONUNCIATION_RULES.say),
      ...brokenRules('language', language ?? '', PRONUNCIATION_RULES.language),
    ];
    if (broken !== undefined) return reject(`${broken.field} ${ruleText(broken)}`);
    const choice = parseLanguage(language ?? undefined);
    return { text, say, language: choice.kind === 'language' ? choice.language : undefined };
  });
}

async function read(path: string): Promise<string> {
  const reject = (why: string, cause?: unknown): never => {
    throw new UsageError(`The lexicon ${path} cannot be used: ${why}.`, { cause });
  };
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) return reject('it is larger than 2 MB');
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof TypeError) return reject('it is not in UTF-8', error);
    return reject(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`, error);
  }
}

function parse(path: string, text: string): unknown[] {
  try {
    const entries: unknown = JSON.parse(text);
    if (Array.isArray(entries) && entries.length <= MAX_ENTRIES) return entries;
  } catch {
    // One sentence for both.
  }
  throw new UsageError(
    `The lexicon ${path} cannot be used: it must be a JSON list of at most ${MAX_ENTRIES} entries {"text", "say", "language"}.`,
  );
}
