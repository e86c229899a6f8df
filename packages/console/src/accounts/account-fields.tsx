import type { Role } from '@ownvoice/shared/contract';
import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { Button } from '../interface/button.js';
import { Field, SelectField, TextField } from '../interface/field.js';
import { Icon } from '../interface/icon.js';
import { generatePassword, passwordRequirements } from './field-rules.js';
import { useText } from './text.js';

interface AccountFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  hint?: ReactNode;
}

/** The account is the user's own. If not, browsers must not fill in the administrator's data. */
interface OwnedFieldProps extends AccountFieldProps {
  own?: boolean;
}

const CODE_INPUT = { autoCapitalize: 'none', spellCheck: false } as const;

export function UsernameField({ own = true, label, hint, ...field }: OwnedFieldProps & { label?: string }) {
  const { fields } = useText();
  return (
    <TextField
      {...field}
      {...CODE_INPUT}
      label={label ?? fields.username}
      hint={hint ?? fields.usernameHint}
      name="username"
      autoComplete={own ? 'username' : 'off'}
    />
  );
}

/** What a user calls a key or a passkey. */
export const NameField = (field: AccountFieldProps & { label: string }) => (
  <TextField {...field} name="name" autoComplete="off" maxLength={64} />
);

export function EmailField({ own = true, ...field }: OwnedFieldProps) {
  const { fields } = useText();
  return <TextField {...field} label={fields.email} name="email" type="email" autoComplete={own ? 'email' : 'off'} />;
}

export function RoleField({ onChange, ...field }: { value: Role; onChange: (role: Role) => void }) {
  const { fields, roles } = useText();
  return (
    <SelectField {...field} label={fields.role} name="role" onChange={(value) => onChange(value as Role)}>
      <option value="user">{roles.user}</option>
      <option value="admin">{roles.admin}</option>
    </SelectField>
  );
}

interface PasswordFieldProps extends AccountFieldProps, Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete'> {
  label: string;
  name: 'password' | 'new_password' | 'current_password';
  /** Whether it can be generated, for somebody to whom it is handed over. */
  canGenerate?: boolean;
}

/** A password with a button that shows and hides it. */
export function PasswordField({ label, hint, error, canGenerate = false, onChange, ...input }: PasswordFieldProps) {
  const { passwordToggle } = useText().fields;
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      control={(described) => (
        <div className="password">
          <input
            {...input}
            {...CODE_INPUT}
            {...described}
            className="input"
            type={shown ? 'text' : 'password'}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            className="password-toggle"
            aria-pressed={shown}
            aria-controls={described.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? passwordToggle.hide : passwordToggle.show}
          </button>
          {canGenerate && (
            <Button
              variant="ghost"
              onClick={() => {
                onChange(generatePassword());
                setShown(true);
              }}
            >
              {passwordToggle.generate}
            </Button>
          )}
        </div>
      )}
    />
  );
}

interface NewPasswordFieldProps extends OwnedFieldProps {
  /** `new_password` where the account has a password to replace. */
  name: 'password' | 'new_password';
}

export function NewPasswordField({ name, own = true, ...field }: NewPasswordFieldProps) {
  const { fields } = useText();
  const label = name === 'password' ? fields.password : fields.newPassword;
  const hint = <PasswordRequirements password={field.value} />;
  return (
    <PasswordField {...field} label={label} hint={hint} name={name} autoComplete="new-password" canGenerate={!own} />
  );
}

/** Shows while typing which requirements are met. */
function PasswordRequirements({ password }: { password: string }) {
  const text = useText().passwordRules;
  const { tooLong, uncommon, ...required } = passwordRequirements(password);
  const limits = { ...(!tooLong && { tooLong }), ...(!uncommon && { uncommon }) };
  const shown = Object.entries({ ...required, ...limits }) as [keyof typeof required, boolean][];
  return (
    <>
      <p>{text.title}</p>
      <ul className="row">
        {shown.map(([name, met]) => (
          <li key={name} className={met ? 'rule rule-met' : 'rule'}>
            <Icon name={met ? 'check' : 'circle'} />
            {text[name]}
            <span className="visually-hidden">: {met ? text.met : text.unmet}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The user's own password, as a proof. */
export function CurrentPasswordField(field: AccountFieldProps) {
  const { currentPassword } = useText().fields;
  return <PasswordField {...field} label={currentPassword} name="current_password" autoComplete="current-password" />;
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/** A one-time code: six digits of an authenticator app, or a recovery code. @param focused takes the focus when it appears */
export function CodeField({ focused = false, ...field }: AccountFieldProps & { focused?: boolean }) {
  const { code, codeHint } = useText().secondFactor;
  return (
    <TextField
      {...(focused && { ref: takeFocus })}
      hint={codeHint}
      {...field}
      {...CODE_INPUT}
      label={code}
      name="one_time_code"
      autoComplete="one-time-code"
    />
  );
}
