import type { ReactNode } from 'react';
import { RequestError } from '../http/request.js';
import { type CommonText, PageError, useCatalogue, useFormat } from '../language/language-provider.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import type { FetchState } from './use-fetch.js';

/**
 * Returns the messages for an error, in the page's language. Of an error whose code the page does not know, the details are
 * the server's own.
 */
export function useErrorText(): (error: unknown) => readonly [first: string, ...details: string[]] {
  const catalogue = useCatalogue<CommonText>();
  const { codes, errors } = catalogue;
  const format = useFormat();
  return (error) => {
    if (error instanceof PageError) return [error.text(catalogue, format)];
    if (!(error instanceof RequestError)) return [error instanceof Error ? error.message : String(error)];
    const { code, details, message, status } = error;
    if (status === 0) return [errors.unreachable];
    if (code === '') return [errors.noErrorBody({ status: String(status) })];
    const known = Object.hasOwn(codes, code) ? codes[code] : undefined;
    if (known !== undefined) return [known];
    return [errors.unknown, ...(details.length > 0 ? details : [message || code])];
  };
}

/** The messages of an error, one line for each, and when the server lets the next attempt in. */
export function ErrorNotice({ error, action }: { error: unknown; action?: ReactNode }) {
  const textOf = useErrorText();
  const { errors } = useCatalogue<CommonText>();
  const format = useFormat();
  if (error === undefined) return null;
  const [title, ...others] = textOf(error);
  const seconds = error instanceof RequestError ? error.retryAfterSeconds : undefined;
  return (
    <div className="notice notice-error" role="alert">
      <Icon name="warning" />
      <div>
        <p className="wrap">{title}</p>
        {others.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
        {seconds !== undefined && <p>{errors.retryAfter({ wait: format.wait(seconds) })}</p>}
        {action}
      </div>
    </div>
  );
}

/** Why a response is missing, with a button that requests it again. */
export function FetchError({ error, reload }: Pick<FetchState<unknown>, 'error' | 'reload'>) {
  const { retry } = useCatalogue<CommonText>();
  return <ErrorNotice error={error} action={<Button onClick={reload}>{retry}</Button>} />;
}

/** A success message. The live region stays mounted while empty; screen readers announce only changes inside it. */
export function SuccessNotice({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={children ? 'notice notice-success' : undefined}>
      {children ? (
        <>
          <Icon name="check" />
          <p>{children}</p>
        </>
      ) : null}
    </div>
  );
}

/** A placeholder for content that is being loaded. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true">
      <p role="status">{children}</p>
    </div>
  );
}
