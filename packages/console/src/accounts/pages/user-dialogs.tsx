import type { Role, UpdateUserBody, User } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { PasswordField, SelectField, TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { Confirm, Modal } from '../../interface/modal.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';
import { CurrentPasswordField } from './current-password-field.js';
import { Identities } from './identities.js';
import { EMPTY_ACCOUNT, NewAccountFields, toRequestBody } from './new-account-fields.js';
import { PasswordRules } from './password-rules.js';

/** The open dialog. */
export type UserDialog = { kind: 'create' } | { kind: 'edit' | 'reset' | 'delete'; user: User };

interface DialogProps {
  /** Called with a success message. */
  onDone: (message: string) => void;
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
  const action = useAction();
  const [account, setAccount] = useState(EMPTY_ACCOUNT);
  const [role, setRole] = useState<Role>('user');
  const submit = () =>
    action.run(async () => {
      const user = await api.createUser({ ...toRequestBody(account), role });
      onDone(text.users.created({ username: user.username }));
    });
  return (
    <Modal open title={text.users.createTitle} closeLabel={text.close} onClose={onClose}>
      <Form onSubmit={submit}>
        <ErrorNotice error={action.error} />
        <NewAccountFields own={false} value={account} onChange={setAccount} />
        <RoleField role={role} onChange={setRole} />
        <DialogActions submit={text.users.createSubmit} busy={action.busy} onClose={onClose} />
      </Form>
    </Modal>
  );
}

export function EditUser({ user, onDone, onClose }: DialogProps & { user: User }) {
  const text = useText();
  const { api, updateUser, user: me } = useSignedIn();
  const action = useAction();
  const [username, setUsername] = useState(user.username);
  const [email, setEmail] = useState(user.email ?? '');
  const [role, setRole] = useState<Role>(user.role);
  const [currentPassword, setCurrentPassword] = useState('');
  const emailChanges = email !== (user.email ?? '');
  const needsProof = emailChanges && user.id === me.id;
  const submit = () =>
    action.run(async () => {
      const change: UpdateUserBody = {
        ...(username === user.username ? {} : { username }),
        ...(emailChanges ? { email: email === '' ? null : email } : {}),
        ...(role === user.role ? {} : { role }),
      };
      if (Object.keys(change).length === 0) return onClose();
      const proof = needsProof && currentPassword !== '' ? { current_password: currentPassword } : {};
      const updated = await api.updateUser(user.id, { ...change, ...proof });
      if (updated.id === me.id) updateUser(updated);
      onDone(text.users.saved({ username: updated.username }));
    });
  return (
    <Modal open title={text.users.editTitle({ username: user.username })} closeLabel={text.close} onClose={onClose}>
      <Form onSubmit={submit}>
        <ErrorNotice error={action.error} />
        <TextField
          label={text.fields.username}
          hint={text.fields.usernameHint}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <TextField
          label={text.fields.email}
          name="email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        {needsProof && <CurrentPasswordField value={currentPassword} onChange={setCurrentPassword} />}
        <RoleField role={role} onChange={setRole} />
        <DialogActions submit={text.users.editSubmit} busy={action.busy} onClose={onClose} />
      </Form>
      <h3>{text.account.identities}</h3>
      <Identities userId={user.id} />
    </Modal>
  );
}

export function ResetPassword({ user, onDone, onClose }: DialogProps & { user: User }) {
  const text = useText();
  const { api } = useSignedIn();
  const action = useAction();
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState(user.email ?? '');
  const submit = () =>
    action.run(async () => {
      await api.resetPassword({ user_id: user.id, new_password: password, email: email === '' ? null : email });
      onDone(text.users.resetDone({ username: user.username }));
    });
  return (
    <Modal open title={text.users.resetTitle({ username: user.username })} closeLabel={text.close} onClose={onClose}>
      <p className="modal-text">{text.users.resetBody}</p>
      <Form onSubmit={submit}>
        <ErrorNotice error={action.error} />
        <PasswordField
          label={text.fields.newPassword}
          hint={<PasswordRules password={password} />}
          toggle={text.fields.passwordToggle}
          name="new_password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label={text.fields.email}
          hint={text.users.resetEmailHint}
          name="email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <DialogActions submit={text.users.resetSubmit} busy={action.busy} onClose={onClose} />
      </Form>
    </Modal>
  );
}

export function DeleteUser({ user, onDone, onClose }: DialogProps & { user: User }) {
  const text = useText();
  const { api, endSession, user: me } = useSignedIn();
  const action = useAction();
  const remove = () =>
    action.run(async () => {
      await api.deleteUser(user.id);
      if (user.id === me.id) endSession();
      else onDone(text.users.deleted({ username: user.username }));
    });
  return (
    <Confirm
      open
      title={text.users.deleteTitle({ username: user.username })}
      description={text.users.deleteBody}
      confirm={text.users.deleteSubmit}
      cancel={text.cancel}
      busy={action.busy}
      onConfirm={remove}
      onClose={onClose}
    >
      <ErrorNotice error={action.error} />
    </Confirm>
  );
}
