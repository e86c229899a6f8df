import type { Passkey } from '@ownvoice/shared/contract';
import { useCallback, useState } from 'react';
import { Button } from '../../interface/button.js';
import { Modal } from '../../interface/dialog.js';
import { TextField } from '../../interface/field.js';
import { Form, useForm } from '../../interface/form.js';
import { FetchError } from '../../interface/notice.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { FormActions } from '../account-fields.js';
import { ConfirmAction, Entry, Section } from '../account-section.js';
import { addPasskey, canUsePasskeys } from '../passkey.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';

/** The user's own passkeys: listed, added and removed. */
export function Passkeys() {
  const labels = useText().passkeys;
  const format = useFormat();
  const { api } = useSignedIn();
  const list = useFetch(useCallback((signal: AbortSignal) => api.passkeys(signal), [api]));
  const [dialog, setDialog] = useState<'add' | Passkey>();
  const close = () => setDialog(undefined);
  const done = () => {
    close();
    list.reload();
  };
  return (
    <Section title={labels.title}>
      <p className="muted">{labels.body}</p>
      <FetchError {...list} />
      <ul className="stack">
        {list.value?.passkeys.map((passkey) => {
          const { name, last_used_at: used } = passkey;
          const added = format.day(passkey.created_at);
          const detail = used === null ? labels.added({ added }) : labels.used({ added, used: format.day(used) });
          return (
            <Entry key={passkey.id} title={name} detail={detail}>
              <Button aria-label={labels.removeLabel({ name })} onClick={() => setDialog(passkey)}>
                {labels.remove}
              </Button>
            </Entry>
          );
        })}
      </ul>
      {canUsePasskeys() ? (
        <div className="row">
          <Button onClick={() => setDialog('add')}>{labels.add}</Button>
        </div>
      ) : (
        <p className="muted">{labels.unsupported}</p>
      )}
      {dialog === 'add' && <AddPasskey onDone={done} onClose={close} />}
      {typeof dialog === 'object' && (
        <ConfirmAction
          title={labels.removeTitle({ name: dialog.name })}
          description={labels.removeBody}
          confirm={labels.remove}
          onConfirm={async () => {
            await api.removePasskey(dialog.id);
            done();
          }}
          onClose={close}
        />
      )}
    </Section>
  );
}

function AddPasskey({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const text = useText();
  const { api } = useSignedIn();
  const form = useForm({ name: '' });
  const submit = () =>
    form.submit(async () => {
      await addPasskey(api, form.values.name.trim());
      onDone();
    });
  return (
    <Modal title={text.passkeys.addTitle} onClose={onClose}>
      <Form form={form} onSubmit={submit}>
        <TextField
          {...form.field('name')}
          label={text.passkeys.name}
          hint={text.passkeys.nameHint}
          name="name"
          autoComplete="off"
          maxLength={64}
        />
        <FormActions submit={text.next} busy={form.busy} onCancel={onClose} />
      </Form>
    </Modal>
  );
}
