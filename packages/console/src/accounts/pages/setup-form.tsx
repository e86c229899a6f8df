import type { SystemInfo } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { hrefOf } from '../route.js';
import { useSession } from '../session.js';
import { useText } from '../text.js';
import { EMPTY_ACCOUNT, NewAccountFields, toRequestBody } from './new-account-fields.js';

/** First-time set-up: creates the administrator and signs in. */
export function SetupForm({ info }: { info: SystemInfo }) {
  const text = useText();
  const { api, startSession } = useSession();
  const action = useAction();
  const [account, setAccount] = useState(EMPTY_ACCOUNT);
  const [setupToken, setSetupToken] = useState('');

  const submit = () =>
    action.run(async () => {
      const token = info.setup_token_required ? { setup_token: setupToken.trim() } : {};
      const session = await api.setup({ ...toRequestBody(account), ...token });
      window.location.hash = hrefOf('account');
      startSession(session);
    });

  return (
    <Form onSubmit={submit}>
      <ErrorNotice error={action.error} />
      {info.setup_token_required && (
        <TextField
          label={text.fields.setupToken}
          hint={text.fields.setupTokenHint}
          name="setup_token"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={setupToken}
          onChange={(event) => setSetupToken(event.target.value)}
        />
      )}
      <NewAccountFields own value={account} onChange={setAccount} />
      <Button variant="primary" type="submit" busy={action.busy}>
        {text.setup.submit}
      </Button>
    </Form>
  );
}
