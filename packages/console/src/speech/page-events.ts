import { useEffect } from 'react';

/** Calls the latest listener for events anywhere on the page. */
export function usePageEvents<Name extends keyof DocumentEventMap>(
  names: readonly Name[],
  listener: (event: DocumentEventMap[Name]) => void,
): void {
  useEffect(() => {
    for (const name of names) document.addEventListener(name, listener);
    return () => {
      for (const name of names) document.removeEventListener(name, listener);
    };
  });
}

/** A file that is dropped anywhere on the page is opened, where a browser would leave the page for it. */
export function useFileDrop(open: (file: File) => void): void {
  usePageEvents(['dragover', 'drop'], (event) => {
    // Unless a field has taken it.
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (event.type === 'drop' && file) open(file);
  });
}

/** Ctrl+Enter, wherever the focus is outside of a dialog. */
export function useSubmitKey(submit: () => void): void {
  usePageEvents(['keydown'], (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    if (event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]')) return;
    event.preventDefault();
    submit();
  });
}
