import { type ReactNode, useState } from 'react';
import { Button } from '../../interface/button.js';
import { TextField } from '../../interface/field.js';
import { Form } from '../../interface/form.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { useText } from '../text.js';
import { nameFault } from './voice-name.js';

/** What both forms are given by the list of the saved voices. */
export interface SaveVoiceProps {
  voices: readonly { name: string }[];
  onSaved: (name: string) => void;
}

interface SaveVoiceFormProps extends SaveVoiceProps {
  /** What is saved. */
  hint: string;
  /** Whether the further fields allow it. */
  isComplete?: boolean;
  /** @param isAttempted whether they show what is missing */
  fields?: (isAttempted: boolean) => ReactNode;
  onSave: (name: string) => Promise<void>;
}

/** Saves the voice of a tab under a name. */
export function SaveVoiceForm({ hint, voices, isComplete = true, fields, onSave, onSaved }: SaveVoiceFormProps) {
  const labels = useText().library;
  const action = useAction();
  const [name, setName] = useState('');
  const [isAttempted, setIsAttempted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const fault = nameFault(name, voices);
  const save = () => {
    setIsAttempted(true);
    setAttempt((count) => count + 1);
    if (fault || !isComplete) return action.clear();
    void action.run(async () => {
      await onSave(name.trim());
      setName('');
      setIsAttempted(false);
      onSaved(name.trim());
    });
  };
  return (
    <Form attempt={attempt} onSubmit={save}>
      <TextField
        label={labels.name}
        hint={hint}
        error={isAttempted && fault ? labels.nameFaults[fault] : undefined}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {fields?.(isAttempted)}
      <ErrorNotice error={action.error} />
      <div className="actions actions-start">
        <Button type="submit" busy={action.busy}>
          {labels.save}
        </Button>
      </div>
    </Form>
  );
}
