import { useCallback, useState } from 'react';
import { Button } from '../../interface/button.js';
import { Confirm } from '../../interface/modal.js';
import { ErrorNotice, SuccessNotice } from '../../interface/notice.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useMessage } from '../../language/message.js';
import { useSignedIn } from '../session.js';
import { type AccountsText, useText } from '../text.js';
import { useSubmission } from '../use-submission.js';
import { CodeField } from './code-field.js';
import { Section } from './section.js';
import { SetUpSecondFactor } from './set-up-second-factor.js';

/** With so few recovery codes left, the page asks for new ones. */
const FEW_RECOVERY_CODES = 3;

/** The user's own second factor: set up and turned off. */
export function SecondFactor() {
  const text = useText();
  const labels = text.secondFactor;
  const { api, secondFactorEnabled, setupRequired } = useSignedIn();
  const status = useFetch(useCallback((signal: AbortSignal) => api.secondFactor(signal), [api]));
  const [dialog, setDialog] = useState<'set-up' | 'turn-off'>();
  const [success, say] = useMessage<AccountsText>();
  const open = (next: 'set-up' | 'turn-off') => {
    say();
    setDialog(next);
  };
  const { enabled, recovery_codes_left: codes } = status.value ?? { enabled: false, recovery_codes_left: 0 };

  return (
    <Section in="page" title={labels.title}>
      {setupRequired && <p className="card-text">{labels.required}</p>}
      <SuccessNotice>{success}</SuccessNotice>
      <ErrorNotice error={status.error} action={<Button onClick={status.reload}>{text.retry}</Button>} />
      {status.value !== undefined && (
        <>
          <p className="card-text">{enabled ? labels.on({ codes }) : labels.off}</p>
          {enabled && codes <= FEW_RECOVERY_CODES && <p className="card-text">{labels.fewCodes}</p>}
          <div className="actions actions-start">
            {enabled ? (
              <Button onClick={() => open('turn-off')}>{labels.turnOff}</Button>
            ) : (
              <Button variant={setupRequired ? 'primary' : 'secondary'} onClick={() => open('set-up')}>
                {labels.setUp}
              </Button>
            )}
          </div>
        </>
      )}
      {dialog === 'set-up' && (
        <SetUpSecondFactor
          onClose={(done) => {
            setDialog(undefined);
            if (!done) return;
            say(({ secondFactor }) => secondFactor.turnedOn);
            secondFactorEnabled();
            status.reload();
          }}
        />
      )}
      {dialog === 'turn-off' && (
        <TurnOff
          onDone={() => {
            setDialog(undefined);
            say(({ secondFactor }) => secondFactor.turnedOff);
            status.reload();
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Section>
  );
}

function TurnOff({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const text = useText();
  const { api } = useSignedIn();
  const [code, setCode] = useState('');
  const form = useSubmission({ code: code.trim() === '' ? text.problems.codeMissing : undefined });
  return (
    <Confirm
      open
      title={text.secondFactor.turnOffTitle}
      description={text.secondFactor.turnOffBody}
      confirm={text.secondFactor.turnOff}
      cancel={text.cancel}
      busy={form.busy}
      onConfirm={() =>
        form.submit(async () => {
          await api.disableSecondFactor({ code: code.trim() });
          onDone();
        })
      }
      onClose={onClose}
    >
      <ErrorNotice error={form.error} />
      <CodeField hint={text.secondFactor.codeHint} value={code} error={form.fields.code} onChange={setCode} />
    </Confirm>
  );
}
