import type { ResetLink, Role, User } from '@ownvoice/shared/contract';
import { useCallback, useState } from 'react';
import { Button } from '../../interface/button.js';
import { Modal } from '../../interface/dialog.js';
import { Form, useForm } from '../../interface/form.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { EmailField, RoleField, UsernameField } from '../account-fields.js';
import { EntryList, Section, ShownOnce } from '../account-section.js';
import { emailError, usernameError } from '../field-rules.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';

/** The invitations that nobody has accepted, and a new one. */
export function Invitations() {
  const text = useText();
  const labels = text.links;
  const format = useFormat();
  const { api } = useSignedIn();
  const list = useFetch(api.invitations);
  const [isInviting, setIsInviting] = useState(false);
  return (
    <Section title={labels.invitations} busy={list.pending}>
      <p className="muted">{labels.invitationsBody}</p>
      <EntryList
        list={list}
        entries={list.value?.invitations}
        show={({ id, username, email, role, expires_at }) => ({
          key: id,
          name: username ?? email ?? labels.anybody,
          detail: `${text.roles[role]} · ${labels.until({ at: format.dateTime(expires_at) })}`,
        })}
        text={labels.removal}
        remove={({ id }) => api.deleteInvitation(id)}
      />
      <div className="row">
        <Button onClick={() => setIsInviting(true)}>{labels.invite}</Button>
      </div>
      {isInviting && (
        <Invite
          onDone={() => {
            setIsInviting(false);
            list.reload();
          }}
        />
      )}
    </Section>
  );
}

function Invite({ onDone }: { onDone: () => void }) {
  const text = useText();
  const { api } = useSignedIn();
  const [link, setLink] = useState<ResetLink>();
  const form = useForm({ username: '', email: '', role: 'user' as Role }, ({ username, email }) => ({
    username: username === '' ? undefined : usernameError(username, text),
    email: emailError(email, text),
  }));
  const submit = async () => {
    const { username, email, role } = form.values;
    setLink(await api.invite({ ...(username !== '' && { username }), ...(email !== '' && { email }), role }));
  };
  return (
    <Modal title={text.links.invite} onClose={link === undefined ? onDone : undefined}>
      {link === undefined ? (
        <Form form={form} onSubmit={submit} submit={text.links.create} onCancel={onDone}>
          <UsernameField own={false} {...form.field('username')} hint={text.links.usernameHint} />
          <EmailField own={false} {...form.field('email')} />
          <RoleField {...form.field('role')} />
        </Form>
      ) : (
        <LinkToCopy link={link} onDone={onDone} />
      )}
    </Modal>
  );
}

function LinkToCopy({ link, onDone }: { link: ResetLink; onDone: () => void }) {
  const labels = useText().links;
  const format = useFormat();
  const note = labels.shownOnce({ at: format.dateTime(link.expires_at) });
  return <ShownOnce note={note} secret={link.url} done={labels.copied} onDone={onDone} />;
}

/** A link by which a user sets a new password. */
export function CreateResetLink({ user, onClose }: { user: User; onClose: () => void }) {
  const labels = useText().links;
  const { api } = useSignedIn();
  const [link, setLink] = useState<ResetLink>();
  const form = useForm({});
  const submit = useCallback(async () => setLink(await api.resetLink(user.id)), [api, user.id]);
  return (
    <Modal title={labels.resetTitle({ username: user.username })} onClose={link === undefined ? onClose : undefined}>
      {link === undefined ? (
        <Form form={form} onSubmit={submit} submit={labels.create} onCancel={onClose}>
          <p className="muted">{labels.resetBody}</p>
        </Form>
      ) : (
        <LinkToCopy link={link} onDone={onClose} />
      )}
    </Modal>
  );
}
