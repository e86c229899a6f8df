/** A rule that a request breaks. */
export interface BrokenRule {
  /** Its place in the request, such as `user.name`; `body`, `query`, `path` or `headers` for the whole. */
  readonly field: string;
  /** A key of {@link RULE_MESSAGES}, or the code of a pattern. */
  readonly code: string;
  /** What the message names besides the field. */
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** The English message about each rule, after the name of the field and without the full stop. */
const RULE_MESSAGES: Readonly<Record<string, string>> = {
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
};

const NUMBER_FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });

/** A number as messages write it: `10,000`. */
export const numberText = (value: number): string => NUMBER_FORMAT.format(value);

/** Fills `{parameters}` into the template of a message. */
export const filled = (template: string, parameters: Readonly<Record<string, string | number>> = {}): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name];
    return value === undefined ? whole : typeof value === 'number' ? numberText(value) : value;
  });

/** What a broken rule says after the name of the field, without the full stop. A pattern brings its own words. */
export const ruleText = ({ code, parameters }: BrokenRule): string =>
  filled(RULE_MESSAGES[code] ?? '{rule}', parameters);

/** A broken rule as one English message, such as `username is required.` */
export const ruleMessage = (rule: BrokenRule): string => `${rule.field} ${ruleText(rule)}.`;
