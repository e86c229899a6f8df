import type { UpdateUserBody, User } from '@ownvoice/shared/contract';
import { Form, useForm } from '../../interface/form.js';
import { SuccessNotice } from '../../interface/notice.js';
import { useFormat, useMessage } from '../../language/language-provider.js';
import { CurrentPasswordField, EmailField, NewPasswordField, UsernameField } from '../account-fields.js';
import { Section } from '../account-section.js';
import { emailError, newPasswordError, usernameError } from '../field-rules.js';
import { hrefOf, useRoute } from '../route.js';
import { useSignedIn } from '../session.js';
import { type AccountsText, useText } from '../text.js';
import { ApiKeys } from './api-keys.js';
import { LinkedIdentities } from './identities.js';
import { Passkeys } from './passkeys.js';
import { SecondFactor } from './second-factor.js';
import { Sessions } from './sessions.js';

export function AccountPage() {
  const text = useText();
  const format = useFormat();
  const { hasTakenOver, setupRequired, user } = useSignedIn();
  const { parameters } = useRoute();
  return (
    <>
      <p className="muted wrap">
        {text.account.lead({ username: user.username, day: format.day(user.created_at), role: text.roles[user.role] })}
      </p>
      <SuccessNotice>{hasTakenOver && text.account.takenOver}</SuccessNotice>
      {parameters.has('first') && <FirstSteps />}
      {setupRequired ? (
        <SecondFactor />
      ) : (
        <div className="cards">
          <div className="waits">
            <Profile />
            <Password />
            <SecondFactor />
          </div>
          <div className="waits">
            <Passkeys />
            <ApiKeys userId={user.id} />
            <LinkedIdentities userId={user.id} />
            <Sessions />
          </div>
        </div>
      )}
    </>
  );
}

/** Where an administrator who has just set the server up may want to go. */
function FirstSteps() {
  const labels = useText().account.firstSteps;
  const { mode, speechUrl } = useSignedIn().info;
  const link = (label: string, href: string | undefined) =>
    href !== undefined && (
      <a className="button button-secondary" href={href}>
        {label}
      </a>
    );
  return (
    <Section title={labels.title}>
      <div className="row">
        {link(labels.speak, speechUrl)}
        {link(labels.invite, mode === 'single-user' ? undefined : hrefOf('users'))}
        {link(labels.install, speechUrl)}
      </div>
    </Section>
  );
}

/** The form values of an account that can be changed. */
export const profileOf = ({ username, email }: User) => ({ username, email: email ?? '' });
type Profile = ReturnType<typeof profileOf>;

/** Checks the values that differ from the account's. */
export const profileErrors = (user: User, { username, email }: Profile, text: AccountsText) => ({
  ...(username !== user.username && { username: usernameError(username, text) }),
  ...(email !== (user.email ?? '') && { email: emailError(email, text) }),
});

/** The request that changes the account, without what stays as it is. */
export const changeOf = (user: User, { username, email }: Profile): UpdateUserBody => ({
  ...(username !== user.username && { username }),
  ...(email !== (user.email ?? '') && { email: email === '' ? null : email }),
});

function Profile() {
  const text = useText();
  const { api, update, user } = useSignedIn();
  const form = useForm(profileOf(user), (values) => profileErrors(user, values, text));
  const [success, showSuccess] = useMessage<AccountsText>();
  const change = changeOf(user, form.values);

  const submit = async () => {
    if (Object.keys(change).length === 0) return showSuccess(({ account }) => account.unchanged);
    const updated = await api.updateUser(user.id, change);
    update({ user: updated });
    form.set(profileOf(updated));
    showSuccess(({ account }) => account.saved);
  };

  return (
    <Section title={text.account.profile}>
      <Form form={form} onAttempt={showSuccess} onSubmit={submit} submit={text.account.save}>
        <SuccessNotice>{success}</SuccessNotice>
        <UsernameField {...form.field('username')} />
        <EmailField {...form.field('email')} />
      </Form>
    </Section>
  );
}

function Password() {
  const text = useText();
  const { api, info, startSession } = useSignedIn();
  const empty = { current_password: '', new_password: '' };
  const form = useForm(empty, ({ current_password, new_password }) => ({
    new_password:
      newPasswordError(new_password, text) ??
      (new_password === current_password ? text.fieldErrors.samePassword : undefined),
  }));
  const [success, showSuccess] = useMessage<AccountsText>();

  const submit = async () => {
    const { current_password, new_password } = form.values;
    const proof = current_password === '' ? {} : { current_password };
    startSession(await api.changePassword({ ...proof, new_password }));
    form.set(empty);
    showSuccess(({ account }) => account.passwordChanged);
  };

  return (
    <Section title={text.account.password}>
      <p className="muted">{text.account.passwordBody}</p>
      <Form form={form} onAttempt={showSuccess} onSubmit={submit} submit={text.account.changePassword}>
        <SuccessNotice>{success}</SuccessNotice>
        <CurrentPasswordField
          {...form.field('current_password')}
          hint={info.oauth_providers.length > 0 && text.account.noPasswordHint}
        />
        <NewPasswordField name="new_password" {...form.field('new_password')} />
      </Form>
    </Section>
  );
}
