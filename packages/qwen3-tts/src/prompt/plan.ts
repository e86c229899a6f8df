import type { CheckpointConfig } from '../checkpoint/config.js';
import type { TemplatedText } from './chat-template.js';

/** The codec vector that a position adds to its text vector. */
export type CodecPart =
  /** A row of the talker's codec embedding. */
  | { readonly kind: 'token'; readonly id: number }
  /** The speaker embedding of the reference. */
  | { readonly kind: 'speaker' }
  /** The sum of the 16 code embeddings of a frame of the reference. */
  | { readonly kind: 'frame'; readonly index: number };

/** One prompt position: the projected text vector of an id, and optionally a codec vector that is added to it. */
export interface Position {
  readonly text: number;
  readonly codec?: CodecPart;
}

/** A prompt before it is embedded. */
export interface PromptPlan {
  readonly positions: readonly Position[];
  /** Text ids that the decode steps add, one per frame, followed by `tts_pad`. Never empty. */
  readonly trailing: readonly number[];
  /** Frames of the reference in the prompt; they warm up the codec and are cut off the result. */
  readonly referenceFrames: number;
}

/** Whether the prompt holds the whole text, or the decode steps add one token per frame. */
export type PromptLayout = 'non_streaming' | 'streaming';

export type SpeakerPart = Extract<CodecPart, { kind: 'token' } | { kind: 'speaker' }>;

export interface PromptParts {
  readonly instruct: readonly number[];
  readonly text: TemplatedText;
  /** Codec id of the language; undefined lets the model detect it. */
  readonly language: number | undefined;
  readonly speaker: SpeakerPart | undefined;
  /** Transcript ids and number of frames of the reference, for in-context cloning. */
  readonly reference: { readonly text: readonly number[]; readonly frames: number } | undefined;
  readonly layout: PromptLayout;
}

/** Lays out the parts of a prompt position by position. */
export function planPrompt(config: CheckpointConfig, parts: PromptParts): PromptPlan {
  const plain = [...parts.instruct, ...parts.text.role].map((text): Position => ({ text }));
  const tail = planTail(config, parts);
  return {
    positions: [...plain, ...planHeader(config, parts), ...tail.positions],
    trailing: tail.trailing,
    referenceFrames: parts.reference?.frames ?? 0,
  };
}

type Tail = Pick<PromptPlan, 'positions' | 'trailing'>;

const token = (id: number): CodecPart => ({ kind: 'token', id });

function planHeader({ codecTokens, textTokens }: CheckpointConfig, { language, speaker }: PromptParts): Position[] {
  const { think, noThink, thinkBos, thinkEos, pad } = codecTokens;
  const languageTokens = language === undefined ? [noThink, thinkBos, thinkEos] : [think, thinkBos, language, thinkEos];
  const codec = [...languageTokens.map(token), ...(speaker ? [speaker] : [])];
  return [
    ...codec.map((part) => ({ text: textTokens.ttsPad, codec: part })),
    { text: textTokens.ttsBos, codec: token(pad) },
  ];
}

/** The whole text and the codec's track; a reference's transcript and frames stand in front of the text and behind `bos`. */
function planTail({ codecTokens, textTokens }: CheckpointConfig, { text, reference, layout }: PromptParts): Tail {
  const words = [...(reference?.text ?? []), ...text.text, textTokens.ttsEos];
  const codes = [
    token(codecTokens.bos),
    ...Array.from({ length: reference?.frames ?? 0 }, (_, index): CodecPart => ({ kind: 'frame', index })),
  ];
  if (layout === 'non_streaming') {
    const pad = token(codecTokens.pad);
    return {
      positions: [
        ...words.map((id) => ({ text: id, codec: pad })),
        ...codes.map((codec) => ({ text: textTokens.ttsPad, codec })),
      ],
      trailing: [textTokens.ttsPad],
    };
  }
  return {
    positions: codes.map((codec, i) => ({ text: words[i] ?? textTokens.ttsPad, codec })),
    trailing: words.length > codes.length ? words.slice(codes.length) : [textTokens.ttsPad],
  };
}
