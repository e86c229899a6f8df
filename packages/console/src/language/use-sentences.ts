import { type CommonText, useCatalogue, useFormat, useLanguage } from './language-provider.js';
import { recognize } from './sentences.js';

/** Returns what the page says for a public sentence of its service: the sentence itself when it is not known. */
export function useSentences(): (sentence: string) => { text: string; field: string | undefined } {
  const { known } = useLanguage();
  const { problems } = useCatalogue<CommonText>();
  const format = useFormat();
  return (sentence) => {
    const found = recognize(sentence, known);
    const message = found && problems[found.problem];
    if (found === undefined || message === undefined) return { text: sentence, field: undefined };
    const values = Object.fromEntries(
      Object.entries(found.values).map(([name, value]) => [name, Array.isArray(value) ? format.or(value) : value]),
    );
    return { text: typeof message === 'string' ? message : message(values as never), field: found.field };
  };
}
