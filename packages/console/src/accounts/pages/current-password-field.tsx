import { PasswordField } from '../../interface/field.js';
import { useText } from '../text.js';

/** The proof that a change of one's own ways to sign in needs unless the sign-in is recent. */
export function CurrentPasswordField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const text = useText();
  return (
    <PasswordField
      label={text.fields.currentPassword}
      hint={text.fields.currentPasswordHint}
      toggle={text.fields.passwordToggle}
      name="current_password"
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
