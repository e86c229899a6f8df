import { type ReactNode, useId } from 'react';
import { Confirm } from '../interface/dialog.js';
import { useAction } from '../interface/use-action.js';

interface SectionProps {
  /** A card of a page, or a part of a dialog. */
  in?: 'page' | 'dialog';
  title: string;
  children: ReactNode;
}

/** A part of a page or dialog with its own heading. */
export function Section({ in: place = 'page', title, children }: SectionProps) {
  const id = useId();
  const Heading = place === 'page' ? 'h2' : 'h3';
  return (
    <section className={place === 'page' ? 'card stack' : 'modal-section stack'} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {children}
    </section>
  );
}

interface EntryProps {
  title: string;
  detail: string;
  /** The button of the entry. */
  children: ReactNode;
}

/** An entry of the list of sessions, passkeys or identities. */
export function Entry({ title, detail, children }: EntryProps) {
  return (
    <li className="entry">
      <div className="wrap">
        <p>
          <bdi>{title}</bdi>
        </p>
        <p className="muted">{detail}</p>
      </div>
      {children}
    </li>
  );
}

interface ConfirmActionProps {
  title: string;
  description: string;
  confirm: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Confirms an action and shows its error. */
export function ConfirmAction({ onConfirm, ...dialog }: ConfirmActionProps) {
  const action = useAction();
  return <Confirm {...dialog} action={action} onConfirm={() => void action.run(onConfirm)} />;
}
