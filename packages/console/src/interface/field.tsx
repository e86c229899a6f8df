import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';

interface Labelled {
  label: string;
  /** What one should know before typing. */
  hint?: ReactNode;
}

function Frame({ id, label, hint, children }: Labelled & { id: string; children: ReactNode }) {
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

export function TextField({ label, hint, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint}>
      <input {...input} id={id} className="input" aria-describedby={describedBy(id, hint)} />
    </Frame>
  );
}

export function TextAreaField({ label, hint, ...area }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint}>
      <textarea {...area} id={id} className="input" aria-describedby={describedBy(id, hint)} />
    </Frame>
  );
}

export function SelectField({ label, hint, ...select }: Labelled & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint}>
      <select {...select} id={id} className="input select" aria-describedby={describedBy(id, hint)} />
    </Frame>
  );
}

interface PasswordFieldProps extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** What the button that uncovers the password says. */
  words: { show: string; hide: string };
}

export function PasswordField({ label, hint, words, ...input }: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Frame id={id} label={label} hint={hint}>
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
          {shown ? words.hide : words.show}
        </button>
      </div>
    </Frame>
  );
}
