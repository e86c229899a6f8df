import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { Form } from '../../interface/form.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { hrefOf } from '../route.js';
import { useSession } from '../session.js';
import { useText } from '../text.js';
import { EMPTY_ACCOUNT, NewAccountFields, toRequestBody } from './new-account-fields.js';

export function RegisterForm() {
  const text = useText();
  const { api, startSession } = useSession();
  const action = useAction();
  const [account, setAccount] = useState(EMPTY_ACCOUNT);

  const submit = () =>
    action.run(async () => {
      const session = await api.register(toRequestBody(account));
      window.location.hash = hrefOf('account');
      startSession(session);
    });

  return (
    <Form onSubmit={submit}>
      <ErrorNotice error={action.error} />
      <NewAccountFields own value={account} onChange={setAccount} />
      <Button variant="primary" type="submit" busy={action.busy}>
        {text.register.submit}
      </Button>
      <p className="form-footer">
        {text.register.haveAccount} <a href={hrefOf('')}>{text.register.signIn}</a>
      </p>
    </Form>
  );
}
