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
  onClose: () => void;
}

/** A dialog with a form in it. The focus moves in, stays in, and goes back to where it was. */
export function Modal({ open, title, children, closeLabel, onClose }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="modal">
          <header className="modal-head">
            <Dialog.Title className="modal-title">{title}</Dialog.Title>
            <Dialog.Close className="button button-quiet button-icon" aria-label={closeLabel}>
              <Icon name="close" />
            </Dialog.Close>
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

/** Asks before something that can't be taken back. A press beside the dialog does not answer it. */
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
            <AlertDialog.Close className="button button-plain">{props.cancel}</AlertDialog.Close>
            <Button look="danger" busy={props.busy} onClick={props.onConfirm}>
              {props.confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
