import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { Icon } from './icon.js';

interface ModalProps {
  open: boolean;
  title: string;
  children: ReactNode;
  closeLabel: string;
  /** Left out where only a button of the form may close it. */
  onClose: (() => void) | undefined;
}

/** A dialog for a form. Base UI moves the focus in, traps it, and restores it on close. */
export function Modal({ open, title, children, closeLabel, onClose }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="modal">
          <header className="modal-header">
            <Dialog.Title className="modal-title">{title}</Dialog.Title>
            {onClose && (
              <Dialog.Close className="button button-ghost button-icon" aria-label={closeLabel}>
                <Icon name="close" />
              </Dialog.Close>
            )}
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  title: string;
  description: ReactNode;
  confirm: string;
  cancel: string;
  busy: boolean;
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms an action that cannot be undone. A click outside the dialog does not close it. */
export function Confirm(props: ConfirmProps) {
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => !next && props.onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="modal">
          <AlertDialog.Title className="modal-title">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="modal-text">{props.description}</AlertDialog.Description>
          {props.children}
          <div className="actions">
            <AlertDialog.Close className="button button-secondary">{props.cancel}</AlertDialog.Close>
            <Button variant="danger" busy={props.busy} onClick={props.onConfirm}>
              {props.confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
