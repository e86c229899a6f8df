import { RequestError } from '../http/request.js';
import { type CommonText, useCatalogue, useFormat } from '../language/language-provider.js';
import { PageError } from '../language/message.js';
import { useSentences } from '../language/use-sentences.js';

/** Returns the sentences for an error: one for each broken rule, or the page's own when the server sent none. */
export function useErrorText(): (error: unknown) => readonly [first: string, ...others: string[]] {
  const catalogue = useCatalogue<CommonText>();
  const { errors } = catalogue;
  const format = useFormat();
  const said = useSentences();
  return (error) => {
    if (error instanceof PageError) return [error.sentence(catalogue, format)];
    if (!(error instanceof RequestError)) return [error instanceof Error ? error.message : String(error)];
    const [first, ...others] = error.sentences;
    if (first !== undefined) return [said(first).text, ...others.map((sentence) => said(sentence).text)];
    return [error.status === 0 ? errors.unreachable : errors.noErrorBody({ status: String(error.status) })];
  };
}
