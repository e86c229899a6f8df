import type { Voice } from '@ownvoice/shared/contract';
import { VOICES } from '@ownvoice/shared/contract/voices';
import { type Message, message } from '../errors.js';
import { purposeOf, type SpeechKind, variantsFor } from '../voices/voices.js';
import { type EngineRecord, type EngineRole, isUsable, type State } from './supervisor-machine.js';

export type EngineChoice =
  | { readonly kind: 'engine'; readonly role: EngineRole }
  /** Another variant could. */
  | { readonly kind: 'unsupported'; readonly reason: Message }
  /** `retryAfter` in seconds; `lasts` if an operator has to act. */
  | { readonly kind: 'unavailable'; readonly reason: Message; readonly retryAfter: number; readonly lasts?: true };

const TASKS: Readonly<Record<SpeechKind, string>> = {
  speech: 'Speaking with the pre-built voices',
  design: 'Voice design',
  clone: 'Voice cloning',
};

const failure = (reason: Message): EngineChoice => ({ kind: 'unavailable', reason, retryAfter: 60, lasts: true });
const later = (reason: Message, retryAfter: number): EngineChoice => ({ kind: 'unavailable', reason, retryAfter });

/** Whether it is on its way back: work waits for it. */
const comesBack = ({ state, wasReady, rules }: EngineRecord): boolean =>
  wasReady && !rules.isRemote && (state.kind === 'restarting' || state.kind === 'loading');

const has = (voices: readonly Voice[], voice: string | undefined) =>
  voice === undefined || voices.some(({ id }) => id === voice);

/** The voices that requests may name: those of the model's checkpoint once it is found, or the nine. */
export const modelVoices = ({ model }: State): readonly Voice[] => model.voices ?? model.found?.voices ?? VOICES;

/**
 * Chooses the engine for a request. What the configured variant cannot do is refused, loaded or not; during a switch to
 * another variant, what neither of both can do. So is a voice that its checkpoint lacks, unless the built-in voice speaks.
 * @param voice of a plain request
 */
export function chooseEngine(state: State, kind: SpeechKind, voice?: string): EngineChoice {
  const { variant, model, fallback, fallbackRule } = state;
  const coming = model.next ?? model.variant ?? variant;
  if (purposeOf(variant) !== kind && purposeOf(coming) !== kind)
    return { kind: 'unsupported', reason: variantNeeded(state, kind) };
  const voices = modelVoices(state);
  const isUp = isUsable(model.state) && !model.next;
  if (!isUp && kind === 'speech' && fallback && fallbackRule !== 'never' && has(VOICES, voice)) {
    if (fallback.state.kind === 'ready' || comesBack(fallback)) return { kind: 'engine', role: 'fallback' };
    if (fallback.state.kind === 'failed') return failure(fallback.state.reason);
    return later(message('builtin_loading', {}), 1);
  }
  if (!has(voices, voice)) {
    const reason = message('voice_missing', {
      voice: String(voice),
      names: voices.map(({ id }) => id).join(', ') || 'none',
    });
    return { kind: 'unsupported', reason };
  }
  if (isUp || comesBack(model)) return { kind: 'engine', role: 'model' };
  if (model.rules.isRemote) return later(message('engines_gone', {}), 5);
  switch (model.state.kind) {
    case 'absent':
    case 'failed':
      return failure(model.state.reason);
    case 'stopped':
      return failure(message('model_stopped', { variant }));
    default:
      return later(message('model_loading', { variant: coming }), 10);
  }
}

function variantNeeded({ variant, model, takesFirstModel }: State, kind: SpeechKind): Message {
  const able = variantsFor(kind);
  const now =
    model.state.kind === 'ready'
      ? 'is loaded'
      : model.state.kind === 'asleep'
        ? 'is loaded on demand'
        : // Nothing about a choice that nobody made.
          `is the ${takesFirstModel ? 'default' : 'configured one'}`;
  return message('model_required', {
    task: TASKS[kind],
    variants: able.join(' or '),
    now: `${variant} ${now}`,
    options: able.map((one) => `--model ${one}`).join(' or '),
  });
}
