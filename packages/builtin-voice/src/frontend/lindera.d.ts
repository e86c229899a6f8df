// The part of the package's API that is used, declared here because the package is optional: the build works without it.
declare module 'lindera-wasm-ipadic' {
  interface Tokenizer {
    /** @returns one map a morpheme, with `text` and `details` */
    tokenize(text: string): unknown;
  }

  export class TokenizerBuilder {
    setDictionary(uri: string): void;
    setMode(mode: 'normal' | 'decompose'): void;
    build(): Tokenizer;
  }

  export default function initialise(input: { module_or_path: Uint8Array }): Promise<unknown>;
}
