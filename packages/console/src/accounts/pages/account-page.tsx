import type { UpdateUserBody } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { Form } from '../../interface/form.js';
import { ErrorNotice, SuccessNotice } from '../../interface/notice.js';
import { useFormat } from '../../language/language-provider.js';
import { useMessage } from '../../language/message.js';
import { useSignedIn } from '../session.js';
import { type AccountsText, useText } from '../text.js';
import { useFieldFaults } from '../use-field-faults.js';
import { useSubmission } from '../use-submission.js';
import { CurrentPasswordField, EmailField, NewPasswordField, UsernameField } from './account-fields.js';
import { LinkedIdentities } from './identities.js';
import { Passkeys } from './passkeys.js';
import { SecondFactor } from './second-factor.js';
import { Sessions } from './sessions.js';

export function AccountPage() {
  const text = useText();
  const format = useFormat();
  const { setupRequired, user } = useSignedIn();
  return (
    <>
      <p className="lead">
        {text.account.lead({ username: user.username, day: format.day(user.created_at), role: text.roles[user.role] })}
      </p>
      <div className="cards">
        {setupRequired ? (
          <SecondFactor />
        ) : (
          <>
            <Profile />
            <Password />
            <SecondFactor />
            <Passkeys />
            <LinkedIdentities in="page" userId={user.id} />
            <Sessions />
          </>
        )}
      </div>
    </>
  );
}

function Profile() {
  const text = useText();
  const { api, updateUser, user } = useSignedIn();
  const [username, setUsername] = useState(user.username);
  const [email, setEmail] = useState(user.email ?? '');
  const [currentPassword, setCurrentPassword] = useState('');
  const [success, say] = useMessage<AccountsText>();
  const emailChanges = email !== (user.email ?? '');
  const faults = useFieldFaults();
  const form = useSubmission({
    ...(username !== user.username && { username: faults.username(username) }),
    ...(emailChanges && { email: faults.email(email) }),
  });

  const submit = () => {
    say();
    const change: UpdateUserBody = {
      ...(username === user.username ? {} : { username }),
      ...(emailChanges ? { email: email === '' ? null : email } : {}),
    };
    if (Object.keys(change).length === 0) {
      form.clear();
      say(({ account }) => account.unchanged);
      return;
    }
    form.submit(async () => {
      const proof = emailChanges && currentPassword !== '' ? { current_password: currentPassword } : {};
      const updated = await api.updateUser(user.id, { ...change, ...proof });
      updateUser(updated);
      setCurrentPassword('');
      setUsername(updated.username);
      setEmail(updated.email ?? '');
      say(({ account }) => account.saved);
    });
  };

  return (
    <section className="card" aria-labelledby="profile-title">
      <h2 id="profile-title">{text.account.profile}</h2>
      <Form onSubmit={submit} attempt={form.attempt}>
        <ErrorNotice error={form.error} />
        <SuccessNotice>{success}</SuccessNotice>
        <UsernameField value={username} error={form.fields.username} onChange={setUsername} />
        <EmailField value={email} error={form.fields.email} onChange={setEmail} />
        {emailChanges && (
          <CurrentPasswordField
            hint={text.fields.currentPasswordHint}
            value={currentPassword}
            error={form.fields.current_password}
            onChange={setCurrentPassword}
          />
        )}
        <div className="actions">
          <Button variant="primary" type="submit" busy={form.busy}>
            {text.account.save}
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Password() {
  const text = useText();
  const { api, info, startSession } = useSignedIn();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const form = useSubmission({ new_password: useFieldFaults().newPassword(next) });
  const [success, say] = useMessage<AccountsText>();

  const submit = () => {
    say();
    form.submit(async () => {
      const proof = current === '' ? {} : { current_password: current };
      startSession(await api.changePassword({ ...proof, new_password: next }));
      setCurrent('');
      setNext('');
      say(({ account }) => account.passwordChanged);
    });
  };

  return (
    <section className="card" aria-labelledby="password-title">
      <h2 id="password-title">{text.account.password}</h2>
      <p className="card-text">{text.account.passwordBody}</p>
      <Form onSubmit={submit} attempt={form.attempt}>
        <ErrorNotice error={form.error} />
        <SuccessNotice>{success}</SuccessNotice>
        <CurrentPasswordField
          {...(info.oauth_providers.length > 0 && { hint: text.account.noPasswordHint })}
          value={current}
          error={form.fields.current_password}
          onChange={setCurrent}
        />
        <NewPasswordField name="new_password" value={next} error={form.fields.new_password} onChange={setNext} />
        <div className="actions">
          <Button variant="primary" type="submit" busy={form.busy}>
            {text.account.changePassword}
          </Button>
        </div>
      </Form>
    </section>
  );
}
