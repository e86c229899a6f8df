import type { FactorProofBody } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { Confirm, Modal } from '../../interface/dialog.js';
import { useForm } from '../../interface/form.js';
import { ErrorNotice, FetchError, SuccessNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useMessage } from '../../language/language-provider.js';
import { CodeField } from '../account-fields.js';
import { Section } from '../account-section.js';
import { blankError } from '../field-rules.js';
import { canUsePasskeys, provePasskey } from '../passkey.js';
import { useSignedIn } from '../session.js';
import { type AccountsText, useText } from '../text.js';
import { SaveRecoveryCodes, SetUpSecondFactor } from './set-up-second-factor.js';

/** With so few recovery codes left, the page asks for new ones. */
const FEW_RECOVERY_CODES = 3;

type Dialog = 'set-up' | 'turn-off' | 'renew';

/** The user's own second factor: set up and turned off, its recovery codes replaced. */
export function SecondFactor() {
  const labels = useText().secondFactor;
  const { api, setupRequired, update } = useSignedIn();
  const status = useFetch(api.secondFactor);
  const [dialog, setDialog] = useState<Dialog>();
  const [newCodes, setNewCodes] = useState<readonly string[]>();
  const [success, showSuccess] = useMessage<AccountsText>();
  const close = () => {
    setDialog(undefined);
    setNewCodes(undefined);
    status.reload();
  };
  const open = (next: Dialog) => {
    showSuccess();
    setDialog(next);
  };
  const { enabled, recovery_codes_left: codes } = status.value ?? { enabled: false, recovery_codes_left: 0 };

  return (
    <Section title={labels.title} busy={status.pending}>
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
            update({ setupRequired: false });
            status.reload();
          }}
        />
      )}
      {dialog === 'renew' && (
        <CodeDialog
          title={labels.renewCodes}
          body={labels.renewBody}
          confirm={labels.renewCodes}
          onProof={async (proof) => {
            setNewCodes((await api.renewRecoveryCodes(proof)).recovery_codes);
            setDialog(undefined);
          }}
          onClose={close}
        />
      )}
      {newCodes !== undefined && (
        <Modal title={labels.renewCodes} onClose={undefined}>
          <SaveRecoveryCodes codes={newCodes} onDone={close} />
        </Modal>
      )}
      {dialog === 'turn-off' && (
        <CodeDialog
          title={labels.turnOffTitle}
          body={labels.turnOffBody}
          confirm={labels.turnOff}
          onProof={async (proof) => {
            await api.disableSecondFactor(proof);
            close();
            showSuccess(({ secondFactor }) => secondFactor.turnedOff);
          }}
          onClose={close}
        />
      )}
    </Section>
  );
}

interface CodeDialogProps {
  title: string;
  body: string;
  confirm: string;
  onProof: (proof: FactorProofBody) => Promise<void>;
  onClose: () => void;
}

function CodeDialog({ title, body, confirm, onProof, onClose }: CodeDialogProps) {
  const { fieldErrors, secondFactor } = useText();
  const { api } = useSignedIn();
  const { value } = useFetch(api.passkeys);
  const passkey = useAction();
  const form = useForm({ code: '' }, ({ code }) => ({ code: blankError(code, fieldErrors.codeMissing) }));
  const submit = () => form.submit(() => onProof({ code: form.values.code.trim() }));
  const hasPasskeys = value !== undefined && value.passkeys.length > 0;
  return (
    <Confirm title={title} description={body} confirm={confirm} action={form} onConfirm={submit} onClose={onClose}>
      <CodeField {...form.field('code')} />
      <ErrorNotice error={passkey.error} />
      {hasPasskeys && canUsePasskeys() && (
        <Button
          variant="ghost"
          busy={passkey.busy}
          onClick={() => void passkey.run(async () => onProof(await provePasskey(api)))}
        >
          {secondFactor.withPasskey}
        </Button>
      )}
    </Confirm>
  );
}
