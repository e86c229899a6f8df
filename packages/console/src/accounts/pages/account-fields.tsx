import type { ReactNode } from 'react';
import { PasswordField, TextField } from '../../interface/field.js';
import { useText } from '../text.js';
import { PasswordRules } from './password-rules.js';

interface AccountFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  /** Whether the account is the user's own. If not, browsers must not fill in the administrator's data. */
  own?: boolean;
}

export function UsernameField({ value, error, own = true, onChange }: AccountFieldProps) {
  const text = useText();
  return (
    <TextField
      label={text.fields.username}
      hint={text.fields.usernameHint}
      error={error}
      name="username"
      autoComplete={own ? 'username' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function EmailField({ value, error, own = true, hint, onChange }: AccountFieldProps & { hint?: ReactNode }) {
  const text = useText();
  return (
    <TextField
      label={text.fields.email}
      hint={hint}
      error={error}
      name="email"
      type="email"
      autoComplete={own ? 'email' : 'off'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface NewPasswordFieldProps extends AccountFieldProps {
  /** `new_password` where the account has a password to replace. */
  name: 'password' | 'new_password';
}

export function NewPasswordField({ name, value, error, onChange }: NewPasswordFieldProps) {
  const text = useText();
  return (
    <PasswordField
      label={name === 'password' ? text.fields.password : text.fields.newPassword}
      hint={<PasswordRules password={value} />}
      error={error}
      toggle={text.fields.passwordToggle}
      name={name}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The user's own password, as a proof. `hint` says when it may be left out. */
export function CurrentPasswordField({ value, error, hint, onChange }: AccountFieldProps & { hint?: ReactNode }) {
  const text = useText();
  return (
    <PasswordField
      label={text.fields.currentPassword}
      hint={hint}
      error={error}
      toggle={text.fields.passwordToggle}
      name="current_password"
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
