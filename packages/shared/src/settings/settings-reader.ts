import { isIP } from 'node:net';
import { resolve } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A value from the command line, which wins over the variable of the same setting. */
export interface CommandLineValue {
  /** As it was typed, such as `--port`. */
  readonly option: string;
  readonly text: string;
}

/** The words that a flag takes, by the message that asks for them. */
const FLAG_WORDS = {
  'true or false': { true: ['true'], false: ['false'] },
  'on or off': { true: ['on', 'true', '1'], false: ['off', 'false', '0'] },
} as const satisfies Readonly<Record<string, { true: readonly string[]; false: readonly string[] }>>;

interface Given {
  /** The option or variable that a message about this value begins with. */
  readonly source: string;
  readonly text: string;
}

/**
 * Reads settings by the names of their variables and collects every mistake, so that all of them are reported at once.
 * A setting that is absent, or empty as compose files leave it, has its default; so does one with a mistake.
 */
export class SettingsReader {
  /** One message for each mistake. None holds a value that may be a secret. */
  readonly mistakes: string[] = [];
  readonly #environment: Environment;
  readonly #commandLine: ReadonlyMap<string, CommandLineValue>;

  /** @param commandLine by the variable of the same setting */
  constructor(environment: Environment, commandLine: ReadonlyMap<string, CommandLineValue> = new Map()) {
    this.#environment = environment;
    this.#commandLine = commandLine;
  }

  text(variable: string): string | undefined {
    return this.#given(variable)?.text;
  }

  /** The value of a variable with its spaces: a secret. */
  verbatim(variable: string): string | undefined {
    return this.#environment[variable] || undefined;
  }

  flag(variable: string, defaultValue: boolean, words: keyof typeof FLAG_WORDS): boolean {
    const accepted: { true: readonly string[]; false: readonly string[] } = FLAG_WORDS[words];
    return this.#parse(variable, defaultValue, `must be ${words}`, (text) => {
      const word = text.toLowerCase();
      if (accepted.true.includes(word)) return true;
      return accepted.false.includes(word) ? false : undefined;
    });
  }

  integer(variable: string, defaultValue: number, least: number, most: number): number {
    return this.#parse(variable, defaultValue, `must be a whole number from ${least} to ${most}`, (text) => {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return number >= least && number <= most ? number : undefined;
    });
  }

  /** One of some lower-case words, in any case. */
  choice<const T extends string>(variable: string, defaultValue: NoInfer<T>, choices: readonly T[]): T {
    return this.#parse(variable, defaultValue, `must be one of ${choices.join(', ')}`, (text) =>
      choices.find((choice) => choice === text.toLowerCase()),
    );
  }

  /** A duration in seconds. */
  duration(variable: string, defaultValue: number): number {
    const rule = 'must be a duration such as 15m, 12h or 7d, or a number of seconds';
    return this.#parse(variable, defaultValue, rule, parseDuration);
  }

  /** An address or name to listen on. */
  host(variable: string, defaultValue: string): string {
    return this.#parse(variable, defaultValue, 'must be an address or a host name', (text) =>
      /^[^\s/]+$/.test(text) ? text : undefined,
    );
  }

  /** An absolute path. The default lies in `root`, any other path is relative to `cwd`. */
  folder(variable: string, defaultValue: string, root: string, cwd = root): string {
    const text = this.text(variable) ?? defaultValue;
    if (text === '') this.mistake(variable, 'must name a folder');
    return resolve(text === defaultValue ? root : cwd, text);
  }

  /** An absolute path; a relative one starts in `cwd`. */
  path(variable: string, cwd: string): string | undefined {
    const text = this.text(variable);
    if (text === '') this.mistake(variable, 'must name a file');
    return text === undefined || text === '' ? undefined : resolve(cwd, text);
  }

  /** An http or https address; it may hold credentials by mistake, so no message quotes it. */
  url(variable: string): string | undefined {
    const value = this.text(variable);
    if (value === undefined || isHttpAddress(value)) return value;
    this.mistake(variable, 'must be an address that begins with http:// or https://');
    return undefined;
  }

  /** Origins that may call from a browser; `true` for all of them, which `*` means in development. */
  origins(variable: string, development: boolean, initial: string[] | true): string[] | true {
    const origins = this.#list(variable);
    if (origins.length === 0) return initial;
    if (development && origins.includes('*')) return true;
    if (!origins.every(isOrigin)) {
      const rule = 'must be origins such as https://voice.example, separated by commas';
      this.mistake(variable, origins.includes('*') ? `${rule}; * is for development` : rule);
    }
    return origins;
  }

  /** Addresses and networks in CIDR notation. */
  networks(variable: string): string[] {
    const networks = this.#list(variable);
    if (!networks.every(isNetwork))
      this.mistake(variable, 'must be addresses or networks such as 10.0.0.0/8, separated by commas');
    return networks;
  }

  /** @param rule the end of a message that begins with the name of the setting, without its full stop */
  mistake(variable: string, rule: string): void {
    this.mistakes.push(`${this.#given(variable)?.source ?? variable} ${rule}.`);
  }

  #given(variable: string): Given | undefined {
    const typed = this.#commandLine.get(variable);
    if (typed) return { source: typed.option, text: typed.text.trim() };
    const text = this.#environment[variable]?.trim();
    return text ? { source: variable, text } : undefined;
  }

  #parse<T>(variable: string, defaultValue: T, rule: string, parse: (text: string) => T | undefined): T {
    const given = this.#given(variable);
    if (!given) return defaultValue;
    const value = parse(given.text);
    if (value === undefined) this.mistake(variable, `${rule}; it is ${JSON.stringify(given.text)}`);
    return value ?? defaultValue;
  }

  #list(variable: string): string[] {
    return (this.text(variable) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
}

/** Whether a text is an address, or a network in CIDR notation such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Whether a text is an origin as browsers write it, such as `https://voice.example`: no path, no slash at the end. */
export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Whether a text is an http or https address without credentials and fragment. */
export function isHttpAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.hash}` === '';
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_557_600 };
/** Ten years: anything longer is a typing error. */
const MAX_SECONDS = 315_576_000;

/**
 * A duration as written in settings: `15m`, `12h`, `7d`, or seconds as a plain number.
 * @returns whole seconds, at least 1; `undefined` for anything else
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})\s?(s|m|h|d|w|y)?$/.exec(text.trim());
  if (!match) return undefined;
  const seconds = Number(match[1]) * (SECONDS[match[2] ?? 's'] ?? 1);
  return seconds >= 1 && seconds <= MAX_SECONDS ? seconds : undefined;
}
