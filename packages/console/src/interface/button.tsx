import { type ButtonHTMLAttributes, type ReactNode, useEffect, useState } from 'react';
import { type CommonText, useCatalogue } from '../language/language-provider.js';
import { Icon, type IconName } from './icon.js';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  /** Shows a spinner and ignores clicks. Unlike a disabled button, a busy one keeps the focus. */
  busy?: boolean;
}

export function Button({
  variant = 'secondary',
  busy = false,
  type = 'button',
  className = '',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={`button button-${variant} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    />
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  icon: IconName;
  /** What it does, for screen readers and in the tooltip. */
  label: string;
}

/** A button without a text. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <Button variant="ghost" className="button-icon" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </Button>
  );
}

interface FileButtonProps {
  variant?: ButtonProps['variant'];
  /** As the attribute of the input. */
  accept: string;
  children: ReactNode;
  onOpen: (file: File) => void;
}

/** Has the user choose a file. */
export function FileButton({ variant = 'ghost', accept, children, onOpen }: FileButtonProps) {
  return (
    <label className={`button button-${variant} shows-focus`}>
      {children}
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onOpen(file);
          // Choosing the same file again is a change as well.
          target.value = '';
        }}
      />
    </label>
  );
}

const CONFIRMATION_MS = 2_000;

/** Copies `text` to the clipboard and confirms it on the button. */
export function CopyButton({ text }: { text: string }) {
  const { copy, copied } = useCatalogue<CommonText>();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copyText = () =>
    void navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      // The browser forbids it, and the button confirms nothing.
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
