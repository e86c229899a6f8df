import type { SecondFactorSetup } from '@ownvoice/shared/contract';
import { useCallback, useState } from 'react';
import { Button, CopyButton } from '../../interface/button.js';
import { Modal } from '../../interface/dialog.js';
import { Form, useForm } from '../../interface/form.js';
import { Icon } from '../../interface/icon.js';
import { useFetch } from '../../interface/use-fetch.js';
import { CodeField } from '../account-fields.js';
import { blankError } from '../field-rules.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';

type Step = { name: 'prove' } | { name: 'scan' | 'save'; setup: SecondFactorSetup };

/**
 * Sets up the user's second factor in three steps: the password, the authenticator app, the recovery codes.
 * @param onClose whether the second factor is in force
 */
export function SetUpSecondFactor({ onClose }: { onClose: (done: boolean) => void }) {
  const text = useText();
  const [step, setStep] = useState<Step>({ name: 'prove' });
  const close = () => onClose(step.name === 'save');
  // The codes are shown once: neither Escape nor a click outside may lose them.
  const dismiss = step.name === 'save' ? undefined : close;
  return (
    <Modal title={text.secondFactor.setUpTitle} onClose={dismiss}>
      {step.name === 'prove' && <Prove onProved={(setup) => setStep({ name: 'scan', setup })} onCancel={close} />}
      {step.name === 'scan' && (
        <Scan setup={step.setup} onConfirmed={() => setStep({ name: 'save', setup: step.setup })} onCancel={close} />
      )}
      {step.name === 'save' && <SaveRecoveryCodes codes={step.setup.recovery_codes} onDone={close} />}
    </Modal>
  );
}

function Prove({ onProved, onCancel }: { onProved: (setup: SecondFactorSetup) => void; onCancel: () => void }) {
  const text = useText();
  const { api } = useSignedIn();
  const form = useForm({});
  const submit = async () => onProved(await api.setUpSecondFactor());
  return (
    <Form form={form} onSubmit={submit} submit={text.next} onCancel={onCancel}>
      <p className="muted">{text.secondFactor.setUpBody}</p>
    </Form>
  );
}

interface ScanProps {
  setup: SecondFactorSetup;
  onConfirmed: () => void;
  onCancel: () => void;
}

function Scan({ setup, onConfirmed, onCancel }: ScanProps) {
  const { fieldErrors, secondFactor: labels } = useText();
  const { api } = useSignedIn();
  const form = useForm({ code: '' }, ({ code }) => ({ code: blankError(code, fieldErrors.codeMissing) }));
  const submit = async () => {
    await api.confirmSecondFactor({ code: form.values.code.trim() });
    onConfirmed();
  };
  return (
    <Form form={form} onSubmit={submit} submit={labels.turnOn} onCancel={onCancel}>
      <p className="muted">{labels.scan}</p>
      <QrCode content={setup.otpauth_url} label={labels.qrCode} />
      <p className="muted">{labels.typeSecret}</p>
      <p className="secret row spread wrap">
        <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={setup.secret} />
      </p>
      <CodeField focused {...form.field('code')} hint={labels.confirmHint} />
    </Form>
  );
}

/** Blank modules around a QR code, which readers need. */
const QUIET_ZONE = 4;

/** Black on white in every color scheme, because readers expect that. Without its encoder the key can still be typed. */
function QrCode({ content, label }: { content: string; label: string }) {
  const encoder = useFetch(useCallback(() => import('uqr'), []));
  if (encoder.value === undefined) return <div className="qr-code" />;
  const { data, size } = encoder.value.encode(content, { border: QUIET_ZONE });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}

/** Shows recovery codes, which are shown this once. */
export function SaveRecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = useText();
  const labels = text.secondFactor;
  const asText = `${codes.join('\n')}\n`;
  return (
    <>
      <p className="muted">{labels.saveCodes}</p>
      <ul className="recovery-codes" aria-label={labels.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={asText} />
        <a
          className="button button-ghost"
          href={`data:text/plain,${encodeURIComponent(asText)}`}
          download="ownvoice-recovery-codes.txt"
        >
          <Icon name="download" />
          {text.download}
        </a>
      </div>
      <div className="row end">
        <Button variant="primary" onClick={onDone}>
          {labels.codesSaved}
        </Button>
      </div>
    </>
  );
}
