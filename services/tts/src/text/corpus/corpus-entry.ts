/**
 * The expected result of a text: unchanged (`stays`), other text (`says`), or these `sentences`, joined by one space (in
 * Chinese and Japanese by none). Detection finds its language unless it is `undetected`.
 */
export type CorpusEntry = { readonly undetected?: true } & (
  | { readonly stays: string }
  | { readonly input: string; readonly says: string }
  | { readonly input: string; readonly sentences: readonly string[] }
);
