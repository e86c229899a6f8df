import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { hasForeignLetter, isFrequentIn } from './known-languages.js';
import { LANGUAGES, statisticsOf } from './statistics.js';

/** The likeliest language of some words, and its probability beside the other languages of its script. */
export interface Likeliest {
  readonly language: string;
  readonly isOwn: boolean;
  readonly probability: number;
}

/** What each finding adds to the logarithm of a language's likelihood. docs/text.md has what they were chosen by. */
const NATS = { point: 0.026, word: 1.5, frequentWord: 3, foreignLetter: -1.5, ownLanguage: 4 } as const;
const OWN: Readonly<Record<keyof typeof LANGUAGES, readonly string[]>> = {
  latin: ['en', 'de', 'fr', 'es', 'it', 'pt'] satisfies LanguageCode[],
  cyrillic: ['ru'] satisfies LanguageCode[],
};

/**
 * Naive Bayes over the languages of a script, by n-grams, known words, and letters that a language does not write.
 *
 * @param words of one script, as written
 */
export function likeliestLanguage(words: readonly string[], script: keyof typeof LANGUAGES): Likeliest | undefined {
  if (words.length === 0) return undefined;
  const lower = words.map((word) => word.toLowerCase().replaceAll('’', "'"));
  const statistics = statisticsOf(
    lower.map((word) => word.replace('.', '')),
    script,
  );
  const evidence = LANGUAGES[script].map((language, index) => {
    const { points, words: known } = statistics[index] ?? { points: 0, words: 0 };
    const isOwn = OWN[script].includes(language);
    const nats =
      NATS.point * points +
      NATS.word * known +
      NATS.frequentWord * lower.filter((word) => isFrequentIn(word, language)).length +
      NATS.foreignLetter * lower.filter((word) => hasForeignLetter(word, language)).length +
      (isOwn ? NATS.ownLanguage : 0);
    return { language, isOwn, nats };
  });
  const best = evidence.reduce((one, other) => (other.nats > one.nats ? other : one));
  const total = evidence.reduce((sum, { nats }) => sum + Math.exp(nats - best.nats), 0);
  return { language: best.language, isOwn: best.isOwn, probability: 1 / total };
}
