import type { TextTokenizer } from '../checkpoint/tokenizer.js';
import { PromptError } from './prompt-error.js';

/** What becomes of `<|im_end|>` and the like in a caller's text: out with them, or parsed as the tokens they name. */
export type AddedTokens = 'strip' | 'parse';

/** Ids of a wrapped text, cut by position: the role's tokens, the text's own, and the suffix that is dropped. */
export interface WrappedText {
  readonly role: readonly number[];
  readonly text: readonly number[];
}

const ROLE_TOKENS = 3;
const TEXT_SUFFIX_TOKENS = 5;
const REFERENCE_SUFFIX_TOKENS = 2;

/** The strings that the model was trained on; the tokens of a caller's text lie inside them. */
export const WRAPPINGS = {
  text: (text: string) => `<|im_start|>assistant\n${text}<|im_end|>\n<|im_start|>assistant\n`,
  reference: (text: string) => `<|im_start|>assistant\n${text}<|im_end|>\n`,
  instruct: (instruct: string) => `<|im_start|>user\n${instruct}<|im_end|>\n`,
} as const;

/** The text to be spoken. @throws PromptError when there is none */
export function wrapText(tokenizer: TextTokenizer, text: string, addedTokens: AddedTokens): WrappedText {
  const ids = tokenizer.encode(WRAPPINGS.text(spoken(tokenizer, text, addedTokens)));
  const own = ids.slice(ROLE_TOKENS, -TEXT_SUFFIX_TOKENS);
  if (own.length === 0) throw new PromptError('There is no text to speak.');
  return { role: ids.slice(0, ROLE_TOKENS), text: own };
}

/** What is said in a reference: the ids of its own text. @throws PromptError when there is none */
export function wrapReferenceText(tokenizer: TextTokenizer, text: string, addedTokens: AddedTokens): number[] {
  const ids = tokenizer.encode(WRAPPINGS.reference(spoken(tokenizer, text, addedTokens)));
  const own = ids.slice(ROLE_TOKENS, -REFERENCE_SUFFIX_TOKENS);
  if (own.length === 0) throw new PromptError('The text of the reference is empty.');
  return own;
}

/** An instruction; all of the wrapped ids are used. None for an empty one. */
export function wrapInstruct(tokenizer: TextTokenizer, instruct: string, addedTokens: AddedTokens): number[] {
  if (instruct === '') return [];
  return tokenizer.encode(WRAPPINGS.instruct(spoken(tokenizer, instruct, addedTokens)));
}

function spoken(tokenizer: TextTokenizer, text: string, addedTokens: AddedTokens): string {
  return addedTokens === 'strip' ? tokenizer.withoutAddedTokens(text) : text;
}
