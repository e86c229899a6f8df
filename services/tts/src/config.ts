import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { LogLevel } from '@ownvoice/shared';
// Not the whole contract: its schemas take longer to read than all else before an engine is started.
import {
  DEVICE_CHOICES,
  type DeviceChoice,
  type ModelVariant,
  PRECISION_CHOICES,
  type PrecisionChoice,
  VARIANT_NAMES,
} from '@ownvoice/shared/contract/models';
import { isHttpAddress, isNetwork, isOrigin } from '@ownvoice/shared/settings';
import { OPTIONS, type OptionName, optionHelp } from './options.js';

const LOG_LEVELS = [
  'fatal',
  'error',
  'warn',
  'info',
  'debug',
  'trace',
  'silent',
] as const satisfies readonly LogLevel[];

/** Everything that can be set, parsed once. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly model: ModelVariant;
  readonly device: DeviceChoice;
  readonly precision: PrecisionChoice;
  /** Absolute folder with one folder for each built variant. */
  readonly modelsDir: string;
  /** Whether a missing variant is fetched and built in the background. */
  readonly pull: boolean;
  /** Where missing models are fetched from; the official hub when no endpoint is named. */
  readonly hub: { readonly endpoint: string | undefined; readonly token: string | undefined };
  /** Whether the built-in voice stands in while no model is ready. */
  readonly fallback: boolean;
  /** Requests taken in at most, waiting and running together. */
  readonly queue: number;
  /** Threads of the model's runtime; 0 means as many as the machine has. */
  readonly threads: number;
  readonly logLevel: LogLevel;
  readonly development: boolean;
  /** Origins whose pages may call from a browser; `true` means any. */
  readonly corsOrigins: string[] | true;
  readonly trustProxy: string[];
  /** Where spans are sent; absent turns tracing off. */
  readonly tracesEndpoint: string | undefined;
  /** What the processes of engines are started with. */
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
}

/** What the command line and the environment ask for. */
export type Settings =
  | { readonly kind: 'run'; readonly config: Config }
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'refuse'; readonly sentence: string };

class Refusal extends Error {}

const refuse = (sentence: string): never => {
  throw new Refusal(sentence);
};

function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const wanted = value.toLowerCase();
  return (
    allowed.find((candidate) => candidate === wanted) ??
    refuse(`${name} must be one of ${allowed.join(', ')}; it is "${value}".`)
  );
}

function wholeNumber(name: string, value: string, from: number, to: number): number {
  const number = Number(value);
  if (!/^\d{1,9}$/.test(value) || number < from || number > to) {
    refuse(`${name} must be a whole number from ${from} to ${to}; it is "${value}".`);
  }
  return number;
}

const switches: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  '1': true,
  off: false,
  false: false,
  '0': false,
};

function onOrOff(name: string, value: string): boolean {
  return switches[value.toLowerCase()] ?? refuse(`${name} must be on or off; it is "${value}".`);
}

const list = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** `*` is every origin, which development has anyway. */
function origins(value: string | undefined, development: boolean): string[] | true {
  const named = list(value);
  if (development && (named.length === 0 || named.includes('*'))) return true;
  if (named.every(isOrigin)) return named;
  return refuse('CORS_ORIGIN must be origins such as https://voice.example, separated by commas.');
}

function networks(value: string | undefined): string[] {
  const named = list(value);
  if (named.every(isNetwork)) return named;
  return refuse('TRUST_PROXY must be addresses or networks such as 10.0.0.0/8, separated by commas.');
}

function address(name: string, value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  return isHttpAddress(value) ? value : refuse(`${name} must be an address that begins with http:// or https://.`);
}

function packageVersion(): string {
  const file: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof file === 'object' && file !== null && 'version' in file ? String(file.version) : 'unknown';
}

type Values = Partial<Record<OptionName | 'help' | 'version', string | boolean>>;

function parseCommandLine(args: readonly string[]): Values {
  const options = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'string' as const }]));
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } },
      strict: true,
      allowPositionals: false,
    });
    return values;
  } catch (error) {
    const first = error instanceof Error ? (error.message.split(/\n|\. /)[0] ?? '') : String(error);
    return refuse(`${first}. Try --help.`);
  }
}

function build(values: Values, env: NodeJS.ProcessEnv, cwd: string): Config {
  const read = (option: OptionName): [name: string, value: string] => {
    const { variable, standard } = OPTIONS[option];
    const given = values[option];
    if (typeof given === 'string') return [`--${option}`, given];
    const set = env[variable];
    return set === undefined || set === '' ? [`--${option}`, standard] : [variable, set];
  };
  const [hostName, host] = read('host');
  if (host.trim() === '' || /[\s/]/.test(host))
    refuse(`${hostName} must be an address or a host name; it is "${host}".`);
  const [folderName, folder] = read('models-dir');
  if (folder === '') refuse(`${folderName} must name a folder.`);
  const development = env.NODE_ENV !== 'production';
  return {
    host,
    port: wholeNumber(...read('port'), 0, 65_535),
    model: oneOf(...read('model'), VARIANT_NAMES),
    device: oneOf(...read('device'), DEVICE_CHOICES),
    precision: oneOf(...read('precision'), PRECISION_CHOICES),
    // npm changes the working directory to the workspace; what the user typed is relative to where they typed it.
    modelsDir: folder === OPTIONS['models-dir'].standard ? defaultModelsDir() : resolve(env.INIT_CWD ?? cwd, folder),
    pull: onOrOff(...read('pull')),
    hub: { endpoint: address('HF_ENDPOINT', env.HF_ENDPOINT), token: env.HF_TOKEN || undefined },
    fallback: onOrOff(...read('fallback')),
    queue: wholeNumber(...read('queue'), 1, 10_000),
    threads: wholeNumber(...read('threads'), 0, 1_024),
    logLevel: oneOf('LOG_LEVEL', env.LOG_LEVEL || 'info', LOG_LEVELS),
    development,
    corsOrigins: origins(env.CORS_ORIGIN, development),
    trustProxy: networks(env.TRUST_PROXY),
    tracesEndpoint: address('OTEL_EXPORTER_OTLP_ENDPOINT', env.OTEL_EXPORTER_OTLP_ENDPOINT),
    environment: env,
    version: packageVersion(),
  };
}

/** `.data/models` at the top of the repository, wherever the service is started from. */
const defaultModelsDir = () => fileURLToPath(new URL('../../../.data/models', import.meta.url));

/**
 * Reads the command line and the environment; an option wins over its variable.
 *
 * @param args without the names of the program and the script
 * @param cwd what relative folders are relative to where npm does not say
 * @returns what to do: run, print a text and end, or refuse with one sentence
 */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Settings {
  try {
    const values = parseCommandLine(args);
    if (values.help) return { kind: 'print', text: optionHelp() };
    if (values.version) return { kind: 'print', text: packageVersion() };
    return { kind: 'run', config: build(values, env, cwd) };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refuse', sentence: error.message };
    throw error;
  }
}
