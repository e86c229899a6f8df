import type { CheckpointConfig } from '../checkpoint/config.js';
import type { TextTokenizer } from '../checkpoint/tokenizer.js';
import { encodeText } from './chat-template.js';
import { type PromptPlan, planPrompt } from './plan.js';

/** The first logits of its prompt are stored when a model is built, and compared when it is loaded. */
export const PROBE_TEXT = 'Ready to speak.';

/** A prompt that every kind of checkpoint can be tried with: without speaker, language, instruction and reference. */
export function textOnlyPrompt(config: CheckpointConfig, tokenizer: TextTokenizer, text: string): PromptPlan {
  return planPrompt(config, {
    instruct: [],
    text: encodeText(tokenizer, text, 'strip'),
    language: undefined,
    speaker: undefined,
    reference: undefined,
    layout: 'non_streaming',
  });
}
