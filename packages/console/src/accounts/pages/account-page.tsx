import type { UpdateUserBody } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { Button } from '../../interface/button.js';
import { PasswordField, TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { ErrorNotice, SuccessNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { useFormat } from '../../language/language-provider.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';
import { CurrentPasswordField } from './current-password-field.js';
import { Identities } from './identities.js';
import { PasswordRules } from './password-rules.js';
import { Sessions } from './sessions.js';

export function AccountPage() {
  const text = useText();
  const format = useFormat();
  const { user } = useSignedIn();
  return (
    <>
      <p className="lead">
        {text.account.lead({ username: user.username, day: format.day(user.created_at), role: text.roles[user.role] })}
      </p>
      <div className="cards">
        <Profile />
        <Password />
        <LinkedIdentities />
        <Sessions />
      </div>
    </>
  );
}

function LinkedIdentities() {
  const text = useText();
  const { user } = useSignedIn();
  return (
    <section className="card" aria-labelledby="identities-title">
      <h2 id="identities-title">{text.account.identities}</h2>
      <p className="card-text">{text.account.identitiesBody}</p>
      <Identities userId={user.id} />
    </section>
  );
}

function Profile() {
  const text = useText();
  const { api, updateUser, user } = useSignedIn();
  const action = useAction();
  const [username, setUsername] = useState(user.username);
  const [email, setEmail] = useState(user.email ?? '');
  const [currentPassword, setCurrentPassword] = useState('');
  const [success, setSuccess] = useState('');
  const emailChanges = email !== (user.email ?? '');

  const submit = () => {
    setSuccess('');
    const change: UpdateUserBody = {
      ...(username === user.username ? {} : { username }),
      ...(emailChanges ? { email: email === '' ? null : email } : {}),
    };
    if (Object.keys(change).length === 0) {
      action.clear();
      setSuccess(text.account.unchanged);
      return;
    }
    void action.run(async () => {
      const proof = emailChanges && currentPassword !== '' ? { current_password: currentPassword } : {};
      const updated = await api.updateUser(user.id, { ...change, ...proof });
      updateUser(updated);
      setCurrentPassword('');
      setUsername(updated.username);
      setEmail(updated.email ?? '');
      setSuccess(text.account.saved);
    });
  };

  return (
    <section className="card" aria-labelledby="profile-title">
      <h2 id="profile-title">{text.account.profile}</h2>
      <Form onSubmit={submit}>
        <ErrorNotice error={action.error} />
        <SuccessNotice>{success}</SuccessNotice>
        <TextField
          label={text.fields.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <TextField
          label={text.fields.email}
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        {emailChanges && <CurrentPasswordField value={currentPassword} onChange={setCurrentPassword} />}
        <div className="actions">
          <Button variant="primary" type="submit" busy={action.busy}>
            {text.account.save}
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Password() {
  const text = useText();
  const { api, startSession } = useSignedIn();
  const action = useAction();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [success, setSuccess] = useState('');

  const submit = () => {
    setSuccess('');
    void action.run(async () => {
      const proof = current === '' ? {} : { current_password: current };
      startSession(await api.changePassword({ ...proof, new_password: next }));
      setCurrent('');
      setNext('');
      setSuccess(text.account.passwordChanged);
    });
  };

  return (
    <section className="card card-tall" aria-labelledby="password-title">
      <h2 id="password-title">{text.account.password}</h2>
      <p className="card-text">{text.account.passwordBody}</p>
      <Form onSubmit={submit}>
        <ErrorNotice error={action.error} />
        <SuccessNotice>{success}</SuccessNotice>
        <PasswordField
          label={text.fields.currentPassword}
          hint={text.account.noPasswordHint}
          toggle={text.fields.passwordToggle}
          name="current_password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <PasswordField
          label={text.fields.newPassword}
          hint={<PasswordRules password={next} />}
          toggle={text.fields.passwordToggle}
          name="new_password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
        <div className="actions">
          <Button variant="primary" type="submit" busy={action.busy}>
            {text.account.changePassword}
          </Button>
        </div>
      </Form>
    </section>
  );
}
