import { LANGUAGE_CODES, type Language } from '@ownvoice/shared/contract/languages';
import { useMemo } from 'react';
import type { Formats } from '../language/formats.js';
import { type Catalogues, useCatalogue, useFormat } from '../language/language-provider.js';
import type { TextOf } from '../language/messages.js';
import type english from './messages/en.js';

/** The words of the speech page, one file for each language. */
export const catalogues: Catalogues = {
  en: () => import('./messages/en.ts?messages'),
  de: () => import('./messages/de.ts?messages'),
  zh: () => import('./messages/zh.ts?messages'),
  ja: () => import('./messages/ja.ts?messages'),
};

export type SpeechText = TextOf<typeof english>;

export const useText = () => useCatalogue<SpeechText>();

/** What has failed, in the language of the page. */
export const reasonOf = ({ reasons }: SpeechText, { reason_code = '' }: { reason_code?: string }): string =>
  new Map(Object.entries(reasons)).get(reason_code) ?? reasons.other;

/** Seconds of audio as "9.6 s", "13 min 40 s" or "1 h 2 min". */
export function durationOf(seconds: number, { duration }: SpeechText, format: Formats): string {
  if (seconds < 59.95) return duration.seconds({ seconds: format.tenths(seconds) });
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? duration.minutes({ minutes: String(minutes), seconds: String(whole % 60) })
    : duration.hours({ hours: format.number(Math.floor(minutes / 60)), minutes: String(minutes % 60) });
}

/** `durationOf` in the language of the page. */
export function useDuration(): (seconds: number) => string {
  const text = useText();
  const format = useFormat();
  return useMemo(() => (seconds) => durationOf(seconds, text, format), [text, format]);
}

/** Names a language of the speech service in the language of the page. An unknown one, such as `auto`, stays as it is. */
export function useSpokenLanguage(): (name: string) => string {
  const format = useFormat();
  return (name) => (isLanguage(name) ? format.languageName(LANGUAGE_CODES[name]) : name);
}

const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGE_CODES, name);
