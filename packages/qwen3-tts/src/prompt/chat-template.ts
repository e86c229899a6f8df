import type { TextTokenizer } from '../checkpoint/tokenizer.js';
import { PromptError } from '../errors.js';

/** What happens to `<|im_end|>` and the like in a caller's text: removed, or parsed as the tokens that they name. */
export type AddedTokens = 'strip' | 'parse';

/** Ids of a text in its template: the tokens of the role and the text's own. The suffix is dropped. */
export interface TemplatedText {
  readonly role: readonly number[];
  readonly text: readonly number[];
}

const ROLE_TOKENS = 3;
const TEXT_SUFFIX_TOKENS = 5;
const REFERENCE_SUFFIX_TOKENS = 2;

/** The chat templates that the model was trained on. */
export const CHAT_TEMPLATES = {
  text: (text: string) => `<|im_start|>assistant\n${text}<|im_end|>\n<|im_start|>assistant\n`,
  reference: (text: string) => `<|im_start|>assistant\n${text}<|im_end|>\n`,
  instruct: (instruct: string) => `<|im_start|>user\n${instruct}<|im_end|>\n`,
} as const;

/** Encodes the text to speak. @throws PromptError when it is empty */
export function encodeText(tokenizer: TextTokenizer, text: string, addedTokens: AddedTokens): TemplatedText {
  const ids = tokenizer.encode(CHAT_TEMPLATES.text(clean(tokenizer, text, addedTokens)));
  const own = ids.slice(ROLE_TOKENS, -TEXT_SUFFIX_TOKENS);
  if (own.length === 0) throw new PromptError('There is no text to speak.');
  return { role: ids.slice(0, ROLE_TOKENS), text: own };
}

/** Encodes the transcript of a reference: the ids of its own text. @throws PromptError when it is empty */
export function encodeTranscript(tokenizer: TextTokenizer, text: string, addedTokens: AddedTokens): number[] {
  const ids = tokenizer.encode(CHAT_TEMPLATES.reference(clean(tokenizer, text, addedTokens)));
  const own = ids.slice(ROLE_TOKENS, -REFERENCE_SUFFIX_TOKENS);
  if (own.length === 0) throw new PromptError('The text of the reference is empty.');
  return own;
}

/** Encodes an instruction with its whole template; an empty one has no ids. */
export function encodeInstruct(tokenizer: TextTokenizer, instruct: string, addedTokens: AddedTokens): number[] {
  if (instruct === '') return [];
  return tokenizer.encode(CHAT_TEMPLATES.instruct(clean(tokenizer, instruct, addedTokens)));
}

function clean(tokenizer: TextTokenizer, text: string, addedTokens: AddedTokens): string {
  return addedTokens === 'strip' ? tokenizer.withoutAddedTokens(text) : text;
}
