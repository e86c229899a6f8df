import { DEFAULT_VOICE } from '@ownvoice/shared/contract/voices';
import type { Reference, SpeechParameters, VoiceKind, VoiceSelection } from './speech-parameters.js';

/** What the user has entered. */
export interface Draft {
  input: string;
  delivery: DeliveryDraft;
  voice: VoiceDraft;
}

export interface DeliveryDraft {
  /** '' to detect it. */
  language: string;
  instruct: string;
  speed: number;
  seed: string;
}

/** The inputs of all tabs. They are kept when the tab changes. */
export interface VoiceDraft {
  kind: VoiceKind;
  /** The id of a preset voice. */
  preset: string;
  description: string;
  reference: Reference | undefined;
  transcript: string;
}

export const newDraft = (input: string): Draft => ({
  input,
  delivery: { language: '', instruct: '', speed: 1, seed: '' },
  voice: { kind: 'preset', preset: DEFAULT_VOICE, description: '', reference: undefined, transcript: '' },
});

/** The draft with the default voice, where there is none of the one that it names. */
export function knownPreset(draft: Draft, voices: readonly { readonly id: string }[] = []): Draft {
  const { voice } = draft;
  const [first] = voices;
  if (!first || voices.some(({ id }) => id === voice.preset)) return draft;
  return { ...draft, voice: { ...voice, preset: first.id } };
}

export function parametersOf({ input, voice, delivery }: Draft): SpeechParameters {
  const { instruct, language, seed, speed } = delivery;
  const number = Number(seed);
  return {
    input,
    language,
    speed,
    seed: seed === '' || !Number.isSafeInteger(number) ? undefined : number,
    voice: voiceSelectionOf(voice, instruct),
  };
}

function voiceSelectionOf(draft: VoiceDraft, instruct: string): VoiceSelection {
  switch (draft.kind) {
    case 'preset':
      return { kind: 'preset', voice: draft.preset, instruct };
    case 'design':
      return { kind: 'design', description: draft.description };
    case 'clone':
      return { kind: 'clone', reference: draft.reference, transcript: draft.transcript };
  }
}
