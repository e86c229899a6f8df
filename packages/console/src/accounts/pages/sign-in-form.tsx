import type { SECOND_FACTOR_REQUIRED } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { RequestError } from '../../http/request.js';
import { Button } from '../../interface/button.js';
import { PasswordField, TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useFormat, useLanguage } from '../../language/language-provider.js';
import { canUsePasskeys, signInByPasskey } from '../passkey.js';
import { leaveForProvider } from '../provider-visit.js';
import { hrefOf } from '../route.js';
import { type ServiceInfo, useSession } from '../session.js';
import { useText } from '../text.js';
import { useFieldFaults } from '../use-field-faults.js';
import { useSubmission } from '../use-submission.js';
import { CodeField } from './code-field.js';

const REQUIRED: typeof SECOND_FACTOR_REQUIRED = 'required';
const WRONG_CODE = 'The one-time code is wrong.';

interface SignInFormProps {
  info: ServiceInfo;
  /** The user whose session expired; set in the dialog that asks to sign in again. */
  expiredUser?: string;
}

export function SignInForm({ info, expiredUser }: SignInFormProps) {
  const text = useText();
  const { api, startSession } = useSession();
  const [username, setUsername] = useState(expiredUser ?? '');
  const [password, setPassword] = useState('');
  /** Undefined until the server asks for a one-time code. */
  const [code, setCode] = useState<string>();
  const faults = useFieldFaults();
  const form = useSubmission({
    username: faults.present(username, text.problems.usernameMissing),
    password: faults.present(password, text.problems.passwordMissing),
    ...(code !== undefined && { code: faults.present(code.trim(), text.problems.codeMissing) }),
  });

  const submit = () =>
    form.submit(async () => {
      try {
        const otp = code === undefined ? {} : { otp: code.trim() };
        startSession(await api.login({ username, password, ...otp }));
      } catch (error) {
        if (!(error instanceof RequestError) || error.secondFactor !== REQUIRED) throw error;
        // The same answer to a code means that the code was wrong.
        if (code !== undefined) throw new RequestError(WRONG_CODE, error.status);
        setCode('');
      }
    });

  if (code !== undefined) {
    return (
      <Form onSubmit={submit} attempt={form.attempt}>
        <FormError error={form.error} />
        <CodeField focused hint={text.secondFactor.codeHint} value={code} error={form.fields.code} onChange={setCode} />
        <Button variant="primary" type="submit" busy={form.busy}>
          {text.signIn.submit}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            form.clear();
            setCode(undefined);
          }}
        >
          {text.back}
        </Button>
      </Form>
    );
  }
  return (
    <Form onSubmit={submit} attempt={form.attempt}>
      <FormError error={form.error} />
      <TextField
        label={text.fields.usernameOrEmail}
        error={form.fields.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        label={text.fields.password}
        error={form.fields.password}
        toggle={text.fields.passwordToggle}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button variant="primary" type="submit" busy={form.busy}>
        {text.signIn.submit}
      </Button>
      <OtherWaysIn info={info} withProviders={expiredUser === undefined} />
      {expiredUser === undefined && info.registration_enabled && (
        <p className="form-footer">
          {text.signIn.noAccount} <a href={hrefOf('register')}>{text.signIn.register}</a>
        </p>
      )}
    </Form>
  );
}

/** The error of the form, and when the server lets the next attempt in. */
function FormError({ error }: { error: unknown }) {
  const text = useText();
  const format = useFormat();
  const seconds = error instanceof RequestError ? error.retryAfterSeconds : undefined;
  const action = seconds !== undefined && <p>{text.signIn.retryAfter({ wait: format.wait(seconds) })}</p>;
  return <ErrorNotice error={error} action={action} />;
}

/** Passkeys and providers. A provider's page would discard the input of an expired session. */
function OtherWaysIn({ info, withProviders }: { info: ServiceInfo; withProviders: boolean }) {
  const text = useText();
  const { language } = useLanguage();
  const { api, startSession } = useSession();
  const passkey = useSubmission();
  const providers = withProviders ? info.oauth_providers : [];
  if (!canUsePasskeys() && providers.length === 0) return null;
  return (
    <>
      <p className="divider">
        <span>{text.signIn.or}</span>
      </p>
      <FormError error={passkey.error} />
      {canUsePasskeys() && (
        <Button
          busy={passkey.busy}
          onClick={() => passkey.submit(async () => startSession(await signInByPasskey(api)))}
        >
          {text.signIn.withPasskey}
        </Button>
      )}
      {providers.map((provider) => (
        <a
          key={provider}
          className="button button-secondary"
          onClick={() => leaveForProvider(language)}
          href={`/api/auth/oauth/${provider}?${new URLSearchParams({ return_to: window.location.pathname })}`}
        >
          {text.signIn.with({ provider: info.providerNames[provider] ?? provider })}
        </a>
      ))}
    </>
  );
}
