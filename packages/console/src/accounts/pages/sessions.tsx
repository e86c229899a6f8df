import type { SessionEntry } from '@ownvoice/shared/contract';
import { useCallback, useState } from 'react';
import { Button } from '../../interface/button.js';
import { Confirm } from '../../interface/modal.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { deviceOf } from '../device.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';
import { useSubmission } from '../use-submission.js';

/** The signed-in user's sessions, which can be ended one by one or all at once. */
export function Sessions() {
  const text = useText();
  const format = useFormat();
  const { api, endSession, expiresAt, isKept } = useSignedIn();
  const form = useSubmission();
  const [isConfirming, setIsConfirming] = useState(false);

  const signOutEverywhere = () =>
    form.submit(async () => {
      await api.logout(true);
      endSession();
    });

  return (
    <section className="card" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{text.account.sessions}</h2>
      <p className="card-text">{text.account.sessionExpires({ when: format.timeUntil(expiresAt - Date.now()) })}</p>
      {!isKept && <p className="card-text">{text.account.sessionNotKept}</p>}
      <OtherSessions />
      <div className="actions actions-start">
        <Button onClick={() => setIsConfirming(true)}>{text.account.signOutEverywhere}</Button>
      </div>
      <Confirm
        open={isConfirming}
        title={text.account.signOutEverywhereTitle}
        description={text.account.signOutEverywhereBody}
        confirm={text.account.signOutEverywhere}
        cancel={text.cancel}
        busy={form.busy}
        onConfirm={signOutEverywhere}
        onClose={() => setIsConfirming(false)}
      >
        <ErrorNotice error={form.error} />
      </Confirm>
    </section>
  );
}

function OtherSessions() {
  const text = useText();
  const { api } = useSignedIn();
  const load = useCallback((signal: AbortSignal) => api.sessions(signal), [api]);
  const list = useFetch(load);
  return (
    <>
      <ErrorNotice error={list.error} action={<Button onClick={list.reload}>{text.retry}</Button>} />
      <ul className="entries">
        {list.value?.sessions.map((session) => (
          <SessionItem key={session.id} session={session} onEnded={list.reload} />
        ))}
      </ul>
    </>
  );
}

function SessionItem({ session, onEnded }: { session: SessionEntry; onEnded: () => void }) {
  const text = useText();
  const format = useFormat();
  const { api } = useSignedIn();
  const form = useSubmission();
  const device = deviceOf(session.user_agent) ?? text.account.unknownDevice;
  const end = () =>
    form.submit(async () => {
      await api.endSession(session.id);
      onEnded();
    });
  return (
    <li className="entry">
      <div className="entry-text">
        <p>{session.ip === null ? device : `${device} · ${session.ip}`}</p>
        <p className="card-text">
          {session.current
            ? text.account.thisSession
            : text.account.lastUsed({ at: format.dateTime(session.last_used_at) })}
        </p>
        <ErrorNotice error={form.error} />
      </div>
      {!session.current && (
        <Button busy={form.busy} aria-label={text.account.endSessionLabel({ device })} onClick={end}>
          {text.account.endSession}
        </Button>
      )}
    </li>
  );
}
