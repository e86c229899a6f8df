import type { ModelKind } from '@ownvoice/shared/contract/models';
import type { CheckpointConfig } from '../checkpoint/config.js';
import type { TextTokenizer } from '../checkpoint/tokenizer.js';
import { PromptError } from '../errors.js';
import { type AddedTokens, encodeInstruct, encodeText, encodeTranscript } from './chat-template.js';
import { languageId, presetSpeaker } from './language.js';
import { type PromptLayout, type PromptPlan, planPrompt } from './plan.js';

interface PromptText {
  readonly text: string;
  /** English name in any case; `auto` when left out. */
  readonly language?: string;
  /** Streaming for clones and non-streaming for others when left out. */
  readonly layout?: PromptLayout;
  /** `strip` when left out. */
  readonly addedTokens?: AddedTokens;
}

/** A text and how to speak it, by the kind of the checkpoint. */
export type PromptRequest =
  | (PromptText & {
      readonly kind: 'custom_voice';
      /** Name of a preset speaker in any case; empty for none. */
      readonly speaker: string;
      /** Ignored by the 0.6B model, which was not trained with instructions. */
      readonly instruct?: string;
    })
  | (PromptText & { readonly kind: 'voice_design'; readonly instruct: string })
  | (PromptText & {
      readonly kind: 'base';
      /** The transcript and frames for in-context cloning; undefined to use the speaker embedding only. */
      readonly reference: { readonly text: string; readonly frames: number } | undefined;
    });

const DEFAULT_LAYOUTS: Readonly<Record<ModelKind, PromptLayout>> = {
  custom_voice: 'non_streaming',
  voice_design: 'non_streaming',
  base: 'streaming',
};

/**
 * Lays out the prompt of a request.
 * @throws PromptError for empty text, an unknown language or speaker, or a request of another kind than the checkpoint
 */
export function buildPrompt(config: CheckpointConfig, tokenizer: TextTokenizer, request: PromptRequest): PromptPlan {
  if (request.kind !== config.kind) {
    throw new PromptError(`A ${config.kind} checkpoint cannot serve a ${request.kind} request.`);
  }
  const addedTokens = request.addedTokens ?? 'strip';
  const preset = request.kind === 'custom_voice' ? presetSpeaker(config, request.speaker) : undefined;
  const presetPart = preset && ({ kind: 'token', id: preset.id } as const);
  return planPrompt(config, {
    instruct: encodeInstruct(tokenizer, instructOf(config, request), addedTokens),
    text: encodeText(tokenizer, request.text, addedTokens),
    language: languageId(config, request.language ?? 'auto', preset),
    speaker: request.kind === 'base' ? { kind: 'speaker' } : presetPart,
    reference:
      request.kind === 'base' && request.reference
        ? {
            text: encodeTranscript(tokenizer, request.reference.text, addedTokens),
            frames: request.reference.frames,
          }
        : undefined,
    layout: request.layout ?? DEFAULT_LAYOUTS[request.kind],
  });
}

function instructOf(config: CheckpointConfig, request: PromptRequest): string {
  if (request.kind === 'base') return '';
  if (request.kind === 'custom_voice' && config.size === '0b6') return '';
  return request.instruct ?? '';
}

/** The first logits of its prompt are stored when a model is built, and compared when it is loaded. */
export const PROBE_TEXT = 'Ready to speak.';

/** A prompt that every kind of checkpoint can be tried with: without speaker, language, instruction and reference. */
export const textOnlyPrompt = (config: CheckpointConfig, tokenizer: TextTokenizer, text: string): PromptPlan =>
  planPrompt(config, {
    instruct: [],
    text: encodeText(tokenizer, text, 'strip'),
    language: undefined,
    speaker: undefined,
    reference: undefined,
    layout: 'non_streaming',
  });
