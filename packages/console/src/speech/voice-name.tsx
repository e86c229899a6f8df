import { MAX_VOICE_NAME_CHARACTERS } from '@ownvoice/shared/contract/speech-limits';
import { SPEECH_PATTERNS } from '@ownvoice/shared/contract/speech-patterns';
import { TextField } from '../interface/field.js';
import { type SpeechText, useText } from './text.js';

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

interface VoiceNameFieldProps {
  value: string;
  error: string | undefined;
  hint: string;
  onChange: (value: string) => void;
}

export const VoiceNameField = (field: VoiceNameFieldProps) => (
  <TextField {...field} label={useText().library.name} autoComplete="off" />
);
