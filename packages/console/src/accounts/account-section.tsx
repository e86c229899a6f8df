import type { ProofBody } from '@ownvoice/shared/contract';
import { type ReactNode, useId } from 'react';
import { Confirm } from '../interface/dialog.js';
import { useForm } from '../interface/form.js';
import { CurrentPasswordField, proofOf } from './account-fields.js';

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

interface ConfirmWithProofProps {
  title: string;
  description: string;
  confirm: string;
  /** Whether the account is the user's own. For another one the service asks for no password here. */
  own?: boolean;
  onConfirm: (proof: ProofBody) => Promise<void>;
  onClose: () => void;
}

/** Confirms an action that takes a recent sign-in or the password. */
export function ConfirmWithProof({ own = true, onConfirm, ...dialog }: ConfirmWithProofProps) {
  const form = useForm({ current_password: '' });
  return (
    <Confirm {...dialog} action={form} onConfirm={() => form.submit(() => onConfirm(proofOf(form.values)))}>
      {own && <CurrentPasswordField {...form.field('current_password')} />}
    </Confirm>
  );
}
