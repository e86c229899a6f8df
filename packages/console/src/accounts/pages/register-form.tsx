import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { Form } from '../../interface/form.js';
import { ErrorNotice } from '../../interface/notice.js';
import { hrefOf } from '../route.js';
import { useSession } from '../session.js';
import { useText } from '../text.js';
import { useSubmission } from '../use-submission.js';
import { EMPTY_ACCOUNT, NewAccountFields, toRequestBody, useNewAccountFaults } from './new-account-fields.js';

export function RegisterForm() {
  const text = useText();
  const { api, startSession } = useSession();
  const [account, setAccount] = useState(EMPTY_ACCOUNT);
  const form = useSubmission(useNewAccountFaults(account));

  const submit = () =>
    form.submit(async () => {
      const session = await api.register(toRequestBody(account));
      window.location.hash = hrefOf('account');
      startSession(session);
    });

  return (
    <Form onSubmit={submit} attempt={form.attempt}>
      <ErrorNotice error={form.error} />
      <NewAccountFields own errors={form.fields} value={account} onChange={setAccount} />
      <Button variant="primary" type="submit" busy={form.busy}>
        {text.register.submit}
      </Button>
      <p className="form-footer">
        {text.register.haveAccount} <a href={hrefOf('')}>{text.register.signIn}</a>
      </p>
    </Form>
  );
}
