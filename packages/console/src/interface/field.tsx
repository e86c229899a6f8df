import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';

interface FieldProps {
  label: string;
  hint?: ReactNode;
}

function Field({ id, label, hint, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

const describedBy = (id: string, hint: ReactNode) => (hint === undefined ? undefined : `${id}-hint`);

export function TextField({ label, hint, ...input }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint}>
      <input {...input} id={id} className="input" aria-describedby={describedBy(id, hint)} />
    </Field>
  );
}

export function TextAreaField({ label, hint, ...area }: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint}>
      <textarea {...area} id={id} className="input" aria-describedby={describedBy(id, hint)} />
    </Field>
  );
}

export function SelectField({ label, hint, ...select }: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint}>
      <select {...select} id={id} className="input select" aria-describedby={describedBy(id, hint)} />
    </Field>
  );
}

interface PasswordFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** Labels of the button that shows and hides the password. */
  toggle: { show: string; hide: string };
}

export function PasswordField({ label, hint, toggle, ...input }: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Field id={id} label={label} hint={hint}>
      <div className="password">
        <input
          {...input}
          id={id}
          className="input"
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={describedBy(id, hint)}
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
