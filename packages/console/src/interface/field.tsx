import {
  type ChangeEvent,
  type ElementType,
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

/** A field whose control is a native element. */
const fieldOf = <Attributes,>(Control: ElementType, defaults: object = {}) =>
  function ControlField({ label, hint, error, onChange, ...attributes }: ControlProps<Attributes>) {
    const control = (described: Described) => (
      <Control
        {...defaults}
        {...attributes}
        {...described}
        className="input"
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
      />
    );
    return <Field label={label} hint={hint} error={error} control={control} />;
  };

const OF_ANY_DIRECTION = { dir: 'auto' };
export const TextField = fieldOf<InputHTMLAttributes<HTMLInputElement> & RefAttributes<HTMLInputElement>>(
  'input',
  OF_ANY_DIRECTION,
);
export const TextAreaField = fieldOf<TextareaHTMLAttributes<HTMLTextAreaElement>>('textarea', OF_ANY_DIRECTION);
export const SelectField = fieldOf<SelectHTMLAttributes<HTMLSelectElement>>('select');

type CheckboxProps = FieldProps & { value: boolean; onChange: (value: boolean) => void };

export function CheckboxField({ label, hint, error, value, onChange }: CheckboxProps) {
  const control = (described: Described) => (
    <input {...described} type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
  );
  return <Field label={label} hint={hint} error={error} control={control} />;
}
