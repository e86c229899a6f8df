import { TextAreaField } from '../interface/field.js';
import { SaveDesignedVoice } from './library/save-designed-voice.js';
import { SavedVoices } from './library/saved-voices.js';
import type { SpeechParameters } from './speech-parameters.js';
import { useText } from './text.js';
import type { VoiceTabProps } from './voice-draft.js';

interface DesignTabProps extends VoiceTabProps {
  delivery: Pick<SpeechParameters, 'language' | 'seed'>;
}

/** The voice of a description, and those that are saved. Loaded when its tab is opened. */
export default function DesignTab({ delivery, ...tab }: DesignTabProps) {
  const labels = useText().voice;
  const { description } = tab.draft;
  return (
    <>
      <TextAreaField
        label={labels.description}
        hint={labels.descriptionHint}
        placeholder={labels.descriptionExample}
        rows={5}
        value={description}
        onChange={(event) => tab.onChange({ description: event.target.value })}
      />
      <SavedVoices
        {...tab}
        kind="design"
        form={(form) => <SaveDesignedVoice {...form} {...delivery} description={description} />}
      />
    </>
  );
}
