import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the page has saved what the condition looks for in its database. */
export const saved = (page: Page, store: 'clips' | 'audio' | 'drafts', text: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async (name) => {
        const settled = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        const database = await settled(indexedDB.open('ownvoice-speech-'));
        const values = await settled(database.transaction(name).objectStore(name).getAll());
        database.close();
        return JSON.stringify(values, (_, value) => (ArrayBuffer.isView(value) ? value.byteLength : value));
      }, store),
    )
    .toContain(text);
