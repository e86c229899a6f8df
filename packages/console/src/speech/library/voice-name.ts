import { MAX_VOICE_NAME_CHARACTERS } from '@ownvoice/shared/contract/speech-limits';
import { SPEECH_PATTERNS } from '@ownvoice/shared/contract/speech-patterns';

/** Why a name is refused. */
export type NameFault = 'missing' | 'rules' | 'taken';

const matches = ({ pattern }: { pattern: string }, text: string) => new RegExp(pattern, 'u').test(text);

/** Case, spaces, "-" and "_" make no difference. */
const folded = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/gu, '');

/** The rule of the contract that a name breaks; undefined for one that may be sent. */
export function nameFault(name: string, others: readonly { name: string }[]): NameFault | undefined {
  const text = name.normalize('NFKC');
  if (text.trim() === '') return 'missing';
  const { voiceName, letterOrDigit, voice } = SPEECH_PATTERNS;
  const fits =
    [...text].length <= MAX_VOICE_NAME_CHARACTERS && matches(voiceName, text) && matches(letterOrDigit, text);
  if (!fits) return 'rules';
  const isTaken = matches(voice, text) || others.some((other) => folded(other.name) === folded(text));
  return isTaken ? 'taken' : undefined;
}
