import './reference-audio.css';
import { TextAreaField } from '../interface/field.js';
import { SaveClonedVoice } from './library/save-cloned-voice.js';
import { SavedVoices } from './library/saved-voices.js';
import { ReferenceAudioField } from './reference-audio-field.js';
import { useText } from './text.js';
import type { VoiceTabProps } from './voice-draft.js';

/** The voice of a recording, and those that are saved. Loaded when its tab is opened. */
export default function CloneTab(tab: VoiceTabProps) {
  const labels = useText().voice;
  const { draft, onChange } = tab;
  const { reference, transcript } = draft;
  return (
    <>
      <ReferenceAudioField reference={reference} onChange={(next) => onChange({ reference: next })} />
      <TextAreaField
        label={labels.transcript}
        hint={labels.transcriptHint}
        rows={3}
        value={transcript}
        onChange={(event) => onChange({ transcript: event.target.value })}
      />
      <SavedVoices
        {...tab}
        kind="clone"
        form={(form) => <SaveClonedVoice {...form} reference={reference} transcript={transcript} />}
      />
    </>
  );
}
