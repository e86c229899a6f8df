/**
 * What must come of a text: it stays as it is, it is said as something else, or it is these sentences (joined by one space,
 * in Chinese and Japanese by none). Unless `undetected`, its language is found by detection.
 */
export type CorpusEntry = { readonly undetected?: true } & (
  | { readonly stays: string }
  | { readonly input: string; readonly says: string }
  | { readonly input: string; readonly sentences: readonly string[] }
);
