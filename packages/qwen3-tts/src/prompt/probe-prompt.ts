import type { CheckpointConfig } from '../checkpoint/config.js';
import type { TextTokenizer } from '../checkpoint/tokenizer.js';
import { encodeText } from './chat-template.js';
import { type PromptPlan, planPrompt } from './plan.js';

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

/** Its first logits are stored when a model is built, and compared when it is loaded. */
export function probePrompt(config: CheckpointConfig, tokenizer: TextTokenizer): PromptPlan {
  return textOnlyPrompt(config, tokenizer, 'Ready to speak.');
}
