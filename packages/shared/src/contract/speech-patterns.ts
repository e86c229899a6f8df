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
  rule: {
    code: 'not_one_of',
    parameters: { values: ['auto', ...LANGUAGES.flatMap((name) => [name, LANGUAGE_CODES[name]])].join(', ') },
  },
};

const DATE = '-[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
const aliases = `(?:${SPEECH_MODEL_ALIASES.join('|')})(?:${DATE})?`;

/** An identifier that stock clients send for `engine-tts`, with or without a date. */
export const MODEL_ALIAS = new RegExp(`^${aliases}$`);

/** The model identifiers that a route takes. @param lenient all but those of other routes */
function modelFor(kind: SpeechKind, lenient = false): TextPattern {
  const own = SPEECH_MODELS.filter((model) => [kind, 'any'].includes(MODEL_PURPOSES[model]));
  const others = SPEECH_MODELS.filter((model) => !own.includes(model));
  return {
    pattern: lenient ? `^(?!(?:${others.join('|')})$)` : `^(?:${own.join('|')}|${aliases})$`,
    rule: (text) => {
      const other = SPEECH_MODELS.find((model) => model === text);
      const purpose = other === undefined ? 'any' : MODEL_PURPOSES[other];
      return purpose === 'any'
        ? { code: 'not_one_of', parameters: { values: [...own, ...SPEECH_MODEL_ALIASES].join(', ') } }
        : { code: 'other_route', parameters: { model: text, route: SPEECH_ROUTES[purpose] } };
    },
  };
}

export const SPEECH_PATTERNS = {
  /** Without any of these there is nothing to say; with one of them there may still be nothing. */
  speakable: {
    pattern: '[\\p{L}\\p{N}$%¢-¥©®°֏؋߾߿৲৳৻૱௹฿៛‰₠-⃿™⒜-ⓩ㈀-㏿꠸﷼﹩＄￠￡￥￦🄐-🅏𑿝-𑿠𞋿𞲰]',
    rule: { code: 'nothing_to_speak' },
  },
  /** Something beside white space, control characters and lone surrogates, which are dropped. */
  notBlank: { pattern: '[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]', rule: { code: 'empty' } },
  language,
  speechModel: modelFor('speech'),
  designModel: modelFor('design'),
  cloneModel: modelFor('clone'),
  lenientSpeechModel: modelFor('speech', true),
  lenientDesignModel: modelFor('design', true),
  lenientCloneModel: modelFor('clone', true),
  wav: {
    pattern: `^${anyCase('wav')}$`,
    rule: { code: 'not_wav' },
  },
  wholeAudio: { pattern: '^audio$', rule: { code: 'not_streamed' } },
  voiceName: {
    pattern: '^[\\p{L}\\p{M}\\p{Nd} _-]*$',
    rule: { code: 'voice_name_characters' },
  },
  freeVoiceName: {
    pattern: `^(?!${NAME_MARKS}(?:${[...VOICE_NAMES, 'design', 'encoding'].map(voiceName).join('|')})${NAME_MARKS}$)`,
    rule: { code: 'reserved_name' },
  },
  letterOrDigit: { pattern: '[\\p{L}\\p{Nd}]', rule: { code: 'no_letter_or_digit' } },
  true: { pattern: `^${anyCase('true')}$`, rule: { code: 'no_consent' } },
  trueOrFalse: {
    pattern: `^(?:${anyCase('true')}|${anyCase('false')})$`,
    rule: { code: 'wrong_type', parameters: { type: 'true or false' } },
  },
  decimal: {
    pattern: '^\\s*(?:|null|-?[0-9]{1,20}(?:\\.[0-9]{1,20})?)\\s*$',
    rule: { code: 'wrong_type', parameters: { type: 'a number' } },
  },
} as const satisfies Readonly<Record<string, TextPattern>>;
