import type { Role, UpdateUserBody, User } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { SelectField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { Confirm, Modal } from '../../interface/modal.js';
import { ErrorNotice } from '../../interface/notice.js';
import type { Message } from '../../language/message.js';
import { useSignedIn } from '../session.js';
import { type AccountsText, useText } from '../text.js';
import { useFieldFaults } from '../use-field-faults.js';
import { useSubmission } from '../use-submission.js';
import { CurrentPasswordField, EmailField, NewPasswordField, UsernameField } from './account-fields.js';
import { LinkedIdentities } from './identities.js';
import { EMPTY_ACCOUNT, NewAccountFields, toRequestBody, useNewAccountFaults } from './new-account-fields.js';
import { UserSecurity } from './user-security.js';

/** The open dialog. */
export type UserDialog = { kind: 'create' } | { kind: 'edit' | 'reset' | 'delete'; user: User };

interface DialogProps {
  /** Called with a success message. */
  onDone: (message: Message<AccountsText>) => void;
  onClose: () => void;
}

function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const text = useText();
  return (
    <SelectField
      label={text.fields.role}
      name="role"
      value={role}
      onChange={(event) => onChange(event.target.value as Role)}
    >
      <option value="user">{text.roles.user}</option>
      <option value="admin">{text.roles.admin}</option>
    </SelectField>
  );
}

function DialogActions({ submit, busy, onClose }: { submit: string; busy: boolean; onClose: () => void }) {
  const text = useText();
  return (
    <div className="actions">
      <Button onClick={onClose}>{text.cancel}</Button>
      <Button variant="primary" type="submit" busy={busy}>
        {submit}
      </Button>
    </div>
  );
}

export function CreateUser({ onDone, onClose }: DialogProps) {
  const text = useText();
  const { api } = useSignedIn();
  const [account, setAccount] = useState(EMPTY_ACCOUNT);
  const [role, setRole] = useState<Role>('user');
  const form = useSubmission(useNewAccountFaults(account));
  const submit = () =>
    form.submit(async () => {
      const user = await api.createUser({ ...toRequestBody(account), role });
      onDone(({ users }) => users.created({ username: user.username }));
    });
  return (
    <Modal open title={text.users.createTitle} closeLabel={text.close} onClose={onClose}>
      <Form onSubmit={submit} attempt={form.attempt}>
        <ErrorNotice error={form.error} />
        <NewAccountFields own={false} value={account} errors={form.fields} onChange={setAccount} />
        <RoleField role={role} onChange={setRole} />
        <DialogActions submit={text.users.createSubmit} busy={form.busy} onClose={onClose} />
      </Form>
    </Modal>
  );
}

export function EditUser({ user, onDone, onClose }: DialogProps & { user: User }) {
  const text = useText();
  const { api, updateUser, user: me } = useSignedIn();
  const [username, setUsername] = useState(user.username);
  const [email, setEmail] = useState(user.email ?? '');
  const [role, setRole] = useState<Role>(user.role);
  const [currentPassword, setCurrentPassword] = useState('');
  const emailChanges = email !== (user.email ?? '');
  const needsProof = emailChanges && user.id === me.id;
  const faults = useFieldFaults();
  const form = useSubmission({
    ...(username !== user.username && { username: faults.username(username) }),
    ...(emailChanges && { email: faults.email(email) }),
  });
  const submit = () =>
    form.submit(async () => {
      const change: UpdateUserBody = {
        ...(username === user.username ? {} : { username }),
        ...(emailChanges ? { email: email === '' ? null : email } : {}),
        ...(role === user.role ? {} : { role }),
      };
      if (Object.keys(change).length === 0) return onClose();
      const proof = needsProof && currentPassword !== '' ? { current_password: currentPassword } : {};
      const updated = await api.updateUser(user.id, { ...change, ...proof });
      if (updated.id === me.id) updateUser(updated);
      onDone(({ users }) => users.saved({ username: updated.username }));
    });
  return (
    <Modal open title={text.users.editTitle({ username: user.username })} closeLabel={text.close} onClose={onClose}>
      <Form onSubmit={submit} attempt={form.attempt}>
        <ErrorNotice error={form.error} />
        <UsernameField own={false} value={username} error={form.fields.username} onChange={setUsername} />
        <EmailField own={false} value={email} error={form.fields.email} onChange={setEmail} />
        {needsProof && (
          <CurrentPasswordField
            hint={text.fields.currentPasswordHint}
            value={currentPassword}
            error={form.fields.current_password}
            onChange={setCurrentPassword}
          />
        )}
        <RoleField role={role} onChange={setRole} />
        <DialogActions submit={text.users.editSubmit} busy={form.busy} onClose={onClose} />
      </Form>
      <LinkedIdentities in="dialog" userId={user.id} />
      {user.id !== me.id && <UserSecurity user={user} />}
    </Modal>
  );
}

export function ResetPassword({ user, onDone, onClose }: DialogProps & { user: User }) {
  const text = useText();
  const { api, info } = useSignedIn();
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState(user.email ?? '');
  const faults = useFieldFaults();
  const form = useSubmission({ new_password: faults.newPassword(password), email: faults.email(email) });
  const hasProviders = info.oauth_providers.length > 0;
  const submit = () =>
    form.submit(async () => {
      await api.resetPassword({ user_id: user.id, new_password: password, email: email === '' ? null : email });
      onDone(({ users }) => users.resetDone({ username: user.username }));
    });
  return (
    <Modal open title={text.users.resetTitle({ username: user.username })} closeLabel={text.close} onClose={onClose}>
      <p className="modal-text">
        {text.users.resetBody} {hasProviders && text.users.resetUnlinks} {text.users.resetHandOver}
      </p>
      <Form onSubmit={submit} attempt={form.attempt}>
        <ErrorNotice error={form.error} />
        <NewPasswordField
          name="new_password"
          value={password}
          error={form.fields.new_password}
          onChange={setPassword}
        />
        <EmailField
          own={false}
          {...(hasProviders && { hint: text.users.resetEmailHint })}
          value={email}
          error={form.fields.email}
          onChange={setEmail}
        />
        <DialogActions submit={text.users.resetSubmit} busy={form.busy} onClose={onClose} />
      </Form>
    </Modal>
  );
}

export function DeleteUser({ user, onDone, onClose }: DialogProps & { user: User }) {
  const text = useText();
  const { api, endSession, user: me } = useSignedIn();
  const form = useSubmission();
  const isOwn = user.id === me.id;
  const remove = () =>
    form.submit(async () => {
      await api.deleteUser(user.id);
      if (isOwn) endSession();
      else onDone(({ users }) => users.deleted({ username: user.username }));
    });
  return (
    <Confirm
      open
      title={isOwn ? text.users.deleteOwnTitle : text.users.deleteTitle({ username: user.username })}
      description={isOwn ? text.users.deleteOwnBody : text.users.deleteBody}
      confirm={text.users.deleteSubmit}
      cancel={text.cancel}
      busy={form.busy}
      onConfirm={remove}
      onClose={onClose}
    >
      <ErrorNotice error={form.error} />
    </Confirm>
  );
}
