import type { ReactNode } from 'react';
import { RequestFailed } from '../http/request.js';
import { Icon } from './icon.js';

/** A failure in the server's own words: its sentence, then one line for each broken rule. */
export function Failure({ error, action }: { error: unknown; action?: ReactNode }) {
  if (error === undefined) return null;
  const message = error instanceof Error ? error.message : String(error);
  const details = error instanceof RequestFailed ? error.details : [];
  return (
    <div className="notice notice-bad" role="alert">
      <Icon name="warning" />
      <div>
        <p className="notice-title">{message}</p>
        {details.length > 0 && (
          <ul>
            {details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
        {action}
      </div>
    </div>
  );
}

/** What went well, told to screen readers without taking the focus. The element stays, so that its change is heard. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={children ? 'notice notice-good' : undefined}>
      {children ? (
        <>
          <Icon name="check" />
          <p className="notice-title">{children}</p>
        </>
      ) : null}
    </div>
  );
}

/** Says that something is on its way, where it will be. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true">
      <p role="status">{children}</p>
    </div>
  );
}
