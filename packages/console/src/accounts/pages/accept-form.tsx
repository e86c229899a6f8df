import { useState } from 'react';
import { RequestError } from '../../http/request.js';
import { Button } from '../../interface/button.js';
import { Form, useForm } from '../../interface/form.js';
import { CodeField, NewPasswordField, SubmitButton, UsernameField } from '../account-fields.js';
import { blankError, newPasswordError, usernameError } from '../field-rules.js';
import type { OpenedLink } from '../route.js';
import { useSession } from '../session.js';
import { useText } from '../text.js';
import { useNewSession } from './new-account-form.js';

/** Uses a link: the account of an invitation, or a new password. */
export function AcceptForm({ link: { kind, token }, onClose }: { link: OpenedLink; onClose: () => void }) {
  const text = useText();
  const { api } = useSession();
  const start = useNewSession();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({ username: '', password: '', code: '' }, ({ username, password, code }) => ({
    username: username === '' ? undefined : usernameError(username, text),
    password: newPasswordError(password, text),
    code: needsCode ? blankError(code, text.fieldErrors.codeMissing) : undefined,
  }));
  const submit = () =>
    form.submit(async () => {
      const { username, password, code } = form.values;
      const proof = { ...(username !== '' && { username }), ...(needsCode && { otp: code.trim() }) };
      try {
        start(await api.accept({ token, password, ...proof }));
        onClose();
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        const { code: reason, status } = error;
        // The page has checked all else: only the link knows whether it names the account.
        if (reason === 'invalid_input')
          throw new RequestError('', status, username === '' ? 'username_needed' : 'username_given');
        if (reason !== 'second_factor_required') throw error;
        if (needsCode) throw new RequestError('', status, 'wrong_code');
        setNeedsCode(true);
      }
    });
  return (
    <Form form={form} onSubmit={submit}>
      {kind === 'invitation' && <UsernameField {...form.field('username')} hint={text.accept.usernameHint} />}
      <NewPasswordField name="password" {...form.field('password')} />
      {needsCode && <CodeField focused {...form.field('code')} />}
      <SubmitButton form={form} submit={text.accept[kind].submit} />
      <Button variant="ghost" onClick={onClose}>
        {text.cancel}
      </Button>
    </Form>
  );
}
