import { type Static, Type } from 'typebox';
import { LANGUAGES } from './languages.js';
import { named } from './schemas.js';
import { ReferenceAudio, ReferenceText, RequestLanguage, Seed, Voice, VoiceDescription } from './speech.js';
import { MAX_VOICE_NAME_CHARACTERS } from './speech-limits.js';
import { SPEECH_PATTERNS } from './speech-patterns.js';
import { ruledText } from './text-rules.js';

/** A voice that a client has added to the library. */
export const CustomVoice = named('CustomVoice', {
  id: Type.String({ description: 'The name in lower case, without spaces, "-" and "_".' }),
  name: Type.String({ description: 'Display name.' }),
  language: Type.Enum([...LANGUAGES, 'auto'], {
    description: 'The language of the voice; auto when it is not known.',
  }),
  custom: Type.Literal(true),
  created_at: Type.Integer({ description: 'Milliseconds since the Unix epoch.' }),
});
export type CustomVoice = Static<typeof CustomVoice>;

/** Response of GET /v1/voices: the pre-built voices, then those of the library. */
export const VoiceList = named('VoiceList', { voices: Type.Array(Type.Union([CustomVoice, Voice])) });
export type VoiceList = Static<typeof VoiceList>;

/** Response of GET /v1/voices/:id. */
export const AnyVoice = Type.Union([CustomVoice, Voice], { $id: 'AnyVoice', title: 'AnyVoice' });

export const VoiceParams = Type.Object({
  id: Type.String({ description: 'The id or the name of a voice.', examples: ['ryan'] }),
});

const Name = ruledText(
  {
    minLength: 1,
    maxLength: MAX_VOICE_NAME_CHARACTERS,
    patterns: [SPEECH_PATTERNS.voiceName, SPEECH_PATTERNS.letterOrDigit, SPEECH_PATTERNS.freeVoiceName],
  },
  {
    description:
      'Letters of any script, digits, spaces, "-" and "_". No other voice may have the same name; case, spaces, "-" and "_" make no difference.',
    examples: ['Anna K'],
  },
);

const Flag = (pattern: (typeof SPEECH_PATTERNS)['true' | 'trueOrFalse'], options: object) =>
  ruledText({ maxLength: 64, patterns: [pattern] }, options);

/** The fields of POST /v1/voices, which is multipart/form-data. Unknown fields are ignored. */
export const ClonedVoiceRequest = named('ClonedVoiceRequest', {
  name: Name,
  reference_audio: ReferenceAudio,
  reference_text: ReferenceText,
  consent: Flag(SPEECH_PATTERNS.true, {
    description: 'true: the person whose voice it is has agreed to its use.',
    examples: ['true'],
  }),
  keep_recording: Type.Optional(
    Flag(SPEECH_PATTERNS.trueOrFalse, {
      default: 'false',
      description: 'true keeps the recording too, so that other models can use the voice.',
      examples: ['false'],
    }),
  ),
  language: RequestLanguage,
});

/** Body of POST /v1/voices/design. Unknown fields are ignored. */
export const DesignedVoiceRequest = named('DesignedVoiceRequest', {
  name: Name,
  voice_description: VoiceDescription,
  language: RequestLanguage,
  seed: Seed,
});
