import { CopyButton } from '../interface/button.js';

/** A key or a link that is shown this once, to copy. */
export function ShownOnce({ note, secret }: { note: string; secret: string }) {
  return (
    <>
      <p className="muted">{note}</p>
      <p className="secret row spread wrap">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </p>
    </>
  );
}
