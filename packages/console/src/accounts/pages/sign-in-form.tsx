import type { SystemInfo } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { RequestFailed } from '../../http/request.js';
import { Button } from '../../interface/button.js';
import { PasswordField, TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { Failure } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { hrefOf } from '../route.js';
import { useAccounts } from '../state.js';
import { text } from '../text.js';

interface SignInFormProps {
  info: SystemInfo;
  /** Whose session ended, when it is a second sign-in over a page that is kept. */
  again?: string;
}

export function SignInForm({ info, again }: SignInFormProps) {
  const { api, enter } = useAccounts();
  const action = useAction();
  const [username, setUsername] = useState(again ?? '');
  const [password, setPassword] = useState('');

  const submit = () =>
    action.run(async () => {
      const session = await api.login({ username, password });
      enter(session);
    });

  const wait = action.error instanceof RequestFailed ? action.error.retryAfterSeconds : undefined;
  return (
    <Form onSubmit={submit}>
      <Failure error={action.error} action={wait !== undefined && <p>{text.signIn.wait(wait)}</p>} />
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
        words={text.fields.passwordWords}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button look="primary" type="submit" busy={action.busy}>
        {text.signIn.submit}
      </Button>
      {again === undefined && info.oauth_providers.length > 0 && (
        <>
          <p className="divider">
            <span>{text.signIn.or}</span>
          </p>
          {info.oauth_providers.map((provider) => (
            <a
              key={provider}
              className="button button-plain"
              href={`/api/auth/oauth/${provider}?${new URLSearchParams({ return_to: window.location.pathname })}`}
            >
              {text.signIn.with(provider)}
            </a>
          ))}
        </>
      )}
      {again === undefined && info.registration_enabled && (
        <p className="form-foot">
          {text.signIn.noAccount} <a href={hrefOf('register')}>{text.signIn.register}</a>
        </p>
      )}
    </Form>
  );
}
