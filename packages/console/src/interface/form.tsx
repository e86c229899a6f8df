import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RequestError } from '../http/request.js';
import { type CommonText, useCatalogue } from '../language/language-provider.js';
import { Button } from './button.js';
import { ErrorNotice, useErrorText } from './notice.js';
import { useAction } from './use-action.js';

type Values = Readonly<Record<string, string | boolean>>;
/** A message for each field whose value is rejected. */
export type FieldErrors<V> = { readonly [K in keyof V]?: string | undefined };

interface FormState<V> {
  values: V;
  busy: boolean;
  /** What no field is to blame for. */
  error: unknown;
  /** Counts failed attempts: after each, the focus moves to the first rejected field. */
  attempt: number;
  /** The properties of a field's component. */
  field<K extends keyof V>(name: K): { value: V[K]; error: string | undefined; onChange: (value: V[K]) => void };
  set(change: Partial<V>): void;
  /** Sends the form unless the page itself rejects a value. */
  submit(work: () => Promise<void>): void;
  clear(): void;
}

/**
 * The values of a form, and which of them the page or the server rejects.
 * @param validate what the page rejects; shown from the first attempt to send the form
 */
export function useForm<V extends Values>(
  initial: V,
  validate: (values: V) => FieldErrors<V> = () => ({}),
): FormState<V> {
  const [values, setValues] = useState(initial);
  const [attempted, setAttempted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const action = useAction();
  const errorText = useErrorText();
  const rejected = fieldOf(action.error, values);
  const invalid = validate(values);
  const set = (change: Partial<V>) => setValues((current) => ({ ...current, ...change }));
  const again = () => setAttempt((count) => count + 1);
  return {
    values,
    busy: action.busy,
    error: rejected === undefined ? action.error : undefined,
    attempt,
    set,
    clear: action.clear,
    field: (name) => ({
      value: values[name],
      error: (attempted ? invalid[name] : undefined) ?? (name === rejected ? errorText(action.error)[0] : undefined),
      onChange: (value) => set({ [name]: value } as unknown as Partial<V>),
    }),
    submit(work) {
      setAttempted(true);
      if (Object.values(invalid).some((message) => message !== undefined)) {
        action.clear();
        again();
        return;
      }
      void action
        .run(async () => {
          await work();
          setAttempted(false);
        })
        .then(again);
    },
  };
}

/** The fields that errors are about, by their codes. */
const FIELDS: Readonly<Record<string, string>> = {
  email_taken: 'email',
  key_name_taken: 'name',
  password_required: 'current_password',
  recent_sign_in_required: 'current_password',
  username_given: 'username',
  username_needed: 'username',
  wrong_code: 'code',
  wrong_password: 'current_password',
  wrong_setup_token: 'setup_token',
};
/** The field of the name of an account or a voice. */
const NAME_FIELDS = ['username', 'name'];

/** The field of a form that an error of the server is about; undefined when it has none. */
function fieldOf(error: unknown, values: Values): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  if (error.code === 'name_taken') return NAME_FIELDS.find((name) => name in values);
  const field = FIELDS[error.code];
  return field !== undefined && field in values ? field : undefined;
}

export interface FormProps {
  form: Pick<FormState<Values>, 'error' | 'attempt' | 'busy' | 'submit'>;
  /** What its button does; absent where `children` have a `SubmitButton`. */
  submit?: string;
  /** Where it can be cancelled, in a dialog. */
  onCancel?: () => void;
  /** Called whatever the values are. */
  onAttempt?: () => void;
  /** Runs when the page itself rejects no value. */
  onSubmit: () => Promise<void>;
  children: ReactNode;
}

/** A form without the browser's own validation: the page shows each error at its field, and the others above. */
export function Form({ form, submit, onCancel, onAttempt, onSubmit, children }: FormProps) {
  const { cancel } = useCatalogue<CommonText>();
  const { error, attempt } = form;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempt > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return (
    <form
      ref={element}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onAttempt?.();
        form.submit(onSubmit);
      }}
    >
      <ErrorNotice error={error} />
      {children}
      {submit !== undefined && (
        <div className="row end">
          {onCancel && <Button onClick={onCancel}>{cancel}</Button>}
          <SubmitButton form={form} submit={submit} />
        </div>
      )}
    </form>
  );
}

export function SubmitButton({ form, submit }: { form: { readonly busy: boolean }; submit: string }) {
  return (
    <Button variant="primary" type="submit" busy={form.busy}>
      {submit}
    </Button>
  );
}
