import './saved-voices.css';
import type { CustomVoice, SpeechHealth } from '@ownvoice/shared/contract';
import { DEFAULT_VOICE } from '@ownvoice/shared/contract/voices';
import { type ReactNode, useState } from 'react';
import { Button } from '../../interface/button.js';
import { Icon } from '../../interface/icon.js';
import { Confirm } from '../../interface/modal.js';
import { ErrorNotice, SuccessNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { type Message, useMessage } from '../../language/message.js';
import { isCustom } from '../api.js';
import { speaksAs, variantsFor } from '../speech-parameters.js';
import { type SpeechText, useText } from '../text.js';
import { useVoiceSamples } from '../use-voice-samples.js';
import type { VoiceTabProps } from '../voice-draft.js';
import { deleteVoice } from './library-api.js';
import type { SaveVoiceProps } from './save-voice-form.js';

interface SavedVoicesProps extends VoiceTabProps {
  kind: 'clone' | 'design';
  /** Saves the voice of the tab; shown where that is possible. */
  form: (props: SaveVoiceProps) => ReactNode;
}

/** The library of voices: saves the one of the tab, lists all with a preview, deletes. */
export function SavedVoices({ engine, ...tab }: SavedVoicesProps) {
  const labels = useText().library;
  if (engine.kind !== 'loaded') return null;
  const { health } = engine;
  if (health.voice_library === undefined)
    return <p className="field-hint">{labels.absent({ option: '--voice-library' })}</p>;
  return <Library {...tab} health={health} />;
}

interface LibraryProps extends Omit<SavedVoicesProps, 'engine'> {
  health: SpeechHealth;
}

function Library({ kind, voices, health, draft, form, onChange }: LibraryProps) {
  const labels = useText().library;
  const saved = (voices.value ?? []).filter(isCustom);
  const isWritable = health.voice_library === 'writable';
  const canSpeak = speaksAs('clone', health);
  const samples = useVoiceSamples(`${health.engine} ${health.variant}`);
  const [success, say] = useMessage<SpeechText>();
  const [deleted, setDeleted] = useState<CustomVoice>();
  const finished = (message: Message<SpeechText>) => {
    say(message);
    voices.reload();
  };
  return (
    <section className="saved-voices" aria-labelledby="saved-voices-label" aria-busy={voices.loading}>
      <h3 id="saved-voices-label">{labels.label}</h3>
      {!isWritable && <p className="field-hint">{labels.readOnly}</p>}
      {isWritable &&
        speaksAs(kind, health) &&
        form({
          voices: saved,
          onSaved: (name) =>
            finished((text, format) => text.library.saved[kind]({ name, variants: format.or(variantsFor('clone')) })),
        })}
      <SuccessNotice>{success}</SuccessNotice>
      <ErrorNotice error={voices.error ?? samples.error} />
      {saved.length === 0 && <p className="field-hint">{labels.empty}</p>}
      <ul>
        {saved.map((voice) => (
          <SavedVoice
            key={voice.id}
            voice={voice}
            isPlaying={samples.playing === voice.id}
            isLoading={samples.loading === voice.id}
            onPreview={canSpeak ? () => samples.play(voice.id, labels.sample) : undefined}
            onStop={samples.stop}
            onDelete={isWritable ? () => setDeleted(voice) : undefined}
          />
        ))}
      </ul>
      {deleted !== undefined && (
        <DeleteVoice
          voice={deleted}
          onDone={() => {
            if (deleted.id === draft.preset) onChange({ preset: DEFAULT_VOICE });
            setDeleted(undefined);
            finished((text) => text.library.deleted({ name: deleted.name }));
          }}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </section>
  );
}

interface SavedVoiceProps {
  voice: CustomVoice;
  isPlaying: boolean;
  isLoading: boolean;
  /** Undefined while no model speaks with it. */
  onPreview: (() => void) | undefined;
  onStop: () => void;
  /** Undefined where the library is read-only. */
  onDelete: (() => void) | undefined;
}

function SavedVoice({ voice: { name }, isPlaying, isLoading, onPreview, onStop, onDelete }: SavedVoiceProps) {
  const text = useText();
  return (
    <li className="saved-voice">
      <span className="saved-voice-name">
        <bdi>{name}</bdi>
      </span>
      {onPreview !== undefined && (
        <button
          type="button"
          className="voice-sample"
          aria-label={isPlaying ? text.voice.stopSample({ name }) : text.voice.playSample({ name })}
          aria-busy={isLoading || undefined}
          onClick={isPlaying ? onStop : onPreview}
        >
          <Icon name={isPlaying ? 'stop' : 'play'} />
        </button>
      )}
      {onDelete !== undefined && (
        <Button variant="ghost" aria-label={text.library.deleteLabel({ name })} onClick={onDelete}>
          {text.library.delete}
        </Button>
      )}
    </li>
  );
}

interface DeleteVoiceProps {
  voice: CustomVoice;
  onDone: () => void;
  onClose: () => void;
}

function DeleteVoice({ voice: { id, name }, onDone, onClose }: DeleteVoiceProps) {
  const labels = useText().library;
  const action = useAction();
  return (
    <Confirm
      open
      title={labels.deleteTitle({ name })}
      description={labels.deleteDescription}
      confirm={labels.delete}
      cancel={labels.keep}
      busy={action.busy}
      onConfirm={() =>
        void action.run(async () => {
          await deleteVoice(id);
          onDone();
        })
      }
      onClose={onClose}
    >
      <ErrorNotice error={action.error} />
    </Confirm>
  );
}
