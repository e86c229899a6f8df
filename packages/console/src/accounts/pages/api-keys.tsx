import type { NewApiKey } from '@ownvoice/shared/contract';
import { useCallback, useState } from 'react';
import { Button } from '../../interface/button.js';
import { ConfirmAction, Modal } from '../../interface/dialog.js';
import { SelectField } from '../../interface/field.js';
import { Form, useForm } from '../../interface/form.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';

import { NameField } from '../account-fields.js';
import { EntryList, Section, ShownOnce } from '../account-section.js';
import { blankError } from '../field-rules.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';

const LIFETIMES = ['30d', '90d', '365d', 'never'] as const;

/** The API keys of an account, one's own or, in an administrator's dialog, another's. */
export function ApiKeys({ userId, in: place = 'page' }: { userId: string; in?: 'page' | 'dialog' }) {
  const labels = useText().keys;
  const format = useFormat();
  const { api } = useSignedIn();
  const list = useFetch(useCallback((signal: AbortSignal) => api.keys(userId, signal), [api, userId]));
  const [dialog, setDialog] = useState<'create' | 'all'>();
  const keys = list.value?.keys ?? [];
  const done = () => {
    setDialog(undefined);
    list.reload();
  };
  if (place === 'dialog' && keys.length === 0) return <div aria-busy={list.pending} />;
  return (
    <Section in={place} title={labels.title} busy={list.pending}>
      {place === 'page' && <p className="muted">{labels.body}</p>}
      <EntryList
        list={list}
        entries={keys}
        show={({ id, name, prefix, last_used_at, expires_at }) => {
          const used = last_used_at === null ? labels.unused : labels.used({ day: format.day(last_used_at) });
          const ends = expires_at === null ? labels.endless : labels.ends({ day: format.day(expires_at) });
          return { key: id, name, title: `${name} · ${prefix}…`, detail: `${used} · ${ends}` };
        }}
        text={labels.removal}
        remove={({ id }) => api.deleteKey(userId, id)}
      />
      {place === 'page' && (
        <div className="row">
          <Button onClick={() => setDialog('create')}>{labels.create}</Button>
          {keys.length > 1 && <Button onClick={() => setDialog('all')}>{labels.deleteAll}</Button>}
        </div>
      )}
      {dialog === 'create' && <CreateKey onDone={done} />}
      {dialog === 'all' && (
        <ConfirmAction
          title={labels.deleteAllTitle}
          description={labels.removal.body}
          confirm={labels.removal.button}
          onConfirm={async () => {
            await api.deleteKeys();
            done();
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Section>
  );
}

function CreateKey({ onDone }: { onDone: () => void }) {
  const text = useText();
  const labels = text.keys;
  const { api } = useSignedIn();
  const [made, setMade] = useState<NewApiKey>();
  const form = useForm({ name: '', lifetime: '365d' }, ({ name }) => ({ name: blankError(name, labels.nameMissing) }));
  const submit = async () => {
    const { name, lifetime } = form.values;
    setMade(await api.createKey({ name, expires_in: lifetime === 'never' ? null : lifetime }));
  };
  return (
    <Modal title={labels.create} onClose={made === undefined ? onDone : undefined}>
      {made === undefined ? (
        <Form form={form} onSubmit={submit} submit={labels.create} onCancel={onDone}>
          <NameField {...form.field('name')} label={labels.name} hint={labels.nameHint} />
          <SelectField {...form.field('lifetime')} label={labels.lifetime}>
            {LIFETIMES.map((lifetime) => (
              <option key={lifetime} value={lifetime}>
                {labels.lifetimes[lifetime]}
              </option>
            ))}
          </SelectField>
        </Form>
      ) : (
        <ShownOnce note={labels.shownOnce} secret={made.key} done={labels.saved} onDone={onDone}>
          <p className="muted">{labels.paste({ address: `${window.location.origin}/v1` })}</p>
        </ShownOnce>
      )}
    </Modal>
  );
}
