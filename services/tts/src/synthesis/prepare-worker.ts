import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { workerData } from 'piscina';
import {
  certainLanguage,
  Lexicon,
  type PreparedText,
  type PrepareOptions,
  type Pronunciation,
  prepareText,
} from '../text/index.js';

// The entry of the worker threads: one exported function for each task.

/** What every thread has from its start, so that it need not be sent with each text. */
export interface PoolData {
  readonly lexicon: readonly Pronunciation[];
}

const lexicon = new Lexicon((workerData as PoolData).lexicon);

/** @see prepareText */
export function prepare({ input, options }: { input: string; options: PrepareOptions }): PreparedText {
  return prepareText(input, options, lexicon);
}

/** @see certainLanguage */
export const languageOf = ({ text }: { text: string }): LanguageCode | undefined => certainLanguage(text);
