import { CheckboxField, TextAreaField } from '../interface/field.js';
import { useForm } from '../interface/form.js';
import { PageError } from '../language/language-provider.js';
import { send } from './api.js';
import type { VoiceDraft } from './draft.js';
import { ReferenceAudioField } from './reference-audio-field.js';
import { SavedVoices, SaveVoiceForm, type SaveVoiceProps, type VoiceTabProps, voiceNameError } from './saved-voices.js';
import { type SpeechText, useText } from './text.js';

/** The voice of a recording, and those that are saved. */
export function CloneTab(tab: VoiceTabProps) {
  const labels = useText().voice;
  const { draft, onChange } = tab;
  return (
    <>
      <ReferenceAudioField reference={draft.reference} onChange={(reference) => onChange({ reference })} />
      <TextAreaField
        label={labels.transcript}
        hint={labels.transcriptHint}
        rows={3}
        value={draft.transcript}
        onChange={(transcript) => onChange({ transcript })}
      />
      <SavedVoices {...tab} kind="clone" form={(form) => <SaveClonedVoice {...form} {...draft} />} />
    </>
  );
}

type SaveClonedVoiceProps = SaveVoiceProps & Pick<VoiceDraft, 'reference' | 'transcript'>;

/** Saves the voice of the reference audio. With the recording, other models can use the voice as well. */
function SaveClonedVoice({ reference, transcript, voices, onSaved }: SaveClonedVoiceProps) {
  const text = useText();
  const labels = text.library;
  const empty = { name: '', consent: false, keepsRecording: false };
  const form = useForm(empty, ({ name, consent }) => ({
    name: voiceNameError(name, voices, text),
    consent: consent ? undefined : text.fieldErrors.consentMissing,
  }));
  const save = async () => {
    if (reference === undefined) throw new PageError((words: SpeechText) => words.fieldErrors.referenceMissing);
    const name = form.values.name.trim();
    const body = new FormData();
    body.append('name', name);
    body.append('consent', 'true');
    body.append('keep_recording', String(form.values.keepsRecording));
    if (transcript !== '') body.append('reference_text', transcript);
    body.append('reference_audio', reference.audio, reference.name);
    await send('/v1/voices', { method: 'POST', body });
    form.set(empty);
    onSaved(name);
  };
  return (
    <SaveVoiceForm form={form} name={form.field('name')} hint={labels.clonedHint} onSubmit={save}>
      <CheckboxField {...form.field('consent')} label={labels.consent} />
      <CheckboxField {...form.field('keepsRecording')} label={labels.keepRecording} hint={labels.keepRecordingHint} />
    </SaveVoiceForm>
  );
}
