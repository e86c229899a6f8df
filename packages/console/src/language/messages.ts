import { type Messages as CompiledById, setupI18n } from '@lingui/core';

/** The messages of a catalogue in ICU MessageFormat, in groups. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

type Tokens = readonly unknown[];

/** The messages as the build compiles them. One without arguments stays a string. */
export interface CompiledMessages {
  readonly [key: string]: string | Tokens | CompiledMessages;
}

/** A catalogue with the keys of another: each missing or additional key is a type error. */
export type Translation<M> = { readonly [K in keyof M]: M[K] extends string ? string : Translation<M[K]> };

/** A catalogue as components read it: messages with arguments are functions of them. */
export type TextOf<M> = {
  readonly [K in keyof M]: M[K] extends string ? TextOfMessage<M[K]> : TextOf<M[K]>;
};

type TextOfMessage<S extends string> = [Argument<Heads<S>>] extends [never]
  ? string
  : (values: { readonly [A in Argument<Heads<S>> as A[0]]: A[1] }) => string;

/** What follows each opening brace, up to the next closing one. */
type Heads<S extends string> = S extends `${string}{${infer Rest}` ? HeadOf<Rest> | Heads<Rest> : never;
type HeadOf<S extends string> = S extends `${infer Head}}${string}` ? Head : never;

/** `{name}` takes a string and `{n, plural, …}` a number; the texts of a plural have a space or a `#` in their head. */
type Argument<Head extends string> = Head extends `${infer Name}, ${infer Kind}`
  ? Kind extends 'number' | `number, ${string}` | `plural, ${string}`
    ? [Name, number]
    : never
  : Head extends `${string} ${string}` | `#${string}`
    ? never
    : [Head, string];

/** Makes compiled messages callable. Plurals and numbers follow `locale`, a BCP 47 tag. */
export function textOf<M>(compiled: CompiledMessages, locale: string): TextOf<M> {
  const messages: Record<string, Tokens> = {};
  const i18n = setupI18n();
  function build(group: CompiledMessages, path: string): object {
    const entries = Object.entries(group).map(([key, value]) => {
      const id = `${path}.${key}`;
      if (typeof value === 'string') return [key, value];
      if (!isTokens(value)) return [key, build(value, id)];
      messages[id] = value;
      return [key, (values: Record<string, unknown>) => i18n._(id, isolated(values))];
    });
    return Object.fromEntries(entries);
  }
  const text = build(compiled, '');
  i18n.loadAndActivate({ locale, messages: messages as CompiledById });
  return text as TextOf<M>;
}

/** Letters of the scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name from right to left must not turn the words around it. @see https://www.unicode.org/reports/tr9/ FSI and PDI */
const isolated = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  );

const isTokens = (value: Tokens | CompiledMessages): value is Tokens => Array.isArray(value);
