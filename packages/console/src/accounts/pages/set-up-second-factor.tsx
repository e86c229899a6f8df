import type { SecondFactorSetup } from '@ownvoice/shared/contract';
import { lazy, useState } from 'react';
import { Button } from '../../interface/button.js';
import { CopyButton } from '../../interface/copy-button.js';
import { DownloadLink } from '../../interface/download-link.js';
import { Form } from '../../interface/form.js';
import { Icon } from '../../interface/icon.js';
import { LoadedPart } from '../../interface/loaded-part.js';
import { Modal } from '../../interface/modal.js';
import { ErrorNotice, Loading } from '../../interface/notice.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';
import { useSubmission } from '../use-submission.js';
import { CurrentPasswordField } from './account-fields.js';
import { CodeField } from './code-field.js';

const QrCode = lazy(() => import('../../interface/qr-code.js'));

type Step = { name: 'prove' } | { name: 'scan' | 'save'; setup: SecondFactorSetup };

/**
 * Sets up the user's second factor in three steps: the password, the authenticator app, the recovery codes.
 * @param onClose whether the second factor is in force
 */
export function SetUpSecondFactor({ onClose }: { onClose: (done: boolean) => void }) {
  const text = useText();
  const [step, setStep] = useState<Step>({ name: 'prove' });
  const close = () => onClose(step.name === 'save');
  // The codes are shown once: neither Escape nor a click beside them may lose them.
  const dismiss = step.name === 'save' ? undefined : close;
  return (
    <Modal open title={text.secondFactor.setUpTitle} closeLabel={text.close} onClose={dismiss}>
      {step.name === 'prove' && <Prove onProved={(setup) => setStep({ name: 'scan', setup })} onCancel={close} />}
      {step.name === 'scan' && (
        <Scan setup={step.setup} onConfirmed={() => setStep({ name: 'save', setup: step.setup })} onCancel={close} />
      )}
      {step.name === 'save' && <Save codes={step.setup.recovery_codes} onDone={close} />}
    </Modal>
  );
}

function Prove({ onProved, onCancel }: { onProved: (setup: SecondFactorSetup) => void; onCancel: () => void }) {
  const text = useText();
  const { api } = useSignedIn();
  const [password, setPassword] = useState('');
  const form = useSubmission();
  const submit = () =>
    form.submit(async () =>
      onProved(await api.setUpSecondFactor(password === '' ? {} : { current_password: password })),
    );
  return (
    <Form onSubmit={submit} attempt={form.attempt}>
      <p className="modal-text">{text.secondFactor.setUpBody}</p>
      <ErrorNotice error={form.error} />
      <CurrentPasswordField
        hint={text.fields.currentPasswordHint}
        value={password}
        error={form.fields.current_password}
        onChange={setPassword}
      />
      <div className="actions">
        <Button onClick={onCancel}>{text.cancel}</Button>
        <Button variant="primary" type="submit" busy={form.busy}>
          {text.next}
        </Button>
      </div>
    </Form>
  );
}

interface ScanProps {
  setup: SecondFactorSetup;
  onConfirmed: () => void;
  onCancel: () => void;
}

function Scan({ setup, onConfirmed, onCancel }: ScanProps) {
  const text = useText();
  const labels = text.secondFactor;
  const { api } = useSignedIn();
  const [code, setCode] = useState('');
  const form = useSubmission({ code: code.trim() === '' ? text.problems.codeMissing : undefined });
  const submit = () =>
    form.submit(async () => {
      await api.confirmSecondFactor({ code: code.trim() });
      onConfirmed();
    });
  return (
    <Form onSubmit={submit} attempt={form.attempt}>
      <p className="modal-text">{labels.scan}</p>
      <LoadedPart loading={<Loading>{text.loading}</Loading>} failed={null}>
        <QrCode content={setup.otpauth_url} label={labels.qrCode} />
      </LoadedPart>
      <p className="modal-text">{labels.typeSecret}</p>
      <p className="secret">
        <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={setup.secret} copy={text.copy} copied={text.copied} />
      </p>
      <ErrorNotice error={form.error} />
      <CodeField focused hint={labels.confirmHint} value={code} error={form.fields.code} onChange={setCode} />
      <div className="actions">
        <Button onClick={onCancel}>{text.cancel}</Button>
        <Button variant="primary" type="submit" busy={form.busy}>
          {labels.turnOn}
        </Button>
      </div>
    </Form>
  );
}

function Save({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = useText();
  const labels = text.secondFactor;
  const asText = `${codes.join('\n')}\n`;
  return (
    <>
      <p className="modal-text">{labels.saveCodes}</p>
      <ul className="recovery-codes" aria-label={labels.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions actions-start">
        <CopyButton text={asText} copy={text.copy} copied={text.copied} />
        <DownloadLink content={asText} name="ownvoice-recovery-codes.txt">
          <Icon name="download" />
          {text.download}
        </DownloadLink>
      </div>
      <div className="actions">
        <Button variant="primary" onClick={onDone}>
          {labels.codesSaved}
        </Button>
      </div>
    </>
  );
}
