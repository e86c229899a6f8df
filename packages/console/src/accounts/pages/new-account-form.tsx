import type { Session } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { RequestError } from '../../http/request.js';
import { Button } from '../../interface/button.js';
import { TextField } from '../../interface/field.js';
import { type FieldErrors, Form, SubmitButton, useForm } from '../../interface/form.js';
import { CodeField, EmailField, NewPasswordField, UsernameField } from '../account-fields.js';
import { blankError, emailError, newPasswordError, usernameError } from '../field-rules.js';
import { hrefOf, type OpenedLink } from '../route.js';
import { type ServiceInfo, useSession } from '../session.js';
import { type AccountsText, useText } from '../text.js';

/** Uses a link: the account of an invitation, or a new password. */
export function AcceptForm({ link: { kind, token }, onClose }: { link: OpenedLink; onClose: () => void }) {
  const text = useText();
  const { api } = useSession();
  const start = useNewSession();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({ username: '', password: '', code: '' }, ({ username, password, code }) => ({
    username: username === '' ? undefined : usernameError(username, text),
    password: newPasswordError(password, text),
    code: needsCode ? blankError(code, text.fieldErrors.codeMissing) : undefined,
  }));
  const submit = async () => {
    const { username, password, code } = form.values;
    const proof = { ...(username !== '' && { username }), ...(needsCode && { otp: code.trim() }) };
    try {
      start(await api.accept({ token, password, ...proof }));
      onClose();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const { code: reason, status } = error;
      // The page has checked all else: only the link knows whether it names the account.
      if (reason === 'invalid_input')
        throw new RequestError('', status, username === '' ? 'username_needed' : 'username_given');
      if (reason !== 'second_factor_required') throw error;
      if (needsCode) throw new RequestError('', status, 'wrong_code');
      setNeedsCode(true);
    }
  };
  return (
    <Form form={form} onSubmit={submit}>
      {kind === 'invitation' && <UsernameField {...form.field('username')} hint={text.accept.usernameHint} />}
      <NewPasswordField name="password" {...form.field('password')} />
      {needsCode && <CodeField focused {...form.field('code')} />}
      <SubmitButton form={form} submit={text.accept[kind].submit} />
      <Button variant="ghost" onClick={onClose}>
        {text.cancel}
      </Button>
    </Form>
  );
}

/** The form values of a new account. An empty e-mail means none. */
export const NEW_ACCOUNT = { username: '', email: '', password: '' };
export type NewAccount = typeof NEW_ACCOUNT;

/** The form values as a request body. */
export const toRequestBody = ({ username, email, password }: NewAccount) => ({
  username,
  password,
  ...(email !== '' && { email }),
});

export const newAccountErrors = (account: NewAccount, text: AccountsText): FieldErrors<NewAccount> => ({
  username: usernameError(account.username, text),
  email: emailError(account.email, text),
  password: newPasswordError(account.password, text),
});

interface NewAccountFieldsProps {
  form: Pick<ReturnType<typeof useForm<NewAccount>>, 'field'>;
  /** Whether users create an account for themselves. */
  own: boolean;
}

export function NewAccountFields({ form, own }: NewAccountFieldsProps) {
  return (
    <>
      <UsernameField own={own} {...form.field('username')} />
      <EmailField own={own} {...form.field('email')} />
      <NewPasswordField own={own} name="password" {...form.field('password')} />
    </>
  );
}

/** Signs in to an account that has just been created. @param parameters of the page that is shown then */
function useNewSession(parameters = {}) {
  const { startSession } = useSession();
  return (session: Session) => {
    window.location.hash = hrefOf('account', parameters);
    startSession(session);
  };
}

export function RegisterForm() {
  const text = useText();
  const { api } = useSession();
  const start = useNewSession();
  const form = useForm(NEW_ACCOUNT, (account) => newAccountErrors(account, text));
  return (
    <Form form={form} onSubmit={async () => start(await api.register(toRequestBody(form.values)))}>
      <NewAccountFields own form={form} />
      <SubmitButton form={form} submit={text.register.submit} />
      <p className="muted centered">
        {text.register.haveAccount} <a href={hrefOf('')}>{text.register.signIn}</a>
      </p>
    </Form>
  );
}

/** First-time set-up: creates the administrator. */
export function SetupForm({ info }: { info: ServiceInfo }) {
  const text = useText();
  const { api } = useSession();
  const start = useNewSession({ first: 'steps' });
  const needsToken = info.setup_token_required;
  const form = useForm({ ...NEW_ACCOUNT, setup_token: '' }, ({ setup_token, ...account }) => ({
    ...newAccountErrors(account, text),
    setup_token: needsToken ? blankError(setup_token, text.fieldErrors.setupTokenMissing) : undefined,
  }));
  const submit = async () => {
    const token = needsToken ? { setup_token: form.values.setup_token.trim() } : {};
    start(await api.setup({ ...toRequestBody(form.values), ...token }));
  };
  return (
    <Form form={form} onSubmit={submit}>
      {needsToken && (
        <TextField
          {...form.field('setup_token')}
          label={text.fields.setupToken}
          hint={text.fields.setupTokenHint}
          name="setup_token"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <NewAccountFields own form={form} />
      <SubmitButton form={form} submit={text.setup.submit} />
    </Form>
  );
}
