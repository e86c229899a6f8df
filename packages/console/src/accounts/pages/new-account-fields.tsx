import type { FieldErrors } from '../problems.js';
import { useFieldFaults } from '../use-field-faults.js';
import { EmailField, NewPasswordField, UsernameField } from './account-fields.js';

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

/** What the page finds wrong with the values. */
export function useNewAccountFaults(account: NewAccount): FieldErrors {
  const faults = useFieldFaults();
  return {
    username: faults.username(account.username),
    email: faults.email(account.email),
    password: faults.newPassword(account.password),
  };
}

interface NewAccountFieldsProps {
  value: NewAccount;
  errors: FieldErrors;
  /** Whether users create an account for themselves. */
  own: boolean;
  onChange: (value: NewAccount) => void;
}

export function NewAccountFields({ value, errors, own, onChange }: NewAccountFieldsProps) {
  return (
    <>
      <UsernameField
        own={own}
        value={value.username}
        error={errors.username}
        onChange={(username) => onChange({ ...value, username })}
      />
      <EmailField
        own={own}
        value={value.email}
        error={errors.email}
        onChange={(email) => onChange({ ...value, email })}
      />
      <NewPasswordField
        name="password"
        value={value.password}
        error={errors.password}
        onChange={(password) => onChange({ ...value, password })}
      />
    </>
  );
}
