import { LANGUAGES } from '@ownvoice/shared/contract/languages';
import { VOICES } from '@ownvoice/shared/contract/voices';
import { SelectField, TextAreaField } from '../interface/field.js';
import { useForm } from '../interface/form.js';
import { PageError } from '../language/language-provider.js';
import { send } from './api.js';
import { SavedVoices, SaveVoiceForm, type SaveVoiceProps, type VoiceTabProps, voiceNameError } from './saved-voices.js';
import type { SpeechParameters } from './speech-parameters.js';
import { type SpeechText, useSpokenLanguage, useText } from './text.js';

interface DesignTabProps extends VoiceTabProps {
  delivery: Pick<SpeechParameters, 'language' | 'seed'>;
}

/** Languages that no pre-built voice speaks without an accent. */
const WITHOUT_NATIVE_VOICE = LANGUAGES.filter((language) => VOICES.every((voice) => voice.language !== language));

/** The voice of a description, and those that are saved. */
export function DesignTab({ delivery, ...tab }: DesignTabProps) {
  const labels = useText().voice;
  const nameOf = useSpokenLanguage();
  const { description } = tab.draft;
  const natives = WITHOUT_NATIVE_VOICE.flatMap((name) => {
    const native = { language: nameOf(name) };
    return [labels.nativeWoman(native), labels.nativeMan(native)];
  });
  return (
    <>
      <SelectField label={labels.startFrom} value="" onChange={(next) => tab.onChange({ description: next })}>
        <option value="">{labels.startFromNothing}</option>
        {natives.map((start) => (
          <option key={start}>{start}</option>
        ))}
      </SelectField>
      <TextAreaField
        label={labels.description}
        hint={labels.descriptionHint}
        placeholder={labels.descriptionExample}
        rows={5}
        value={description}
        onChange={(next) => tab.onChange({ description: next })}
      />
      <SavedVoices
        {...tab}
        kind="design"
        form={(form) => <SaveDesignedVoice {...form} {...delivery} description={description} />}
      />
    </>
  );
}

type SaveDesignedVoiceProps = SaveVoiceProps & DesignTabProps['delivery'] & { description: string };

/** Saves a voice that the voice-design model makes from the description. */
function SaveDesignedVoice({ description, language, seed, voices, onSaved }: SaveDesignedVoiceProps) {
  const text = useText();
  const labels = text.library;
  const form = useForm({ name: '' }, ({ name }) => ({ name: voiceNameError(name, voices, text) }));
  const save = async () => {
    if (description.trim() === '') throw new PageError((words: SpeechText) => words.fieldErrors.descriptionMissing);
    const name = form.values.name.trim();
    const body = {
      name,
      voice_description: description,
      ...(language !== '' && { language }),
      ...(seed !== undefined && { seed }),
    };
    await send('/v1/voices/design', { method: 'POST', body });
    form.set({ name: '' });
    onSaved(name);
  };
  return <SaveVoiceForm form={form} name={form.field('name')} hint={labels.designedHint} onSubmit={save} />;
}
