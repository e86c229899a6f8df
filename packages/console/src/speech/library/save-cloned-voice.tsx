import { useState } from 'react';
import { CheckboxField } from '../../interface/field.js';
import { PageError } from '../../language/message.js';
import type { Reference } from '../speech-parameters.js';
import { type SpeechText, useText } from '../text.js';
import { saveClonedVoice } from './library-api.js';
import { SaveVoiceForm, type SaveVoiceProps } from './save-voice-form.js';

interface SaveClonedVoiceProps extends SaveVoiceProps {
  reference: Reference | undefined;
  transcript: string;
}

/** Saves the voice of the reference audio. */
export function SaveClonedVoice({ reference, transcript, ...form }: SaveClonedVoiceProps) {
  const labels = useText().library;
  const [hasConsent, setHasConsent] = useState(false);
  const [keepsRecording, setKeepsRecording] = useState(false);
  return (
    <SaveVoiceForm
      {...form}
      hint={labels.clonedHint}
      isComplete={hasConsent}
      fields={(isAttempted) => (
        <>
          <CheckboxField
            label={labels.consent}
            error={isAttempted && !hasConsent ? labels.consentMissing : undefined}
            checked={hasConsent}
            onChange={(event) => setHasConsent(event.target.checked)}
          />
          <CheckboxField
            label={labels.keepRecording}
            hint={labels.keepRecordingHint}
            checked={keepsRecording}
            onChange={(event) => setKeepsRecording(event.target.checked)}
          />
        </>
      )}
      onSave={async (name) => {
        if (reference === undefined) throw new PageError((words: SpeechText) => words.generation.referenceMissing);
        await saveClonedVoice({ name, reference, transcript, keepsRecording });
        setHasConsent(false);
        setKeepsRecording(false);
      }}
    />
  );
}
