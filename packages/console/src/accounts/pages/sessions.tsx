import type { SessionEntry } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { ConfirmAction } from '../../interface/dialog.js';
import { ErrorNotice, FetchError } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { Entry, Section } from '../account-section.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';

/** The signed-in user's sessions, which can be ended one by one or all at once. */
export function Sessions() {
  const labels = useText().account;
  const format = useFormat();
  const { api, endSession, expiresAt, isKept } = useSignedIn();
  const list = useFetch(api.sessions);
  const ending = useAction();
  const [isConfirming, setIsConfirming] = useState(false);

  const end = (session: SessionEntry) =>
    void ending.run(async () => {
      await api.endSession(session.id);
      list.reload();
    });

  return (
    <Section title={labels.sessions} busy={list.pending}>
      <p className="muted">{labels.sessionExpires({ when: format.timeUntil(expiresAt - Date.now()) })}</p>
      {!isKept && <p className="muted">{labels.sessionNotKept}</p>}
      <FetchError {...list} />
      <ul className="stack">
        {list.value?.sessions.map((session) => {
          const device = deviceOf(session.user_agent) ?? labels.unknownDevice;
          return (
            <Entry
              key={session.id}
              title={session.ip === null ? device : `${device} · ${session.ip}`}
              detail={
                session.current ? labels.thisSession : labels.lastUsed({ at: format.dateTime(session.last_used_at) })
              }
            >
              {!session.current && (
                <Button busy={ending.busy} aria-label={labels.endSessionLabel({ device })} onClick={() => end(session)}>
                  {labels.endSession}
                </Button>
              )}
            </Entry>
          );
        })}
      </ul>
      <ErrorNotice error={ending.error} />
      <div className="row">
        <Button onClick={() => setIsConfirming(true)}>{labels.signOutEverywhere}</Button>
      </div>
      {isConfirming && (
        <ConfirmAction
          title={labels.signOutEverywhereTitle}
          description={labels.signOutEverywhereBody}
          confirm={labels.signOutEverywhere}
          onConfirm={async () => {
            await api.logout(true);
            endSession();
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Section>
  );
}

/** The first whose pattern matches counts: browsers claim to be each other. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** Browser and system of a `user-agent`, or its first word, for a program. `undefined` without one. */
function deviceOf(userAgent: string | null): string | undefined {
  if (userAgent === null || userAgent === '') return undefined;
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (browser === undefined) return userAgent.split(' ', 1)[0];
  return system === undefined ? browser : `${browser} · ${system}`;
}
