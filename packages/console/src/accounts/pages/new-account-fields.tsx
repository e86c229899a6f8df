import { PasswordField, TextField } from '../../interface/field.js';
import { text } from '../text.js';
import { PasswordRules } from './password-rules.js';

/** What is typed to make an account; an empty e-mail means none. */
export interface NewAccount {
  username: string;
  email: string;
  password: string;
}

export const emptyAccount: NewAccount = { username: '', email: '', password: '' };

/** The fields as the server takes them. */
export const accountBody = ({ username, email, password }: NewAccount) => ({
  username,
  password,
  ...(email === '' ? {} : { email }),
});

interface NewAccountFieldsProps {
  value: NewAccount;
  /** Whose account it is: browsers must not fill in an administrator's own data for somebody else. */
  own: boolean;
  onChange: (value: NewAccount) => void;
}

export function NewAccountFields({ value, own, onChange }: NewAccountFieldsProps) {
  return (
    <>
      <TextField
        label={text.fields.username}
        hint={text.fields.usernameHint}
        name="username"
        autoComplete={own ? 'username' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        value={value.username}
        onChange={(event) => onChange({ ...value, username: event.target.value })}
      />
      <TextField
        label={text.fields.emailOptional}
        name="email"
        type="email"
        autoComplete={own ? 'email' : 'off'}
        value={value.email}
        onChange={(event) => onChange({ ...value, email: event.target.value })}
      />
      <PasswordField
        label={text.fields.password}
        hint={<PasswordRules password={value.password} />}
        words={text.fields.passwordWords}
        name="password"
        autoComplete="new-password"
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
      />
    </>
  );
}
