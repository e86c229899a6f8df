import { useEffect } from 'react';

/** A file that is dropped anywhere on the page is opened, where a browser would leave the page for it. */
export function useFileDrop(open: (file: File) => void): void {
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      // Unless a field has taken it.
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const file = event.dataTransfer.files[0];
      if (event.type === 'drop' && file) open(file);
    };
    const events = ['dragover', 'drop'] as const;
    for (const name of events) document.addEventListener(name, onDrag);
    return () => {
      for (const name of events) document.removeEventListener(name, onDrag);
    };
  });
}
