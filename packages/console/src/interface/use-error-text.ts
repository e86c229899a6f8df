import { RequestError } from '../http/request.js';
import { type CommonText, useCatalogue } from '../language/language-provider.js';

/** Returns the sentences for an error: the server's own, one for each broken rule, or the page's when it sent none. */
export function useErrorText(): (error: unknown) => readonly [first: string, ...others: string[]] {
  const { errors } = useCatalogue<CommonText>();
  return (error) => {
    if (!(error instanceof RequestError)) return [error instanceof Error ? error.message : String(error)];
    const [first, ...others] = error.details;
    if (first !== undefined) return [first, ...others];
    if (error.message !== '') return [error.message];
    return [error.status === 0 ? errors.unreachable : errors.noErrorBody({ status: String(error.status) })];
  };
}
