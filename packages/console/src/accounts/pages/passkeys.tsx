import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { Modal } from '../../interface/dialog.js';
import { Form, useForm } from '../../interface/form.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';

import { NameField } from '../account-fields.js';
import { EntryList, Section } from '../account-section.js';
import { addPasskey, canUsePasskeys } from '../passkey.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';

/** The user's own passkeys: listed, added and removed. */
export function Passkeys() {
  const labels = useText().passkeys;
  const format = useFormat();
  const { api } = useSignedIn();
  const list = useFetch(api.passkeys);
  const [isAdding, setIsAdding] = useState(false);
  const close = () => setIsAdding(false);
  return (
    <Section title={labels.title} busy={list.pending}>
      <p className="muted">{labels.body}</p>
      <EntryList
        list={list}
        entries={list.value?.passkeys}
        show={({ id, name, created_at, last_used_at: used }) => {
          const added = format.day(created_at);
          const detail = used === null ? labels.added({ added }) : labels.used({ added, used: format.day(used) });
          return { key: id, name, detail };
        }}
        text={labels.removal}
        remove={({ id }) => api.removePasskey(id)}
      />
      {canUsePasskeys() ? (
        <div className="row">
          <Button onClick={() => setIsAdding(true)}>{labels.add}</Button>
        </div>
      ) : (
        <p className="muted">{labels.unsupported}</p>
      )}
      {isAdding && (
        <AddPasskey
          onDone={() => {
            close();
            list.reload();
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
  const submit = async () => {
    await addPasskey(api, form.values.name.trim());
    onDone();
  };
  return (
    <Modal title={text.passkeys.addTitle} onClose={onClose}>
      <Form form={form} onSubmit={submit} submit={text.next} onCancel={onClose}>
        <NameField {...form.field('name')} label={text.passkeys.name} hint={text.passkeys.nameHint} />
      </Form>
    </Modal>
  );
}
