import type { CustomVoice, SpeechHealth } from '@ownvoice/shared/contract';
import { MAX_VOICE_NAME_CHARACTERS } from '@ownvoice/shared/contract/speech-limits';
import { SPEECH_PATTERNS } from '@ownvoice/shared/contract/speech-patterns';
import { lazy, type ReactNode, useState } from 'react';
import { Button } from '../interface/button.js';
import { TextField } from '../interface/field.js';
import { Form, type FormProps } from '../interface/form.js';
import { LoadedPart } from '../interface/loaded-part.js';
import { ErrorNotice, SuccessNotice } from '../interface/notice.js';
import type { FetchState } from '../interface/use-fetch.js';
import { type Message, useMessage } from '../language/language-provider.js';
import { type AnyVoice, isCustom, send } from './api.js';
import type { VoiceDraft } from './draft.js';
import { speaksAs, variantsFor } from './speech-parameters.js';
import { type SpeechText, useText } from './text.js';
import { SampleButton, useVoiceSamples } from './voice-samples.js';

// Loaded when the first voice is deleted.
const ConfirmAction = lazy(async () => ({ default: (await import('../interface/dialog.js')).ConfirmAction }));

export interface VoiceTabProps {
  draft: VoiceDraft;
  voices: FetchState<AnyVoice[]>;
  health: SpeechHealth | undefined;
  onChange: (change: Partial<VoiceDraft>) => void;
}

/** What the form that saves a voice is given by the list of the saved ones. */
export interface SaveVoiceProps {
  voices: readonly { name: string }[];
  onSaved: (name: string) => void;
}

interface SavedVoicesProps extends Pick<VoiceTabProps, 'voices' | 'health'> {
  kind: 'clone' | 'design';
  /** Saves the voice of the tab; shown where that is possible. */
  form: (props: SaveVoiceProps) => ReactNode;
}

/** The library of voices: saves the one of the tab, lists all with a preview, deletes. */
export function SavedVoices({ health, ...tab }: SavedVoicesProps) {
  const labels = useText().library;
  if (health === undefined) return null;
  if (health.voice_library === undefined)
    return <p className="muted small">{labels.absent({ option: '--voice-library' })}</p>;
  return <Library {...tab} health={health} />;
}

interface LibraryProps extends Omit<SavedVoicesProps, 'health'> {
  health: SpeechHealth;
}

function Library({ kind, voices, health, form }: LibraryProps) {
  const labels = useText().library;
  const saved = (voices.value ?? []).filter(isCustom);
  const isWritable = health.voice_library === 'writable';
  const samples = useVoiceSamples(health);
  const [success, showSuccess] = useMessage<SpeechText>();
  const [deleting, setDeleting] = useState<CustomVoice>();
  const finished = (message: Message<SpeechText>) => {
    showSuccess(message);
    voices.reload();
  };
  const remove = async ({ id, name }: CustomVoice) => {
    await send(`/v1/voices/${encodeURIComponent(id)}`, { method: 'DELETE' });
    setDeleting(undefined);
    finished((text) => text.library.deleted({ name }));
  };
  return (
    <section className="saved-voices stack" aria-labelledby="saved-voices-label" aria-busy={voices.loading}>
      <h3 id="saved-voices-label">{labels.label}</h3>
      {!isWritable && <p className="muted small">{labels.readOnly}</p>}
      {isWritable &&
        speaksAs(kind, health) &&
        form({
          voices: saved,
          onSaved: (name) =>
            finished((text, format) => text.library.saved[kind]({ name, variants: format.or(variantsFor('clone')) })),
        })}
      <SuccessNotice>{success}</SuccessNotice>
      <ErrorNotice error={voices.error ?? samples.error} />
      {saved.length === 0 && <p className="muted small">{labels.empty}</p>}
      <ul className="stack">
        {saved.map((voice) => (
          <li key={voice.id} className="voice">
            <bdi className="voice-details wrap">{voice.name}</bdi>
            {speaksAs('clone', health) && <SampleButton samples={samples} voice={voice} text={labels.sample} />}
            {isWritable && (
              <Button
                variant="ghost"
                aria-label={labels.deleteLabel({ name: voice.name })}
                onClick={() => setDeleting(voice)}
              >
                {labels.delete}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {deleting !== undefined && (
        <LoadedPart>
          <ConfirmAction
            title={labels.deleteTitle({ name: deleting.name })}
            description={labels.deleteDescription}
            confirm={labels.delete}
            onConfirm={() => remove(deleting)}
            onClose={() => setDeleting(undefined)}
          />
        </LoadedPart>
      )}
    </section>
  );
}

const matches = ({ pattern }: { pattern: string }, text: string) => new RegExp(pattern, 'u').test(text);

/** Case, spaces, "-" and "_" make no difference. */
const folded = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/gu, '');

/** The message about the rule of the contract that a name breaks; undefined for one that may be sent. */
export function voiceNameError(name: string, others: readonly { name: string }[], { codes, fieldErrors }: SpeechText) {
  const text = name.normalize('NFKC');
  if (text.trim() === '') return fieldErrors.nameMissing;
  const { voiceName, letterOrDigit, freeVoiceName } = SPEECH_PATTERNS;
  const fits =
    [...text].length <= MAX_VOICE_NAME_CHARACTERS && matches(voiceName, text) && matches(letterOrDigit, text);
  if (!fits) return fieldErrors.nameRules;
  const isTaken = !matches(freeVoiceName, text) || others.some((other) => folded(other.name) === folded(text));
  return isTaken ? codes.name_taken : undefined;
}

interface SaveVoiceFormProps {
  form: FormProps['form'];
  /** The field of the voice's name. */
  name: { value: string; error: string | undefined; onChange: (name: string) => void };
  hint: string;
  onSubmit: () => Promise<void>;
  /** What it asks for besides the name. */
  children?: ReactNode;
}

export function SaveVoiceForm({ form, name, hint, onSubmit, children }: SaveVoiceFormProps) {
  const labels = useText().library;
  return (
    <Form form={form} onSubmit={onSubmit}>
      <TextField {...name} label={labels.name} hint={hint} autoComplete="off" />
      {children}
      <div className="row">
        <Button type="submit" busy={form.busy}>
          {labels.save}
        </Button>
      </div>
    </Form>
  );
}
