import type { Book } from './book.js';

/** What the user has entered to be narrated. */
export interface NarrationDraft {
  title: string;
  /** What is typed or pasted, without a book. */
  text: string;
  /** A file that was opened. */
  book: Book | undefined;
  /** The positions of chapters that are not narrated. */
  leftOut: ReadonlySet<number>;
}
