import {
  type InputHTMLAttributes,
  type ReactNode,
  type RefAttributes,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Why the value is refused. */
  error?: string | undefined;
}

function Field({ id, label, hint, error, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

function FieldNotes({ id, error, hint }: Pick<FieldProps, 'error' | 'hint'> & { id: string }) {
  return (
    <>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </>
  );
}

/** The attributes by which screen readers find the error and the hint of an input. */
function descriptionOf(id: string, { error, hint }: Pick<FieldProps, 'error' | 'hint'>) {
  const ids = [...(error === undefined ? [] : [`${id}-error`]), ...(hint === undefined ? [] : [`${id}-hint`])];
  return { 'aria-invalid': error !== undefined || undefined, 'aria-describedby': ids.join(' ') || undefined };
}

export function TextField({
  label,
  hint,
  error,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement> & RefAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input dir="auto" {...input} id={id} className="input" {...descriptionOf(id, { error, hint })} />
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  ...area
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea dir="auto" {...area} id={id} className="input" {...descriptionOf(id, { error, hint })} />
    </Field>
  );
}

export function SelectField({ label, hint, error, ...select }: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select {...select} id={id} className="input select" {...descriptionOf(id, { error, hint })} />
    </Field>
  );
}

export function CheckboxField({
  label,
  hint,
  error,
  ...input
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const id = useId();
  return (
    <div className="field">
      <label className="checkbox">
        <input {...input} type="checkbox" {...descriptionOf(id, { error, hint })} />
        {label}
      </label>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

interface PasswordFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** Labels of the button that shows and hides the password. */
  toggle: { show: string; hide: string };
}

export function PasswordField({ label, hint, error, toggle, ...input }: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="password">
        <input
          {...input}
          id={id}
          className="input"
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          {...descriptionOf(id, { error, hint })}
        />
        <button
          type="button"
          className="password-toggle"
          aria-pressed={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? toggle.hide : toggle.show}
        </button>
      </div>
    </Field>
  );
}
