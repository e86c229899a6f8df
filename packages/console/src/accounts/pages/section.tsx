import { type ReactNode, useId } from 'react';

interface SectionProps {
  /** A card of a page, or a part of a dialog. */
  in: 'page' | 'dialog';
  title: string;
  children: ReactNode;
}

/** A part of a page or dialog with its own heading. */
export function Section({ in: place, title, children }: SectionProps) {
  const id = useId();
  const Heading = place === 'page' ? 'h2' : 'h3';
  return (
    <section className={place === 'page' ? 'card' : 'modal-section'} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {children}
    </section>
  );
}
