/** What a page says instead of a public sentence of its service. */
export interface KnownSentence<Problem = string> {
  /** Key of a message among the catalogue's `problems`. It takes what varies in the sentence. */
  problem: Problem;
  /** The field of a form that it is about, unless the sentence begins with `{field}`. */
  field?: string;
}

/** By sentence, the first that matches; `{name}` stands for what varies, and `{field}` for the name of a field. */
export type KnownSentences = Readonly<Record<string, KnownSentence>>;

/** Names of models: `base-1.7b or base-0.6b`. */
const VARIANTS = /^[a-z]+-\d\.\db(?: or [a-z]+-\d\.\db)+$/;
const SPECIAL = /[\\^$.*+?()[\]|/]/g;
const ENGLISH_NUMBER = /^\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^\d+(?:\.\d+)?$/;

function patternOf(template: string): RegExp {
  const source = template
    .replaceAll(SPECIAL, '\\$&')
    .replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'field' ? '(?<field>[a-z_.]+)' : `(?<${name}>.+?)`));
  return new RegExp(`^${source}$`, 's');
}

/** Numbers and lists are formatted again, in the page's language. */
function variableOf(text: string): number | string | string[] {
  if (ENGLISH_NUMBER.test(text)) return Number(text.replaceAll(',', ''));
  return VARIANTS.test(text) ? text.split(' or ') : text;
}

/** Finds what a page says instead of a sentence, with what varies in it. */
export function recognize(sentence: string, known: KnownSentences) {
  for (const [template, entry] of Object.entries(known)) {
    const { groups = {}, index } = patternOf(template).exec(sentence) ?? {};
    if (index === undefined) continue;
    const values = Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, variableOf(text)]));
    return { ...entry, field: groups.field ?? entry.field, values };
  }
  return undefined;
}
