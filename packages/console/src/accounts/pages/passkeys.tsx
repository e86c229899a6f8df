import type { Passkey } from '@ownvoice/shared/contract';
import { useCallback, useState } from 'react';
import { Button } from '../../interface/button.js';
import { TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { Confirm, Modal } from '../../interface/modal.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { addPasskey, canUsePasskeys } from '../passkey.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';
import { useSubmission } from '../use-submission.js';
import { CurrentPasswordField } from './account-fields.js';
import { Section } from './section.js';

/** The user's own passkeys: listed, added and removed. */
export function Passkeys() {
  const text = useText();
  const { api } = useSignedIn();
  const list = useFetch(useCallback((signal: AbortSignal) => api.passkeys(signal), [api]));
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const passkeys = list.value?.passkeys ?? [];
  const close = () => {
    setIsAdding(false);
    setRemoving(undefined);
  };
  const done = () => {
    close();
    list.reload();
  };
  return (
    <Section in="page" title={text.passkeys.title}>
      <p className="card-text">{text.passkeys.body}</p>
      <ErrorNotice error={list.error} action={<Button onClick={list.reload}>{text.retry}</Button>} />
      {passkeys.length > 0 && (
        <ul className="entries">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <div className="actions actions-start">
          <Button onClick={() => setIsAdding(true)}>{text.passkeys.add}</Button>
        </div>
      ) : (
        <p className="card-text">{text.passkeys.unsupported}</p>
      )}
      {isAdding && <AddPasskey onDone={done} onClose={close} />}
      {removing !== undefined && <RemovePasskey passkey={removing} onDone={done} onClose={close} />}
    </Section>
  );
}

function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const text = useText();
  const format = useFormat();
  const { name, last_used_at: used } = passkey;
  const added = format.day(passkey.created_at);
  return (
    <li className="entry">
      <div className="entry-text">
        <p>
          <bdi>{name}</bdi>
        </p>
        <p className="card-text">
          {used === null ? text.passkeys.added({ added }) : text.passkeys.used({ added, used: format.day(used) })}
        </p>
      </div>
      <Button aria-label={text.passkeys.removeLabel({ name })} onClick={onRemove}>
        {text.passkeys.remove}
      </Button>
    </li>
  );
}

interface DialogProps {
  onDone: () => void;
  onClose: () => void;
}

function AddPasskey({ onDone, onClose }: DialogProps) {
  const text = useText();
  const { api } = useSignedIn();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const form = useSubmission();
  const submit = () =>
    form.submit(async () => {
      await addPasskey(api, name.trim(), password === '' ? {} : { current_password: password });
      onDone();
    });
  return (
    <Modal open title={text.passkeys.addTitle} closeLabel={text.close} onClose={onClose}>
      <Form onSubmit={submit} attempt={form.attempt}>
        <ErrorNotice error={form.error} />
        <TextField
          label={text.passkeys.name}
          hint={text.passkeys.nameHint}
          error={form.fields.name}
          name="name"
          autoComplete="off"
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <CurrentPasswordField
          hint={text.fields.currentPasswordHint}
          value={password}
          error={form.fields.current_password}
          onChange={setPassword}
        />
        <div className="actions">
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" type="submit" busy={form.busy}>
            {text.next}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

function RemovePasskey({ passkey, onDone, onClose }: DialogProps & { passkey: Passkey }) {
  const text = useText();
  const { api } = useSignedIn();
  const [password, setPassword] = useState('');
  const form = useSubmission();
  const remove = () =>
    form.submit(async () => {
      await api.removePasskey(passkey.id, password === '' ? {} : { current_password: password });
      onDone();
    });
  return (
    <Confirm
      open
      title={text.passkeys.removeTitle({ name: passkey.name })}
      description={text.passkeys.removeBody}
      confirm={text.passkeys.remove}
      cancel={text.cancel}
      busy={form.busy}
      onConfirm={remove}
      onClose={onClose}
    >
      <ErrorNotice error={form.error} />
      <CurrentPasswordField
        hint={text.fields.currentPasswordHint}
        value={password}
        error={form.fields.current_password}
        onChange={setPassword}
      />
    </Confirm>
  );
}
