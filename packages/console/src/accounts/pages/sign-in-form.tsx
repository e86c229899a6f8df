import type { SystemInfo } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { RequestError } from '../../http/request.js';
import { Button } from '../../interface/button.js';
import { PasswordField, TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { useFormat } from '../../language/language-provider.js';
import { PROVIDER_NAMES } from '../providers.js';
import { hrefOf } from '../route.js';
import { useSession } from '../session.js';
import { useText } from '../text.js';

interface SignInFormProps {
  info: SystemInfo;
  /** The user whose session expired; set in the dialog that asks to sign in again. */
  expiredUser?: string;
}

export function SignInForm({ info, expiredUser }: SignInFormProps) {
  const text = useText();
  const format = useFormat();
  const { api, startSession } = useSession();
  const action = useAction();
  const [username, setUsername] = useState(expiredUser ?? '');
  const [password, setPassword] = useState('');

  const submit = () =>
    action.run(async () => {
      const session = await api.login({ username, password });
      startSession(session);
    });

  const retryAfter = action.error instanceof RequestError ? action.error.retryAfterSeconds : undefined;
  return (
    <Form onSubmit={submit}>
      <ErrorNotice
        error={action.error}
        action={retryAfter !== undefined && <p>{text.signIn.retryAfter({ wait: format.wait(retryAfter) })}</p>}
      />
      <TextField
        label={text.fields.usernameOrEmail}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        label={text.fields.password}
        toggle={text.fields.passwordToggle}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button variant="primary" type="submit" busy={action.busy}>
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
