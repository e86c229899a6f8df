import type { ReactNode } from 'react';
import { TextField } from '../../interface/field.js';
import { useText } from '../text.js';

interface CodeFieldProps {
  value: string;
  error: string | undefined;
  hint?: ReactNode;
  /** Takes the focus when it appears. */
  focused?: boolean;
  onChange: (value: string) => void;
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/** A one-time code: six digits of an authenticator app, or a recovery code. */
export function CodeField({ value, error, hint, focused = false, onChange }: CodeFieldProps) {
  const text = useText();
  return (
    <TextField
      {...(focused && { ref: takeFocus })}
      label={text.secondFactor.code}
      hint={hint}
      error={error}
      name="one_time_code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
