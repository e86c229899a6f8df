import type { Role, User } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { ConfirmAction, Modal } from '../../interface/dialog.js';
import { SelectField } from '../../interface/field.js';
import { Form, useForm } from '../../interface/form.js';
import { SuccessNotice } from '../../interface/notice.js';
import { type Message, useMessage } from '../../language/language-provider.js';
import { EmailField, NewPasswordField, RoleField, UsernameField } from '../account-fields.js';
import { Section } from '../account-section.js';
import { emailError, newPasswordError } from '../field-rules.js';
import { useSignedIn } from '../session.js';
import { type AccountsText, useText } from '../text.js';
import { changeOf, profileErrors, profileOf } from './account-page.js';
import { ApiKeys } from './api-keys.js';
import { LinkedIdentities } from './identities.js';
import { NEW_ACCOUNT, NewAccountFields, newAccountErrors, toRequestBody } from './new-account-form.js';

/** The open dialog. */
export type UserDialog = { kind: 'create' } | { kind: 'edit' | 'reset' | 'resetLink' | 'delete'; user: User };

interface DialogProps {
  /** Called with a success message. */
  onDone: (message: Message<AccountsText>) => void;
  onClose: () => void;
}

export function CreateUser({ onDone, onClose }: DialogProps) {
  const text = useText();
  const { api } = useSignedIn();
  const form = useForm({ ...NEW_ACCOUNT, role: 'user' as Role }, (account) => newAccountErrors(account, text));
  const submit = async () => {
    const user = await api.createUser({ ...toRequestBody(form.values), role: form.values.role });
    onDone(({ users }) => users.created({ username: user.username }));
  };
  return (
    <Modal title={text.users.createTitle} onClose={onClose}>
      <Form form={form} onSubmit={submit} submit={text.users.createSubmit} onCancel={onClose}>
        <NewAccountFields own={false} form={form} />
        <RoleField {...form.field('role')} />
      </Form>
    </Modal>
  );
}

export function EditUser({ user, onDone, onClose }: DialogProps & { user: User }) {
  const text = useText();
  const { api, update, user: me } = useSignedIn();
  const initial = { ...profileOf(user), role: user.role, status: user.suspended ? 'suspended' : 'active' };
  const form = useForm(initial, (values) => profileErrors(user, values, text));
  const { role, status } = form.values;
  const suspended = status === 'suspended';
  const isPromotion = role === 'admin' && user.role !== 'admin';
  const change = {
    ...changeOf(user, form.values),
    // Who promotes vouches for the address that is shown, or has emptied it.
    ...(isPromotion && { email: form.values.email === '' ? null : form.values.email }),
    ...(role !== user.role && { role }),
    ...(suspended !== (user.suspended ?? false) && { suspended }),
  };
  const submit = async () => {
    if (Object.keys(change).length === 0) return onClose();
    const updated = await api.updateUser(user.id, change);
    if (updated.id === me.id) update({ user: updated });
    onDone(({ users }) => users.saved({ username: updated.username }));
  };
  return (
    <Modal title={text.users.editTitle({ username: user.username })} onClose={onClose}>
      <Form form={form} onSubmit={submit} submit={text.users.editSubmit} onCancel={onClose}>
        <UsernameField own={false} {...form.field('username')} />
        <EmailField own={false} {...form.field('email')} />
        <RoleField {...form.field('role')} />
        {isPromotion && <p className="muted">{text.users.promotion}</p>}
        {user.id !== me.id && (
          <SelectField {...form.field('status')} label={text.users.status}>
            <option value="active">{text.users.active}</option>
            <option value="suspended">{text.users.suspended}</option>
          </SelectField>
        )}
      </Form>
      <LinkedIdentities in="dialog" userId={user.id} />
      <ApiKeys in="dialog" userId={user.id} />
      {user.id !== me.id && <LostDevice user={user} />}
    </Modal>
  );
}

type Factor = 'secondFactor' | 'passkeys';

/** Removes the second factor or the passkeys of a user who lost the device with them. */
function LostDevice({ user }: { user: User }) {
  const labels = useText().userSecurity;
  const { api } = useSignedIn();
  const [confirming, setConfirming] = useState<Factor>();
  const [success, showSuccess] = useMessage<AccountsText>();
  const remove = async (factor: Factor) => {
    await (factor === 'secondFactor' ? api.removeSecondFactor(user.id) : api.removePasskeys(user.id));
    setConfirming(undefined);
    showSuccess(({ userSecurity }) => userSecurity[factor].removed);
  };
  const open = (factor: Factor) => {
    showSuccess();
    setConfirming(factor);
  };
  return (
    <Section in="dialog" title={labels.title}>
      <p className="muted">{labels.body}</p>
      <SuccessNotice>{success}</SuccessNotice>
      <div className="row">
        <Button onClick={() => open('secondFactor')}>{labels.secondFactor.remove}</Button>
        <Button onClick={() => open('passkeys')}>{labels.passkeys.remove}</Button>
      </div>
      {confirming !== undefined && (
        <ConfirmAction
          title={labels[confirming].title({ username: user.username })}
          description={labels[confirming].body}
          confirm={labels[confirming].remove}
          onConfirm={() => remove(confirming)}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </Section>
  );
}

export function ResetPassword({ user, onDone, onClose }: DialogProps & { user: User }) {
  const text = useText();
  const labels = text.users;
  const { api, info } = useSignedIn();
  const form = useForm({ new_password: '', email: user.email ?? '' }, ({ new_password, email }) => ({
    new_password: newPasswordError(new_password, text),
    email: emailError(email, text),
  }));
  const hasProviders = info.oauth_providers.length > 0;
  const submit = async () => {
    const { new_password, email } = form.values;
    await api.resetPassword({ user_id: user.id, new_password, email: email === '' ? null : email });
    onDone(({ users }) => users.resetDone({ username: user.username }));
  };
  return (
    <Modal title={labels.resetTitle({ username: user.username })} onClose={onClose}>
      <p className="muted">
        {labels.resetBody} {hasProviders && labels.resetUnlinks} {labels.resetHandOver}
      </p>
      <Form form={form} onSubmit={submit} submit={labels.resetSubmit} onCancel={onClose}>
        <NewPasswordField own={false} name="new_password" {...form.field('new_password')} />
        <EmailField own={false} {...form.field('email')} hint={hasProviders && labels.resetEmailHint} />
      </Form>
    </Modal>
  );
}

export function DeleteUser({ user, onDone, onClose }: DialogProps & { user: User }) {
  const labels = useText().users;
  const { api, endSession, user: me } = useSignedIn();
  const isOwn = user.id === me.id;
  const remove = async () => {
    await api.deleteUser(user.id);
    if (isOwn) endSession();
    else onDone(({ users }) => users.deleted({ username: user.username }));
  };
  return (
    <ConfirmAction
      title={isOwn ? labels.deleteOwnTitle : labels.deleteTitle({ username: user.username })}
      description={isOwn ? labels.deleteOwnBody : labels.deleteBody}
      confirm={labels.deleteSubmit}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
