import { useState } from 'react';
import { RequestError } from '../../http/request.js';
import { Button } from '../../interface/button.js';
import { Form, SubmitButton, useForm } from '../../interface/form.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { CodeField, PasswordField, UsernameField } from '../account-fields.js';
import { blankError } from '../field-rules.js';
import { canUsePasskeys, signInByPasskey } from '../passkey.js';
import { hrefOf, keepRoute } from '../route.js';
import { type ServiceInfo, useSession } from '../session.js';
import { useText } from '../text.js';

interface SignInFormProps {
  info: ServiceInfo;
  /** The user whose session expired; set in the dialog that asks to sign in again. */
  expiredUser?: string;
}

export function SignInForm({ info, expiredUser }: SignInFormProps) {
  const text = useText();
  const { api, signInError, startSession } = useSession();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({ username: expiredUser ?? '', password: '', code: '' }, ({ username, password, code }) => ({
    username: blankError(username, text.fieldErrors.usernameMissing),
    password: password === '' ? text.fieldErrors.passwordMissing : undefined,
    code: needsCode ? blankError(code, text.fieldErrors.codeMissing) : undefined,
  }));

  const submit = async () => {
    const { username, password, code } = form.values;
    try {
      startSession(await api.login({ username, password, ...(needsCode && { otp: code.trim() }) }));
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'second_factor_required') throw error;
      // The same response to a code means that the code was wrong.
      if (needsCode) throw new RequestError(error.message, error.status, 'wrong_code');
      setNeedsCode(true);
    }
  };

  if (needsCode) {
    return (
      <Form form={form} onSubmit={submit}>
        <CodeField focused {...form.field('code')} />
        <SubmitButton form={form} submit={text.signIn.submit} />
        <Button
          variant="ghost"
          onClick={() => {
            form.clear();
            form.set({ code: '' });
            setNeedsCode(false);
          }}
        >
          {text.back}
        </Button>
      </Form>
    );
  }
  return (
    <Form form={form} onSubmit={submit}>
      <ErrorNotice error={signInError} />
      <UsernameField {...form.field('username')} label={text.fields.usernameOrEmail} hint={false} />
      <PasswordField
        {...form.field('password')}
        label={text.fields.password}
        name="password"
        autoComplete="current-password"
      />
      <SubmitButton form={form} submit={text.signIn.submit} />
      <OtherSignInMethods info={info} withProviders={expiredUser === undefined} />
      {expiredUser === undefined && info.registration_enabled && (
        <p className="muted centered">
          {text.signIn.noAccount} <a href={hrefOf('register')}>{text.signIn.register}</a>
        </p>
      )}
    </Form>
  );
}

/** Passkeys and providers. A provider's page would discard the input of an expired session. */
function OtherSignInMethods({ info, withProviders }: { info: ServiceInfo; withProviders: boolean }) {
  const text = useText();
  const { api, startSession } = useSession();
  const passkey = useAction();
  const providers = withProviders ? info.oauth_providers : [];
  if (!canUsePasskeys() && providers.length === 0) return null;
  return (
    <>
      <p className="muted centered">{text.signIn.or}</p>
      <ErrorNotice error={passkey.error} />
      {canUsePasskeys() && (
        <Button
          busy={passkey.busy}
          onClick={() => void passkey.run(async () => startSession(await signInByPasskey(api)))}
        >
          {text.signIn.withPasskey}
        </Button>
      )}
      {providers.map((provider) => (
        <a
          key={provider}
          className="button button-secondary"
          onClick={() => keepRoute()}
          href={`/api/auth/oauth/${provider}?${new URLSearchParams({ return_to: window.location.pathname })}`}
        >
          {text.signIn.with({ provider: info.providerNames[provider] ?? provider })}
        </a>
      ))}
    </>
  );
}
