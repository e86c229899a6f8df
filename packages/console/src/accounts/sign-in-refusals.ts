import type { SignInRefusals } from '@ownvoice/shared/contract';
import { LANGUAGES, type Language } from '../language/languages.js';
import german from './messages/de.js';
import english from './messages/en.js';
import japanese from './messages/ja.js';
import chinese from './messages/zh.js';
import { KNOWN_SENTENCES } from './problems.js';

const MESSAGES = { en: english, de: german, zh: chinese, ja: japanese } as const satisfies Record<Language, unknown>;
const isWhole = (text: string) => !text.includes('{');

/** What the service's own page for a refused sign-in at a provider says, by language. */
const refusals: SignInRefusals = Object.fromEntries(
  Object.entries(LANGUAGES).map(([language, { tag }]) => {
    const { problems, signInRefused } = MESSAGES[language as Language];
    const sentences = Object.entries(KNOWN_SENTENCES)
      .map(([sentence, { problem }]) => [sentence, problems[problem]] as const)
      .filter((pair) => pair.every(isWhole));
    return [language, { tag, ...signInRefused, sentences: Object.fromEntries(sentences) }];
  }),
);

export default refusals;
