import { useEffect, useState } from 'react';
import { Button } from './button.js';
import { Icon } from './icon.js';

/** Copies a text; the button says for two seconds that it did. */
export function CopyButton({ text, copy, copied }: { text: string; copy: string; copied: string }) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [done]);
  // Only secure pages (HTTPS or localhost) have a clipboard; elsewhere the text can still be selected.
  if (!window.isSecureContext) return null;
  return (
    <Button look="quiet" onClick={() => void navigator.clipboard.writeText(text).then(() => setDone(true))}>
      <Icon name={done ? 'check' : 'copy'} />
      <span aria-live="polite">{done ? copied : copy}</span>
    </Button>
  );
}
