import { LANGUAGE_CODES, LANGUAGES } from './languages.js';
import { MODEL_PURPOSES, SPEECH_MODEL_ALIASES, SPEECH_MODELS, SPEECH_ROUTES, type SpeechKind } from './models.js';
import type { TextPattern } from './text-rules.js';
import { VOICE_ALIASES, VOICES } from './voices.js';

/** A pattern of some text in upper or lower case. */
const anyCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

/** All accepted names of voices. */
export const VOICE_NAMES: readonly string[] = [...VOICES.map(({ id }) => id), ...Object.keys(VOICE_ALIASES)];

/** What may stand anywhere in the name of a voice. */
const NAME_MARKS = '[\\s_-]*';
const voiceName = (name: string) => [...name.replace('_', '')].map(anyCase).join(NAME_MARKS);

const codes = Object.values(LANGUAGE_CODES);
const language: TextPattern = {
  pattern: `^\\s*(?:|${['auto', ...LANGUAGES].map(anyCase).join('|')}|(?:${codes.map(anyCase).join('|')})(?:[-_][A-Za-z0-9]{1,8})*)\\s*$`,
  rule: `must be one of ${['auto', ...LANGUAGES.flatMap((name) => [name, LANGUAGE_CODES[name]])].join(', ')}`,
};

const DATE = '-[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
const aliases = `(?:${SPEECH_MODEL_ALIASES.join('|')})(?:${DATE})?`;

/** An identifier that stock clients send for `engine-tts`, with or without a date. */
export const MODEL_ALIAS = new RegExp(`^${aliases}$`);

/** The model identifiers that a route takes. */
function modelFor(kind: SpeechKind): TextPattern {
  const own = SPEECH_MODELS.filter((model) => [kind, 'any'].includes(MODEL_PURPOSES[model]));
  return {
    pattern: `^(?:${own.join('|')}|${aliases})$`,
    rule: (text) => {
      const other = SPEECH_MODELS.find((model) => model === text);
      const purpose = other === undefined ? 'any' : MODEL_PURPOSES[other];
      return purpose === 'any'
        ? `must be one of ${[...own, ...SPEECH_MODEL_ALIASES].join(', ')}`
        : `${text} is not for this route; send it to ${SPEECH_ROUTES[purpose]}`;
    },
  };
}

/** The patterns of the fields of speech requests. */
export const SPEECH_PATTERNS = {
  /** Without any of these there is nothing to say; with one of them there may still be nothing. */
  speakable: {
    pattern: '[\\p{L}\\p{N}$%¢-¥©®°֏؋߾߿৲৳৻૱௹฿៛‰₠-⃿™⒜-ⓩ㈀-㏿꠸﷼﹩＄￠￡￥￦🄐-🅏𑿝-𑿠𞋿𞲰]',
    rule: 'has nothing in it that can be spoken once marks, symbols and stage directions are removed',
  },
  notBlank: { pattern: '\\S', rule: 'must not be empty' },
  language,
  speechModel: modelFor('speech'),
  designModel: modelFor('design'),
  cloneModel: modelFor('clone'),
  wav: {
    pattern: `^${anyCase('wav')}$`,
    rule: 'must be wav; with --formats lenient the service answers every other format with WAV too',
  },
  wholeAudio: { pattern: '^audio$', rule: 'must be "audio": audio is not streamed' },
  voiceName: {
    pattern: '^[\\p{L}\\p{M}\\p{Nd} _-]*$',
    rule: 'may have only letters, digits, spaces, "-" and "_"',
  },
  freeVoiceName: {
    pattern: `^(?!${NAME_MARKS}(?:${[...VOICE_NAMES, 'design'].map(voiceName).join('|')})${NAME_MARKS}$)`,
    rule: 'must not be the name or an alias of a pre-built voice, nor "design"',
  },
  letterOrDigit: { pattern: '[\\p{L}\\p{Nd}]', rule: 'must have a letter or a digit' },
  true: { pattern: `^${anyCase('true')}$`, rule: 'must be true: the person whose voice it is has to agree' },
  trueOrFalse: { pattern: `^(?:${anyCase('true')}|${anyCase('false')})$`, rule: 'must be true or false' },
  decimal: { pattern: '^\\s*(?:|null|-?[0-9]{1,20}(?:\\.[0-9]{1,20})?)\\s*$', rule: 'must be a number' },
} as const satisfies Readonly<Record<string, TextPattern>>;
