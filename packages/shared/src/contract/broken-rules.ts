/** See {@link RULE_MESSAGES}. */
export type RuleCode = keyof typeof RULE_MESSAGES;

/** A rule that a request breaks. */
export interface BrokenRule {
  /** Its place in the request, such as `user.name`; `body`, `query`, `path` or `headers` for the whole. */
  readonly field: string;
  readonly code: RuleCode;
  /** What the message names besides the field. */
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** The English message about each rule, after the name of the field and without the full stop. */
const RULE_MESSAGES = {
  required: 'is required',
  unknown_field: 'is not a field of this request',
  wrong_type: 'must be {type}',
  not_one_of: 'must be one of {values}',
  not_equal: 'must be {value}',
  empty: 'must not be empty',
  too_short: 'is shorter than {limit} characters',
  too_long: 'is longer than {limit} characters',
  too_many_bytes: 'is longer than {limit} bytes of UTF-8',
  not_within: 'must be from {least} to {most}',
  too_small: 'must be at least {limit}',
  too_large: 'must be at most {limit}',
  too_many_entries: 'has more than {limit} entries',
  no_field: 'must have at least one field',
  none_of: 'must have at least one of {fields}',
  too_few_fields: 'must have at least {limit} fields',
  repeated: 'must be sent once',
  not_chosen: 'must not be sent: the link says it',
  not_with: 'must not be sent with {other}',
  no_file: 'must not be a file; only {file} is one',
  common_password: 'is one of the passwords that are guessed first',
  same_password: 'must differ from the current password',
  nul: 'must not contain NUL characters',
  malformed_unicode: 'must be well-formed Unicode',
  malformed_utf8: 'is not valid UTF-8',
  malformed_json: 'is not well-formed JSON',
  too_deep: 'is nested deeper than {limit} levels',
  forbidden_field: 'must not have a field named {name}',
  duplicate_field: 'has the field {name} twice',
  not_valid: 'is not valid',
  required_with: 'is required with {other}',
  required_without: 'is required without {other}',
  not_ascending: 'must be in ascending order and at most {limit}',
  wrong_count: 'has {count} entries, and this text has {chunks} chunks; with the seed of the speech both are the same',
  incomplete_form: 'is not a complete multipart/form-data form',
  nothing_to_speak: 'has nothing in it that can be spoken once marks, symbols and stage directions are removed',
  unknown_tagged_voice: 'has the tag [voice: {name}], which must be one of {values}',
  nothing_to_pronounce: 'has nothing in it that the voice can pronounce',
  too_many_pauses: 'has more than {limit} seconds of pauses',
  too_long_pronounced: 'is longer than {limit} characters with its pronunciations',
  recording_unusable: 'cannot be used. {why}',
  transcript_mismatch:
    'would take about {estimated} seconds to say, and the recording has {speech} seconds of speech; the transcript must be complete and of nothing else',
  not_a_limit: 'must be a whole number from 1 to 1,000',
  not_a_time: 'must be a time in milliseconds since the Unix epoch',
  not_an_offset: 'must be a whole number from 0 to 999,999,999',
  not_a_uuid: 'must be a UUID in lower case',
  not_a_duration: 'must be a duration such as 15m, 12h or 7d, or seconds',
  not_base64url: 'must be base64url',
  username_characters: 'may only contain letters, digits, "_", "." and "-"',
  not_an_email: 'must be an e-mail address',
  no_upper_case: 'must contain an uppercase letter',
  no_lower_case: 'must contain a lowercase letter',
  no_digit: 'must contain a digit',
  other_route: '{model} is not for this route; send it to {route}',
  not_wav: 'must be wav; with --formats lenient the service answers every other format with WAV too',
  not_streamed: 'must be "audio": audio is not streamed',
  voice_name_characters: 'may have only letters, digits, spaces, "-" and "_"',
  reserved_name: 'must not be the name or an alias of a pre-built voice, nor "design"',
  no_letter_or_digit: 'must have a letter or a digit',
  no_consent: 'must be true: the person whose voice it is has to agree',
} as const;

const NUMBER_FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });

/** A number as messages write it: `10,000`. */
export const numberText = (value: number): string => NUMBER_FORMAT.format(value);

/** Fills `{parameters}` into the template of a message. */
export const filled = (template: string, parameters: Readonly<Record<string, string | number>> = {}): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name];
    return value === undefined ? whole : typeof value === 'number' ? numberText(value) : value;
  });

/** What a broken rule says after the name of the field, without the full stop. */
export const ruleText = ({ code, parameters }: BrokenRule): string => filled(RULE_MESSAGES[code], parameters);

/** A broken rule as one English message, such as `username is required.` */
export function ruleMessage(rule: BrokenRule): string {
  const message = `${rule.field} ${ruleText(rule)}`;
  return message.endsWith('.') ? message : `${message}.`;
}
