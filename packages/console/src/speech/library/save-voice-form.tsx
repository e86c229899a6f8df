import { useId, useState } from 'react';
import { Button } from '../../interface/button.js';
import { TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import type { Reference } from '../speech-parameters.js';
import { useText } from '../text.js';
import { saveVoice } from './library-api.js';
import { nameFault } from './voice-name.js';

interface SaveVoiceFormProps {
  /** What the tab has of the voice. */
  reference: Reference | undefined;
  transcript: string;
  voices: readonly { name: string }[];
  onSaved: (name: string) => void;
}

/** Saves the voice of the reference audio under a name. */
export function SaveVoiceForm({ reference, transcript, voices, onSaved }: SaveVoiceFormProps) {
  const text = useText();
  const labels = text.library;
  const id = useId();
  const action = useAction();
  const [name, setName] = useState('');
  const [hasConsent, setHasConsent] = useState(false);
  const [isAttempted, setIsAttempted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const fault = nameFault(name, voices);
  const nameError = isAttempted && fault ? labels.nameFaults[fault] : undefined;
  const consentError = isAttempted && !hasConsent ? labels.consentMissing : undefined;
  const save = () => {
    setIsAttempted(true);
    setAttempt((count) => count + 1);
    if (fault || !hasConsent) return action.clear();
    void action.run(async () => {
      if (reference === undefined) throw new Error(text.generation.referenceMissing);
      await saveVoice({ name: name.trim(), reference, transcript });
      setName('');
      setHasConsent(false);
      setIsAttempted(false);
      onSaved(name.trim());
    });
  };
  return (
    <Form attempt={attempt} onSubmit={save}>
      <TextField
        label={labels.name}
        hint={labels.nameHint}
        error={nameError}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="field">
        <label className="consent">
          <input
            type="checkbox"
            checked={hasConsent}
            aria-invalid={consentError !== undefined || undefined}
            aria-describedby={consentError === undefined ? undefined : `${id}-error`}
            onChange={(event) => setHasConsent(event.target.checked)}
          />
          {labels.consent}
        </label>
        {consentError !== undefined && (
          <p className="field-error" id={`${id}-error`}>
            {consentError}
          </p>
        )}
      </div>
      <ErrorNotice error={action.error} />
      <div className="actions actions-start">
        <Button type="submit" busy={action.busy}>
          {labels.save}
        </Button>
      </div>
    </Form>
  );
}
