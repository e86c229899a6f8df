import type { Pronunciation, SpeechHealth } from '@ownvoice/shared/contract';
import { DEFAULT_VOICE, VOICES } from '@ownvoice/shared/contract/voices';
import type { Book } from './narration/book.js';
import {
  canSpeak,
  hasModel,
  kindOf,
  type Reference,
  type SpeechParameters,
  type VoiceKind,
  type VoiceSelection,
} from './speech-parameters.js';

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
  /** Absent from drafts of earlier versions of the page. */
  pronunciations?: readonly Pronunciation[];
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

/** The draft as the page opens: on the tab whose voices the loaded model speaks. A saved voice is cloned. */
export function openedFor(draft: Draft, health: SpeechHealth): Draft {
  const { kind, preset } = draft.voice;
  const isSaved = kind === 'preset' && VOICES.every(({ id }) => id !== preset);
  if (!hasModel(health) || canSpeak(isSaved ? 'clone' : kind, health)) return draft;
  return { ...draft, voice: { ...draft.voice, kind: kindOf(health.variant) } };
}

export function parametersOf({ input, voice, delivery }: Draft): SpeechParameters {
  const { instruct, language, seed, speed, pronunciations = [] } = delivery;
  const number = Number(seed);
  const { preset, description, reference, transcript } = voice;
  const selections: { [Kind in VoiceKind]: VoiceSelection & { kind: Kind } } = {
    preset: { kind: 'preset', voice: preset, instruct },
    design: { kind: 'design', description },
    clone: { kind: 'clone', reference, transcript },
  };
  return {
    input,
    language,
    speed,
    seed: seed === '' || !Number.isSafeInteger(number) ? undefined : number,
    pronunciations: pronunciations.filter(({ text, say }) => text.trim() !== '' && say.trim() !== ''),
    voice: selections[voice.kind],
  };
}

/** The draft that makes the same clip again; what the tabs of other voices hold stays. */
export function draftOf(
  { input, language, seed, speed, pronunciations = [], voice }: SpeechParameters,
  current: Draft,
): Draft {
  const delivery = {
    ...current.delivery,
    language: language === 'Auto' ? '' : language,
    seed: String(seed ?? ''),
    speed,
  };
  const { kind } = voice;
  if (voice.kind === 'preset') {
    const { voice: preset, instruct } = voice;
    return { input, delivery: { ...delivery, pronunciations, instruct }, voice: { ...current.voice, kind, preset } };
  }
  return { input, delivery: { ...delivery, pronunciations }, voice: { ...current.voice, ...voice } };
}

/** What the user has entered to be narrated. */
export interface NarrationDraft {
  title: string;
  /** What is typed or pasted, without a book. */
  text: string;
  /** A file that was opened. */
  book: Book | undefined;
  /** The positions of chapters that are not narrated. */
  leftOut: ReadonlySet<number>;
}

export const NO_NARRATION: NarrationDraft = { title: '', text: '', book: undefined, leftOut: new Set() };
