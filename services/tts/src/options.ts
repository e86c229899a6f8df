import {
  DEVICE_CHOICES,
  ERROR_SHAPES,
  type ErrorShape,
  FORMAT_POLICIES,
  type FormatPolicy,
  type ModelVariant,
  PRECISION_CHOICES,
} from '@ownvoice/shared/contract/models';
import { type SpeechKind, variantsFor } from './voices/voices.js';

const PURPOSES: Readonly<Record<SpeechKind, string>> = {
  speech: 'pre-built voices',
  design: 'voices from descriptions',
  clone: 'voice cloning',
};

const variantsByPurpose = () =>
  Object.entries(PURPOSES)
    .map(([kind, purpose]) => `${variantsFor(kind as SpeechKind).join(' or ')} (${purpose})`)
    .join(', ');

export const FALLBACK_CHOICES = ['auto', 'on', 'off'] as const;

export const ENGINE_KINDS = ['auto', 'ownvoice', 'vllm-omni'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];

/** By option: a placeholder for its value (empty: there is none), its default, and what it does; in the order of --help. */
const TABLE = {
  host: ['ADDRESS', '0.0.0.0', 'Address to bind.'],
  port: ['PORT', 8100, 'Port to bind; 0 picks a free one.'],
  model: ['VARIANT', 'customvoice-1.7b' satisfies ModelVariant, `Model variant to load: ${variantsByPurpose()}.`],
  'model-path': [
    'DIR',
    '',
    'A built model, or official files in the layout of the released checkpoints such as a fine-tune, anywhere; its build is kept in the models folder.',
  ],
  'engine-url': [
    'URL,…',
    '',
    'Other speech services that speak the chunks of this one, which then loads no model; TTS_ENGINE_KEY is sent to them as a bearer token. Plain http:// only to loopback and private networks.',
  ],
  'engine-kind': [ENGINE_KINDS.join('|'), 'auto' satisfies EngineKind, 'What these services are; auto asks them.'],
  'engine-parallel': ['N', 4, 'Chunks at once for each service that does not say how many it takes: vllm-omni.'],
  device: [
    'DEVICE',
    'auto',
    `One of ${DEVICE_CHOICES.join(', ')}. CUDA_VISIBLE_DEVICES selects among several GPUs; the first visible one is used.`,
  ],
  precision: ['PRECISION', 'auto', `One of ${PRECISION_CHOICES.join(', ')}.`],
  'models-dir': ['DIR', '.data/models', 'Folder of the built models, with one folder for each variant.'],
  pull: ['on|off', false, 'Download and build a missing variant in the background, and load it when it is ready.'],
  'pull-from-page': [
    'on|off',
    false,
    'on: everybody who reaches the page may install a model from it. off: only a browser on this machine may, and only while the service listens on loopback.',
  ],
  fallback: [
    FALLBACK_CHOICES.join('|'),
    'auto',
    'When the built-in voice answers. on: whenever no model is ready. off: never; requests are a 503 instead. auto: until a model is ready for the first time, and only if none was chosen and the models folder has none at start.',
  ],
  normalize: [
    'on|off',
    true,
    'Whether numbers, dates, amounts, units and signs become words before a text is spoken, unless a request says otherwise.',
  ],
  lexicon: [
    'FILE',
    '',
    'File with pronunciations for every request: a JSON list, as in the field pronunciations of a request.',
  ],
  'voice-library': [
    'DIR',
    '',
    'Folder of the voices that clients add with POST /v1/voices. Without TTS_USER_HEADER everybody who reaches the service may use and delete them.',
  ],
  jobs: [
    'DIR',
    '',
    'Folder of narrations, which POST /v1/audio/jobs speaks in the background; one service works it, or several with JOBS_DATABASE_URL. Without TTS_USER_HEADER everybody who reaches the service may hear and delete them.',
  ],
  'jobs-keep': ['DURATION', '7d', 'How long a narration that has ended is kept.'],
  'jobs-max-gb': ['GB', 10, 'The most that all narrations may take on the disk.'],
  mcp: ['on|off', false, 'Whether assistants may speak and narrate by the Model Context Protocol, at /mcp.'],
  worker: [
    '',
    false,
    'Only speak narrations of the queue at JOBS_DATABASE_URL, and serve no more than /health, /ready and /metrics.',
  ],
  formats: [
    FORMAT_POLICIES.join('|'),
    'strict' satisfies FormatPolicy,
    'strict refuses every response_format but wav, streams and unknown models. lenient is for clients that insist: pcm is the samples alone, every other format is answered with WAV, stream_format is ignored, and an unknown model is engine-tts.',
  ],
  'error-shape': [
    ERROR_SHAPES.join('|'),
    'string' satisfies ErrorShape,
    'How errors of /v1/ are written: string as {error, code}, object as {error: {message, code, type}} for clients that read that alone.',
  ],
  queue: ['N', 32, 'The most requests in the service, waiting and running together; further ones are a 429.'],
  'unload-after': [
    'DURATION',
    'off',
    'Unload a model that nobody has used for this long, such as 15m; the next request loads it again and waits. off keeps it loaded.',
  ],
  grace: [
    'SECONDS',
    120,
    'How long speech in flight may still take after SIGTERM; a second signal ends the service at once.',
  ],
  threads: ['N', 0, "Threads of the model's runtime; 0 uses all cores."],
} as const satisfies Readonly<
  Record<string, readonly [value: string, initial: string | number | boolean, description: string]>
>;

export type OptionName = keyof typeof TABLE;

type Declarations = {
  readonly [Name in OptionName]: {
    /** Of the same setting in the environment. */
    readonly variable: string;
    readonly value: string;
    readonly default: (typeof TABLE)[Name][1];
    readonly description: string;
  };
};

const variableOf = (name: string) =>
  name === 'pull' ? 'MODEL_PULL' : `TTS_${name.toUpperCase().replaceAll('-', '_')}`;

/** The options of the command line, each with its variable. */
export const OPTIONS = Object.fromEntries(
  Object.entries(TABLE).map(([name, [value, initial, description]]) => [
    name,
    { variable: variableOf(name), value, default: initial, description },
  ]),
) as Declarations;

/** A default as it is written on the command line. */
export const defaultText = (initial: string | number | boolean): string =>
  typeof initial === 'boolean' ? (initial ? 'on' : 'off') : String(initial) || 'none';

const INTRODUCTION = 'Text to speech over HTTP.\n\nUsage: npm run start -w services/tts -- [options]';

const WIDTH = 80;
const INDENT = ' '.repeat(6);

function wrapped(text: string): string {
  const lines: string[] = [];
  let line = INDENT;
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > WIDTH && line.trim() !== '') {
      lines.push(line);
      line = INDENT;
    }
    line += line === INDENT ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}

/**
 * The text of --help.
 *
 * @param introduction what is started, and how
 * @param host where it listens by default
 */
export function optionHelp(introduction = INTRODUCTION, host: string = OPTIONS.host.default): string {
  const entries = Object.entries(OPTIONS).map(
    ([name, { variable, default: initial, value, description }]) =>
      `  --${name}${value && ` ${value}`}\n${wrapped(`${description} Default ${name === 'host' ? host : defaultText(initial)}. Also ${variable}.`)}`,
  );
  return `${introduction}

${entries.join('\n\n')}

  --help
${wrapped('Print this text.')}

  --version
${wrapped('Print the version.')}

An option overrides its variable. Also read: LOG_LEVEL (info), NODE_ENV,
CORS_ORIGIN (origins of pages that may call, separated by commas; none by
default), TRUST_PROXY (networks whose X-Forwarded-For is trusted),
HF_ENDPOINT (a mirror of the hub), HF_TOKEN (sent to the hub itself only),
ACCOUNTS_URL (the accounts page), TTS_USER_HEADER, USAGE_TOKEN and USAGE_URL
(usage by user), JOBS_DATABASE_URL (a queue
of narrations for several services), OTEL_EXPORTER_OTLP_ENDPOINT (traces).
An invalid value is an error with exit code 2.`;
}
