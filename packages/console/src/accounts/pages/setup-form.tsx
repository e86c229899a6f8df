import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { ErrorNotice } from '../../interface/notice.js';
import { hrefOf } from '../route.js';
import { type ServiceInfo, useSession } from '../session.js';
import { useText } from '../text.js';
import { useFieldFaults } from '../use-field-faults.js';
import { useSubmission } from '../use-submission.js';
import { EMPTY_ACCOUNT, NewAccountFields, toRequestBody, useNewAccountFaults } from './new-account-fields.js';

/** First-time set-up: creates the administrator and signs in. */
export function SetupForm({ info }: { info: ServiceInfo }) {
  const text = useText();
  const { api, startSession } = useSession();
  const [account, setAccount] = useState(EMPTY_ACCOUNT);
  const [setupToken, setSetupToken] = useState('');
  const faults = useFieldFaults();
  const form = useSubmission({
    ...(info.setup_token_required && {
      setup_token: faults.present(setupToken.trim(), text.problems.setupTokenMissing),
    }),
    ...useNewAccountFaults(account),
  });

  const submit = () =>
    form.submit(async () => {
      const token = info.setup_token_required ? { setup_token: setupToken.trim() } : {};
      const session = await api.setup({ ...toRequestBody(account), ...token });
      window.location.hash = hrefOf('account');
      startSession(session);
    });

  return (
    <Form onSubmit={submit} attempt={form.attempt}>
      <ErrorNotice error={form.error} />
      {info.setup_token_required && (
        <TextField
          label={text.fields.setupToken}
          hint={text.fields.setupTokenHint}
          error={form.fields.setup_token}
          name="setup_token"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={setupToken}
          onChange={(event) => setSetupToken(event.target.value)}
        />
      )}
      <NewAccountFields own errors={form.fields} value={account} onChange={setAccount} />
      <Button variant="primary" type="submit" busy={form.busy}>
        {text.setup.submit}
      </Button>
    </Form>
  );
}
