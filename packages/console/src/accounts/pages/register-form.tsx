import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { Form } from '../../interface/form.js';
import { Failure } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { hrefOf } from '../route.js';
import { useAccounts } from '../state.js';
import { text } from '../text.js';
import { accountBody, emptyAccount, NewAccountFields } from './new-account-fields.js';

export function RegisterForm() {
  const { api, enter } = useAccounts();
  const action = useAction();
  const [account, setAccount] = useState(emptyAccount);

  const submit = () =>
    action.run(async () => {
      const session = await api.register(accountBody(account));
      window.location.hash = hrefOf('account');
      enter(session);
    });

  return (
    <Form onSubmit={submit}>
      <Failure error={action.error} />
      <NewAccountFields own value={account} onChange={setAccount} />
      <Button look="primary" type="submit" busy={action.busy}>
        {text.register.submit}
      </Button>
      <p className="form-foot">
        {text.register.haveAccount} <a href={hrefOf('')}>{text.register.signIn}</a>
      </p>
    </Form>
  );
}
