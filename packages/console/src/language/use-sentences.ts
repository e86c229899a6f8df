import { type CommonText, useCatalogue, useLanguage } from './language-provider.js';
import { recognize } from './sentences.js';

/** Returns what the page says for a public sentence of its service: the sentence itself when it is not known. */
export function useSentences(): (sentence: string) => { text: string; field: string | undefined } {
  const { known } = useLanguage();
  const { problems } = useCatalogue<CommonText>();
  return (sentence) => {
    const found = recognize(sentence, known);
    const message = found && problems[found.problem];
    if (found === undefined || message === undefined) return { text: sentence, field: undefined };
    return { text: typeof message === 'string' ? message : message(found.values as never), field: found.field };
  };
}
