import { PageError } from '../../language/message.js';
import { type SpeechText, useText } from '../text.js';
import { saveDesignedVoice } from './library-api.js';
import { SaveVoiceForm, type SaveVoiceProps } from './save-voice-form.js';

interface SaveDesignedVoiceProps extends SaveVoiceProps {
  description: string;
  /** '' to detect it. */
  language: string;
  seed: number | undefined;
}

/** Saves a voice of the description. */
export function SaveDesignedVoice({ description, language, seed, ...form }: SaveDesignedVoiceProps) {
  const labels = useText().library;
  return (
    <SaveVoiceForm
      {...form}
      hint={labels.designedHint}
      onSave={async (name) => {
        if (description.trim() === '') throw new PageError((text: SpeechText) => text.library.descriptionMissing);
        await saveDesignedVoice({ name, description, language, seed });
      }}
    />
  );
}
