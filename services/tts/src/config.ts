import { fileURLToPath } from 'node:url';
// Light modules only: an engine starts as soon as this is read, and the schemas of the contract would take longer.
import { choosePrecision } from '@ownvoice/qwen3-tts/store';
import { isPrivateAddress } from '@ownvoice/shared/client-address';
import { readArguments, UsageError } from '@ownvoice/shared/command-line';
import {
  DEVICE_CHOICES,
  DEVICES,
  type Device,
  ERROR_SHAPES,
  FORMAT_POLICIES,
  PRECISION_CHOICES,
  PRECISION_DEVICES,
  VARIANT_NAMES,
} from '@ownvoice/shared/contract/models';
import { type CommandLineValue, packageVersion, readServiceSettings, SettingsReader } from '@ownvoice/shared/settings';
import { ENGINE_KINDS, FALLBACK_CHOICES, OPTIONS, type OptionName, optionHelp } from './options.js';

/** In log lines, metrics and spans. */
export const SERVICE_NAME = 'ownvoice-tts';

/** Every setting of the service, parsed once; `options.ts` says what each does. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

export type Settings =
  | { readonly kind: 'run'; readonly config: Config }
  | { readonly kind: 'print'; readonly text: string }
  /** One message for each mistake. */
  | { readonly kind: 'reject'; readonly messages: readonly string[] };

type CommandLine = Partial<Record<string, string | boolean>>;

/** @throws UsageError */
function parseCommandLine(args: readonly string[]): CommandLine {
  const type = (value: string) => (value === '' ? ('boolean' as const) : ('string' as const));
  const options = Object.entries(OPTIONS).map(([name, { value }]) => [name, { type: type(value) }] as const);
  const { values, positionals } = readArguments(args, {
    ...Object.fromEntries(options),
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  });
  const [operand] = positionals;
  if (operand !== undefined) {
    const meant = VARIANT_NAMES.some((variant) => variant === operand) ? ` Did you mean --model ${operand}?` : '';
    throw new UsageError(`${operand} is not an option.${meant}`);
  }
  return values;
}

const typedOptions = (values: CommandLine): Map<string, CommandLineValue> =>
  new Map(
    Object.entries(OPTIONS).flatMap(([name, { variable }]) => {
      const text = values[name];
      return text === undefined ? [] : [[variable, { option: `--${name}`, text: text === true ? 'on' : String(text) }]];
    }),
  );

/** Variable and default of an option. */
const option = <N extends OptionName>(name: N) =>
  [OPTIONS[name].variable, OPTIONS[name].default] as [string, (typeof OPTIONS)[N]['default']];

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

const version = () => packageVersion(new URL('../package.json', import.meta.url));

function readUnloadAfter(read: SettingsReader): number | undefined {
  const [variable, off] = option('unload-after');
  const text = read.text(variable) ?? off;
  return text.toLowerCase() === off ? undefined : read.duration(variable, 0);
}

function readFolder(read: SettingsReader, name: 'voice-library' | 'jobs', cwd: string): string | undefined {
  const [variable, folder] = option(name);
  return read.text(variable) === undefined ? undefined : read.folder(variable, folder, cwd);
}

function readJobsDatabase(read: SettingsReader): string | undefined {
  const url = read.verbatim('JOBS_DATABASE_URL');
  if (url === undefined) return undefined;
  // It holds a password, so no message quotes it.
  if (!/^postgres(?:ql)?:\/\//.test(url)) read.mistake('JOBS_DATABASE_URL', 'must begin with postgresql://');
  if (read.text(OPTIONS.jobs.variable) === undefined)
    read.mistake('JOBS_DATABASE_URL', 'needs --jobs, the folder that the services share');
  return url;
}

function readWorker(read: SettingsReader): boolean {
  const [variable, off] = option('worker');
  const isWorker = read.flag(variable, off, 'on or off');
  if (isWorker && read.text('JOBS_DATABASE_URL') === undefined) read.mistake(variable, 'needs JOBS_DATABASE_URL');
  return isWorker;
}

function readUserHeader(read: SettingsReader): string | undefined {
  const name = read.text('TTS_USER_HEADER')?.toLowerCase();
  if (name !== undefined && !/^[a-z0-9-]+$/.test(name)) read.mistake('TTS_USER_HEADER', 'must be the name of a header');
  return name;
}

function readUsage(read: SettingsReader) {
  const token = read.verbatim('USAGE_TOKEN');
  const url = read.url('USAGE_URL') ?? read.url('ACCOUNTS_URL');
  if (token === undefined || read.text('TTS_USER_HEADER') === undefined) return undefined;
  if (url !== undefined) return { token, url };
  read.mistake('USAGE_TOKEN', 'needs ACCOUNTS_URL, or USAGE_URL, to which usage is reported');
  return undefined;
}

function readEngineUrls(read: SettingsReader): readonly string[] {
  const [variable] = option('engine-url');
  const text = read.text(variable);
  const addresses = text === undefined ? [] : readAddresses(text);
  if (!('mistake' in addresses)) return addresses;
  read.mistake(variable, addresses.mistake);
  return [];
}

function readEngineKey(read: SettingsReader): string | undefined {
  const key = read.verbatim('TTS_ENGINE_KEY');
  if (key === undefined || /^[\x21-\x7e]{1,4096}$/.test(key)) return key;
  read.mistake('TTS_ENGINE_KEY', 'must be 1 to 4096 visible ASCII characters');
  return undefined;
}

function readConfig(read: SettingsReader, env: NodeJS.ProcessEnv, cwd: string) {
  const device = read.choice(...option('device'), DEVICE_CHOICES);
  const precision = read.choice(...option('precision'), PRECISION_CHOICES);
  const devices: readonly Device[] = precision === 'auto' ? DEVICES : PRECISION_DEVICES[precision];
  if (device !== 'auto' && !devices.includes(device)) {
    const only = devices.join(' or ');
    read.mistake(OPTIONS.precision.variable, `must not be ${precision} on ${device}: it runs on ${only} only`);
  }
  const development = env.NODE_ENV !== 'production';
  // npm changes the working directory to the workspace; a relative path starts where the user typed it.
  const folder = env.INIT_CWD ?? cwd;
  return {
    ...readServiceSettings(read, development),
    host: read.host(...option('host')),
    port: read.integer(...option('port'), 0, 65_535),
    model: read.choice(...option('model'), VARIANT_NAMES),
    /** Whether the model was chosen by the option or the variable, and is not the default. */
    isModelChosen: read.text(OPTIONS.model.variable) !== undefined,
    /** Absolute folder of a model outside the models folder; its variant is `model`. */
    modelPath: read.path(OPTIONS['model-path'].variable, folder),
    engineUrls: readEngineUrls(read),
    engineKind: read.choice(...option('engine-kind'), ENGINE_KINDS),
    engineParallel: read.integer(...option('engine-parallel'), 1, 1_000),
    engineKey: readEngineKey(read),
    device,
    precision,
    /** What that means on the device. */
    chosenPrecision: choosePrecision(precision, device),
    modelsDir: read.folder(...option('models-dir'), REPOSITORY, folder),
    pull: read.flag(...option('pull'), 'on or off'),
    pullFromPage: read.flag(...option('pull-from-page'), 'on or off'),
    /** Where models are downloaded from; without an endpoint the official hub. */
    hub: { endpoint: read.url('HF_ENDPOINT'), token: read.verbatim('HF_TOKEN') },
    fallback: read.choice(...option('fallback'), FALLBACK_CHOICES),
    lexicon: read.path(OPTIONS.lexicon.variable, folder),
    voiceLibrary: readFolder(read, 'voice-library', folder),
    jobs: readFolder(read, 'jobs', folder),
    jobsDatabaseUrl: readJobsDatabase(read),
    worker: readWorker(read),
    /** In seconds. */
    jobsKeep: read.duration(OPTIONS['jobs-keep'].variable, 7 * 86_400),
    jobsMaxGb: read.integer(...option('jobs-max-gb'), 1, 1_000_000),
    mcp: read.flag(...option('mcp'), 'on or off'),
    normalize: read.flag(...option('normalize'), 'on or off'),
    formats: read.choice(...option('formats'), FORMAT_POLICIES),
    errorShape: read.choice(...option('error-shape'), ERROR_SHAPES),
    queue: read.integer(...option('queue'), 1, 10_000),
    /** In seconds; undefined: for ever. */
    unloadAfter: readUnloadAfter(read),
    /** In seconds. */
    grace: read.integer(...option('grace'), 0, 3_600),
    threads: read.integer(...option('threads'), 0, 1_024),
    development,
    /** In lower case. */
    userHeader: readUserHeader(read),
    usage: readUsage(read),
    accountsUrl: read.url('ACCOUNTS_URL'),
    /** Of the engines' processes. */
    environment: env,
    version: version(),
  };
}

/**
 * Reads the command line and the environment; an option wins over its variable.
 *
 * @param args without the names of the program and the script
 * @param cwd the folder of relative paths where npm does not say
 * @returns what to do: run, print a text and end, or refuse
 */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Settings {
  let values: CommandLine;
  try {
    values = parseCommandLine(args);
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'reject', messages: [`${error.message} Try --help.`] };
    throw error;
  }
  if (values.help) return { kind: 'print', text: optionHelp() };
  if (values.version) return { kind: 'print', text: version() };
  const read = new SettingsReader(env, typedOptions(values));
  const config = readConfig(read, env, cwd);
  return read.mistakes.length === 0 ? { kind: 'run', config } : { kind: 'reject', messages: read.mistakes };
}

/** Names that no public resolver answers: of a container, a cluster or a home network. */
const PRIVATE_NAME = /^[^.]+$|\.(localhost|local|internal|lan|home\.arpa|svc|svc\.cluster\.local)$/;

const isPrivate = (hostname: string): boolean =>
  isPrivateAddress(hostname.replace(/^\[|\]$/g, '')) ?? PRIVATE_NAME.test(hostname);

/** Probes and log lines grow with them. */
const MAX_ADDRESSES = 64;

/**
 * Reads the addresses of other speech services. Plain HTTP is for loopback and private networks: elsewhere texts and the key
 * would be read on the way.
 *
 * @returns them without a slash at their end, or the end of a message that quotes none of them
 */
export function readAddresses(text: string): readonly string[] | { readonly mistake: string } {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const addresses: string[] = [];
  for (const part of parts) {
    const url = URL.canParse(part) ? new URL(part) : undefined;
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      return { mistake: 'must be addresses that begin with http:// or https://, separated by commas' };
    if (url.username || url.password || url.search || url.hash)
      return { mistake: 'must be addresses without a user, a query or a fragment; TTS_ENGINE_KEY is the key' };
    if (url.protocol === 'http:' && !isPrivate(url.hostname))
      return { mistake: 'must be https:// for hosts that are neither loopback nor in a private network' };
    addresses.push(url.href.replace(/\/+$/, ''));
  }
  if (addresses.length === 0 || addresses.length > MAX_ADDRESSES)
    return { mistake: `must be 1 to ${MAX_ADDRESSES} addresses` };
  if (new Set(addresses).size < addresses.length) return { mistake: 'must not have one address twice' };
  return addresses;
}
