import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { type CommonText, useCatalogue } from '../language/language-provider.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import { ErrorNotice } from './notice.js';
import { useAction } from './use-action.js';

interface ModalProps {
  title: string;
  children: ReactNode;
  /** Left out where only a button of the form may close it. */
  onClose: (() => void) | undefined;
}

/** A dialog for a form. Base UI moves the focus in, traps it, and restores it on close. */
export function Modal({ title, children, onClose }: ModalProps) {
  const { close } = useCatalogue<CommonText>();
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose?.()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="modal waits">
          <header className="modal-header">
            <Dialog.Title>{title}</Dialog.Title>
            {onClose && (
              <Dialog.Close className="button button-ghost button-icon" aria-label={close}>
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
  title: string;
  description: ReactNode;
  confirm: string;
  /** What happens when the user confirms. */
  action: { readonly busy: boolean; readonly error: unknown };
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms an action that cannot be undone. A click outside the dialog does not close it. */
export function Confirm({ title, description, confirm, action, children, onConfirm, onClose }: ConfirmProps) {
  const { cancel } = useCatalogue<CommonText>();
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="modal">
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description className="muted">{description}</AlertDialog.Description>
          <ErrorNotice error={action.error} />
          {children}
          <div className="row end">
            <AlertDialog.Close className="button button-secondary">{cancel}</AlertDialog.Close>
            <Button variant="danger" busy={action.busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface ConfirmActionProps extends Pick<ConfirmProps, 'title' | 'description' | 'confirm' | 'onClose'> {
  /** Its error is shown in the dialog. */
  onConfirm: () => Promise<void>;
}

/** Confirms an action, and runs it. */
export function ConfirmAction({ onConfirm, ...dialog }: ConfirmActionProps) {
  const action = useAction();
  return <Confirm {...dialog} action={action} onConfirm={() => void action.run(onConfirm)} />;
}
