import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignInRefusals, SignInRefusalTexts } from '@ownvoice/shared/contract';

/** Where the console is not built, the page says the sentence of the error body. */
const ENGLISH: SignInRefusalTexts = {
  tag: 'en',
  title: 'Not signed in',
  heading: 'You are not signed in',
  back: 'Back to sign-in',
  sentences: {},
};

/** @param folder the built console */
export function readRefusalTexts(folder: string): SignInRefusals {
  const file = join(folder, 'sign-in-refusals.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SignInRefusals) : {};
}

/** Primary subtags of an `Accept-Language` header, the preferred first. @see https://www.rfc-editor.org/rfc/rfc9110#name-accept-language */
function acceptedLanguages(header: string): string[] {
  return header
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const q = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { language: tag.split('-', 1)[0] ?? '', weight: q === undefined ? 1 : Number(q) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
}

/**
 * The texts in the language that the console chooses too: its page's, else the first of the browser's that exists, else
 * English.
 */
export function refusalTextsFor(
  texts: SignInRefusals,
  { page = '', browser = '' }: { page?: string | undefined; browser?: string | undefined },
): SignInRefusalTexts {
  const language = [page, ...acceptedLanguages(browser)].find((one) => Object.hasOwn(texts, one));
  return texts[language ?? 'en'] ?? ENGLISH;
}
