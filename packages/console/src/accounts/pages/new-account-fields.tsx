import { PasswordField, TextField } from '../../interface/field.js';
import { useText } from '../text.js';
import { PasswordRules } from './password-rules.js';

/** The form values of a new account. An empty e-mail means none. */
export interface NewAccount {
  username: string;
  email: string;
  password: string;
}

export const EMPTY_ACCOUNT: NewAccount = { username: '', email: '', password: '' };

/** The form values as a request body. */
export const toRequestBody = ({ username, email, password }: NewAccount) => ({
  username,
  password,
  ...(email === '' ? {} : { email }),
});

interface NewAccountFieldsProps {
  value: NewAccount;
  /** Whether users create an account for themselves. If not, browsers must not autofill the administrator's own data. */
  own: boolean;
  onChange: (value: NewAccount) => void;
}

export function NewAccountFields({ value, own, onChange }: NewAccountFieldsProps) {
  const text = useText();
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
        label={text.fields.email}
        name="email"
        type="email"
        autoComplete={own ? 'email' : 'off'}
        value={value.email}
        onChange={(event) => onChange({ ...value, email: event.target.value })}
      />
      <PasswordField
        label={text.fields.password}
        hint={<PasswordRules password={value.password} />}
        toggle={text.fields.passwordToggle}
        name="password"
        autoComplete="new-password"
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
      />
    </>
  );
}
