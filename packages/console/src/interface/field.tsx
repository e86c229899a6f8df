import {
  type InputHTMLAttributes,
  type ReactNode,
  type RefAttributes,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Why the value is rejected. */
  error?: string | undefined;
}

/** The attributes of any control, with the value in place of the event. */
type ControlProps<Attributes> = FieldProps &
  Omit<Attributes, 'onChange' | 'value'> & { value: string; onChange: (value: string) => void };

/** The attributes by which screen readers find the label, the error and the hint of a control. */
interface Described {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label, its control, and below it why the value is rejected, and a hint. */
export function Field({ label, hint, error, control }: FieldProps & { control: (described: Described) => ReactNode }) {
  const id = useId();
  const notes = [error !== undefined && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {control({
        id,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': notes.join(' ') || undefined,
      })}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <div className="muted small" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

type InputAttributes = InputHTMLAttributes<HTMLInputElement> & RefAttributes<HTMLInputElement>;

export function TextField({ label, hint, error, onChange, ...input }: ControlProps<InputAttributes>) {
  const control = (described: Described) => (
    <input dir="auto" {...input} {...described} className="input" onChange={(event) => onChange(event.target.value)} />
  );
  return <Field label={label} hint={hint} error={error} control={control} />;
}

type TextAreaAttributes = TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextAreaField({ label, hint, error, onChange, ...area }: ControlProps<TextAreaAttributes>) {
  const control = (described: Described) => (
    <textarea
      dir="auto"
      {...area}
      {...described}
      className="input"
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return <Field label={label} hint={hint} error={error} control={control} />;
}

type SelectAttributes = SelectHTMLAttributes<HTMLSelectElement>;

export function SelectField({ label, hint, error, onChange, ...select }: ControlProps<SelectAttributes>) {
  const control = (described: Described) => (
    <select {...select} {...described} className="input" onChange={(event) => onChange(event.target.value)} />
  );
  return <Field label={label} hint={hint} error={error} control={control} />;
}

type CheckboxProps = FieldProps & { value: boolean; onChange: (value: boolean) => void };

export function CheckboxField({ label, hint, error, value, onChange }: CheckboxProps) {
  const control = (described: Described) => (
    <input {...described} type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
  );
  return <Field label={label} hint={hint} error={error} control={control} />;
}
