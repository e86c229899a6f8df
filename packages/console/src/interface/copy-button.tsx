import { useEffect, useState } from 'react';
import { Button } from './button.js';
import { Icon } from './icon.js';

const CONFIRMATION_MS = 2_000;

/** Copies `text` to the clipboard and confirms it on the button. */
export function CopyButton({ text, copy, copied }: { text: string; copy: string; copied: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copyText = () =>
    void navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      // The browser forbids it; the button does not say otherwise.
      () => undefined,
    );
  // Browsers offer the clipboard only on HTTPS and localhost; elsewhere the text can still be selected.
  if (!window.isSecureContext) return null;
  return (
    <Button variant="ghost" onClick={copyText}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span aria-live="polite">{isCopied ? copied : copy}</span>
    </Button>
  );
}
