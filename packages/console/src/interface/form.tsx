import { type ReactNode, useEffect, useRef } from 'react';

interface FormProps {
  /** Counts failed attempts: after each, the focus moves to the first refused field. */
  attempt?: number;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form without the browser's own validation: the page shows each error at its field. */
export function Form({ attempt = 0, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return (
    <form
      ref={form}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
