import type { Invitation, ResetLink, Role, User } from '@ownvoice/shared/contract';
import { useCallback, useState } from 'react';
import { Button } from '../../interface/button.js';
import { Modal } from '../../interface/dialog.js';
import { Form, useForm } from '../../interface/form.js';
import { FetchError } from '../../interface/notice.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { EmailField, FormActions, UsernameField } from '../account-fields.js';
import { ConfirmAction, Entry, Section } from '../account-section.js';
import { emailError, usernameError } from '../field-rules.js';
import { useSignedIn } from '../session.js';
import { ShownOnce } from '../shown-once.js';
import { useText } from '../text.js';
import { RoleField } from './role-field.js';

/** The invitations that nobody has accepted, and a new one. */
export function Invitations() {
  const text = useText();
  const labels = text.links;
  const format = useFormat();
  const { api } = useSignedIn();
  const list = useFetch(api.invitations);
  const [dialog, setDialog] = useState<'invite' | Invitation>();
  const done = () => {
    setDialog(undefined);
    list.reload();
  };
  const nameOf = ({ username, email }: Invitation) => username ?? email ?? labels.anybody;
  return (
    <Section title={labels.invitations}>
      <p className="muted">{labels.invitationsBody}</p>
      <FetchError {...list} />
      <ul className="stack">
        {list.value?.invitations.map((invitation) => (
          <Entry
            key={invitation.id}
            title={nameOf(invitation)}
            detail={`${text.roles[invitation.role]} · ${labels.until({ at: format.dateTime(invitation.expires_at) })}`}
          >
            <Button
              aria-label={labels.withdrawLabel({ name: nameOf(invitation) })}
              onClick={() => setDialog(invitation)}
            >
              {labels.withdraw}
            </Button>
          </Entry>
        ))}
      </ul>
      <div className="row">
        <Button onClick={() => setDialog('invite')}>{labels.invite}</Button>
      </div>
      {dialog === 'invite' && <Invite onDone={done} />}
      {typeof dialog === 'object' && (
        <ConfirmAction
          title={labels.withdrawTitle({ name: nameOf(dialog) })}
          description={labels.withdrawBody}
          confirm={labels.withdraw}
          onConfirm={async () => {
            await api.deleteInvitation(dialog.id);
            done();
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Section>
  );
}

function Invite({ onDone }: { onDone: () => void }) {
  const text = useText();
  const { api } = useSignedIn();
  const [link, setLink] = useState<ResetLink>();
  const [role, setRole] = useState<Role>('user');
  const form = useForm({ username: '', email: '' }, ({ username, email }) => ({
    username: username === '' ? undefined : usernameError(username, text),
    email: emailError(email, text),
  }));
  const submit = () =>
    form.submit(async () => {
      const { username, email } = form.values;
      setLink(await api.invite({ ...(username !== '' && { username }), ...(email !== '' && { email }), role }));
    });
  return (
    <Modal title={text.links.invite} onClose={link === undefined ? onDone : undefined}>
      {link === undefined ? (
        <Form form={form} onSubmit={submit}>
          <UsernameField own={false} {...form.field('username')} hint={text.links.usernameHint} />
          <EmailField own={false} {...form.field('email')} />
          <RoleField role={role} onChange={setRole} />
          <FormActions submit={text.links.create} busy={form.busy} onCancel={onDone} />
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
  return (
    <>
      <ShownOnce note={labels.shownOnce({ at: format.dateTime(link.expires_at) })} secret={link.url} />
      <div className="row end">
        <Button variant="primary" onClick={onDone}>
          {labels.copied}
        </Button>
      </div>
    </>
  );
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
        <Form form={form} onSubmit={() => form.submit(submit)}>
          <p className="muted">{labels.resetBody}</p>
          <FormActions submit={labels.create} busy={form.busy} onCancel={onClose} />
        </Form>
      ) : (
        <LinkToCopy link={link} onDone={onClose} />
      )}
    </Modal>
  );
}
