import { useCallback, useState } from 'react';
import { Button } from '../../interface/button.js';
import { Confirm, Modal } from '../../interface/dialog.js';
import { useForm } from '../../interface/form.js';
import { FetchError, SuccessNotice } from '../../interface/notice.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useMessage } from '../../language/language-provider.js';
import { CodeField } from '../account-fields.js';
import { Section } from '../account-section.js';
import { blankError } from '../field-rules.js';
import { useSignedIn } from '../session.js';
import { type AccountsText, useText } from '../text.js';
import { SaveRecoveryCodes, SetUpSecondFactor } from './set-up-second-factor.js';

/** With so few recovery codes left, the page asks for new ones. */
const FEW_RECOVERY_CODES = 3;

type Dialog = 'set-up' | 'turn-off' | 'renew';

/** The user's own second factor: set up and turned off, its recovery codes replaced. */
export function SecondFactor() {
  const labels = useText().secondFactor;
  const { api, secondFactorEnabled, setupRequired } = useSignedIn();
  const status = useFetch(useCallback((signal: AbortSignal) => api.secondFactor(signal), [api]));
  const [dialog, setDialog] = useState<Dialog>();
  const [success, showSuccess] = useMessage<AccountsText>();
  const open = (next: Dialog) => {
    showSuccess();
    setDialog(next);
  };
  const { enabled, recovery_codes_left: codes } = status.value ?? { enabled: false, recovery_codes_left: 0 };

  return (
    <Section title={labels.title}>
      {setupRequired && <p className="muted">{labels.required}</p>}
      <SuccessNotice>{success}</SuccessNotice>
      <FetchError {...status} />
      {status.value !== undefined && (
        <>
          <p className="muted">{enabled ? labels.on({ codes }) : labels.off}</p>
          {enabled && codes <= FEW_RECOVERY_CODES && <p className="muted">{labels.fewCodes}</p>}
          <div className="row">
            {enabled ? (
              <>
                <Button onClick={() => open('renew')}>{labels.renewCodes}</Button>
                <Button onClick={() => open('turn-off')}>{labels.turnOff}</Button>
              </>
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
            showSuccess(({ secondFactor }) => secondFactor.turnedOn);
            secondFactorEnabled();
            status.reload();
          }}
        />
      )}
      {dialog === 'renew' && (
        <RenewRecoveryCodes
          onClose={() => {
            setDialog(undefined);
            status.reload();
          }}
        />
      )}
      {dialog === 'turn-off' && (
        <TurnOff
          onDone={() => {
            setDialog(undefined);
            showSuccess(({ secondFactor }) => secondFactor.turnedOff);
            status.reload();
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Section>
  );
}

function TurnOff({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { fieldErrors, secondFactor: labels } = useText();
  const { api } = useSignedIn();
  const form = useForm({ code: '' }, ({ code }) => ({ code: blankError(code, fieldErrors.codeMissing) }));
  const turnOff = () =>
    form.submit(async () => {
      await api.disableSecondFactor({ code: form.values.code.trim() });
      onDone();
    });
  return (
    <Confirm
      title={labels.turnOffTitle}
      description={labels.turnOffBody}
      confirm={labels.turnOff}
      action={form}
      onConfirm={turnOff}
      onClose={onClose}
    >
      <CodeField {...form.field('code')} />
    </Confirm>
  );
}

function RenewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const { fieldErrors, secondFactor: labels } = useText();
  const { api } = useSignedIn();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useForm({ code: '' }, ({ code }) => ({ code: blankError(code, fieldErrors.codeMissing) }));
  const renew = () =>
    form.submit(async () => setCodes((await api.renewRecoveryCodes({ code: form.values.code.trim() })).recovery_codes));
  if (codes !== undefined)
    return (
      <Modal title={labels.renewCodes} onClose={undefined}>
        <SaveRecoveryCodes codes={codes} onDone={onClose} />
      </Modal>
    );
  return (
    <Confirm
      title={labels.renewCodes}
      description={labels.renewBody}
      confirm={labels.renewCodes}
      action={form}
      onConfirm={renew}
      onClose={onClose}
    >
      <CodeField {...form.field('code')} />
    </Confirm>
  );
}
