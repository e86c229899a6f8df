import type { ReactNode } from 'react';
import { Icon } from './icon.js';
import { useErrorText } from './use-error-text.js';

/** The sentences of an error, one line for each. */
export function ErrorNotice({ error, action }: { error: unknown; action?: ReactNode }) {
  const textOf = useErrorText();
  if (error === undefined) return null;
  const [title, ...others] = textOf(error);
  return (
    <div className="notice notice-error" role="alert">
      <Icon name="warning" />
      <div>
        <p className="notice-title">{title}</p>
        {others.length > 0 && (
          <ul>
            {others.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
        {action}
      </div>
    </div>
  );
}

/** A success message. The live region stays mounted while empty; screen readers announce only changes inside it. */
export function SuccessNotice({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={children ? 'notice notice-success' : undefined}>
      {children ? (
        <>
          <Icon name="check" />
          <p className="notice-title">{children}</p>
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
