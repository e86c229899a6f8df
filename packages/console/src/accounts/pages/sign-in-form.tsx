import type { SystemInfo } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { RequestError } from '../../http/request.js';
import { Button } from '../../interface/button.js';
import { PasswordField, TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useFormat } from '../../language/language-provider.js';
import { PROVIDER_NAMES } from '../providers.js';
import { hrefOf } from '../route.js';
import { useSession } from '../session.js';
import { useText } from '../text.js';
import { useFieldFaults } from '../use-field-faults.js';
import { useSubmission } from '../use-submission.js';

interface SignInFormProps {
  info: SystemInfo;
  /** The user whose session expired; set in the dialog that asks to sign in again. */
  expiredUser?: string;
}

export function SignInForm({ info, expiredUser }: SignInFormProps) {
  const text = useText();
  const format = useFormat();
  const { api, startSession } = useSession();
  const [username, setUsername] = useState(expiredUser ?? '');
  const [password, setPassword] = useState('');
  const faults = useFieldFaults();
  const form = useSubmission({
    username: faults.present(username, 'usernameMissing'),
    password: faults.present(password, 'passwordMissing'),
  });

  const submit = () =>
    form.submit(async () => {
      const session = await api.login({ username, password });
      startSession(session);
    });

  const retryAfter = form.error instanceof RequestError ? form.error.retryAfterSeconds : undefined;
  return (
    <Form onSubmit={submit} attempt={form.attempt}>
      <ErrorNotice
        error={form.error}
        action={retryAfter !== undefined && <p>{text.signIn.retryAfter({ wait: format.wait(retryAfter) })}</p>}
      />
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
      {expiredUser === undefined && info.oauth_providers.length > 0 && (
        <>
          <p className="divider">
            <span>{text.signIn.or}</span>
          </p>
          {info.oauth_providers.map((provider) => (
            <a
              key={provider}
              className="button button-secondary"
              href={`/api/auth/oauth/${provider}?${new URLSearchParams({ return_to: window.location.pathname })}`}
            >
              {text.signIn.with({ provider: PROVIDER_NAMES[provider] })}
            </a>
          ))}
        </>
      )}
      {expiredUser === undefined && info.registration_enabled && (
        <p className="form-footer">
          {text.signIn.noAccount} <a href={hrefOf('register')}>{text.signIn.register}</a>
        </p>
      )}
    </Form>
  );
}
