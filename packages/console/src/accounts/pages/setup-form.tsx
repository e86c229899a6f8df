import type { SystemInfo } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { Failure } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { hrefOf } from '../route.js';
import { useAccounts } from '../state.js';
import { text } from '../text.js';
import { accountBody, emptyAccount, NewAccountFields } from './new-account-fields.js';

/** First-time set-up: makes the administrator, who is then signed in. */
export function SetupForm({ info }: { info: SystemInfo }) {
  const { api, enter } = useAccounts();
  const action = useAction();
  const [account, setAccount] = useState(emptyAccount);
  const [setupToken, setSetupToken] = useState('');

  const submit = () =>
    action.run(async () => {
      const token = info.setup_token_required ? { setup_token: setupToken.trim() } : {};
      const session = await api.setup({ ...accountBody(account), ...token });
      window.location.hash = hrefOf('account');
      enter(session);
    });

  return (
    <Form onSubmit={submit}>
      <Failure error={action.error} />
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
      <Button look="primary" type="submit" busy={action.busy}>
        {text.setup.submit}
      </Button>
    </Form>
  );
}
