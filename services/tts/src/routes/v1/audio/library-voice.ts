import { VOICE_NAMES } from '@ownvoice/shared/contract';
import { LANGUAGE_CODES } from '@ownvoice/shared/contract/languages';
import { DEFAULT_VOICE_LANGUAGE, type SpeechRequest } from '../../../synthesis/speech-request.js';
import type { StoredVoice } from '../../../voice-library/stored-voice.js';
import type { VoiceLibrary } from '../../../voice-library/voice-library.js';

/** A sentence names no more voices of the library than this. */
const MAX_NAMED = 20;

/** A voice of the library in the terms of the synthesizer. */
export const libraryVoiceOf = (
  stored: StoredVoice,
  library: VoiceLibrary,
): Pick<SpeechRequest, 'voice' | 'voiceLanguage'> => ({
  voice: {
    kind: 'library',
    id: stored.id,
    referenceFor: (model) => library.reference(stored, model),
    keep: async (encoding, { variant }) => {
      if (variant !== null) await library.keep(stored, encoding, variant);
    },
  },
  voiceLanguage: stored.language === 'auto' ? DEFAULT_VOICE_LANGUAGE : LANGUAGE_CODES[stored.language],
});

/** The end of a sentence that lists the voices of the library. */
async function libraryNames(library: VoiceLibrary): Promise<string> {
  const names = (await library.all()).map(({ name }) => name);
  const rest = names.length - MAX_NAMED;
  if (names.length === 0) return 'which is empty';
  return `${names.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The sentence that refuses a name that no voice has. */
export const unknownVoice = async (field: string, library: VoiceLibrary): Promise<string> =>
  `${field} must be one of ${VOICE_NAMES.join(', ')}, or of the voice library: ${await libraryNames(library)}.`;

/** The same where only voices of the library can be used. */
export const unknownLibraryVoice = async (field: string, library: VoiceLibrary): Promise<string> =>
  `${field} must be a voice of the voice library: ${await libraryNames(library)}.`;
