import { useState } from 'react';
import type { Formats } from './formats.js';
import { type CommonText, useCatalogue, useFormat } from './language-provider.js';

/** A message that is kept while it is shown: a change of the language changes it as well. */
export type Message<T> = (text: T, format: Formats) => string;

/** Why the page itself cannot do what the user wants. */
export class PageError<T> extends Error {
  override readonly name = 'PageError';

  constructor(
    readonly sentence: Message<T>,
    options?: ErrorOptions,
  ) {
    super('', options);
  }
}

/** The shown message, '' without one, and the function that replaces it. */
export function useMessage<T extends CommonText>(): [said: string, say: (message?: Message<T>) => void] {
  const [current, setCurrent] = useState<{ message: Message<T> }>();
  const text = useCatalogue<T>();
  const format = useFormat();
  return [current?.message(text, format) ?? '', (message) => setCurrent(message && { message })];
}
