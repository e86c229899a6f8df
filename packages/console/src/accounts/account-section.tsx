import { type ReactNode, useId, useState } from 'react';
import { Button, CopyButton } from '../interface/button.js';
import { ConfirmAction } from '../interface/dialog.js';
import { FetchError } from '../interface/notice.js';
import type { FetchState } from '../interface/use-fetch.js';

interface SectionProps {
  /** A card of a page, or a part of a dialog. */
  in?: 'page' | 'dialog';
  title: string;
  /** What it shows is not there yet. */
  busy?: boolean;
  children: ReactNode;
}

/** A part of a page or dialog with its own heading. */
export function Section({ in: place = 'page', title, busy, children }: SectionProps) {
  const id = useId();
  const Heading = place === 'page' ? 'h2' : 'h3';
  return (
    <section className={place === 'page' ? 'card stack' : 'modal-section stack'} aria-labelledby={id} aria-busy={busy}>
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

/** An entry of a list, with its button. */
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

interface EntryListProps<T> {
  list: Pick<FetchState<unknown>, 'error' | 'reload'>;
  entries: readonly T[] | undefined;
  /** What is shown of an entry; `name` in the texts about it, and as its title where it has no other. */
  show: (entry: T) => { key: string; name: string; title?: string; detail: string };
  text: Record<'button' | 'body', string> & Record<'label' | 'title', (values: { name: string }) => string>;
  remove: (entry: T) => Promise<void>;
}

/** The entries of a fetched list, each with a button that removes it once that is confirmed. */
export function EntryList<T>({ list, entries = [], show, text, remove }: EntryListProps<T>) {
  const [removing, setRemoving] = useState<T>();
  return (
    <>
      <FetchError {...list} />
      <ul className="stack">
        {entries.map((entry) => {
          const { key, name, title = name, detail } = show(entry);
          return (
            <Entry key={key} title={title} detail={detail}>
              <Button aria-label={text.label({ name })} onClick={() => setRemoving(entry)}>
                {text.button}
              </Button>
            </Entry>
          );
        })}
      </ul>
      {removing !== undefined && (
        <ConfirmAction
          title={text.title({ name: show(removing).name })}
          description={text.body}
          confirm={text.button}
          onConfirm={async () => {
            await remove(removing);
            setRemoving(undefined);
            list.reload();
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

interface ShownOnceProps {
  note: string;
  secret: string;
  /** What the user confirms. */
  done: string;
  onDone: () => void;
  children?: ReactNode;
}

/** A key or a link that is shown this once, to copy. */
export function ShownOnce({ note, secret, done, onDone, children }: ShownOnceProps) {
  return (
    <>
      <p className="muted">{note}</p>
      <p className="secret row spread wrap">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </p>
      {children}
      <div className="row end">
        <Button variant="primary" onClick={onDone}>
          {done}
        </Button>
      </div>
    </>
  );
}
