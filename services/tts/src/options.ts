import {
  DEVICE_CHOICES,
  ERROR_SHAPES,
  type ErrorShape,
  FORMAT_POLICIES,
  type FormatPolicy,
  type ModelVariant,
  PRECISION_CHOICES,
} from '@ownvoice/shared/contract/models';
import { type SpeechKind, variantsFor } from './voices/models.js';

/** An option of the command line and the variable of the same setting. */
interface OptionDeclaration {
  readonly variable: string;
  readonly default: string | number | boolean;
  /** A placeholder for the value; empty: there is none. */
  readonly value: string;
  readonly description: string;
}

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

/** All options, in the order in which --help lists them. */
export const OPTIONS = {
  host: { variable: 'TTS_HOST', default: '0.0.0.0', value: 'ADDRESS', description: 'Address to bind.' },
  port: { variable: 'TTS_PORT', default: 8100, value: 'PORT', description: 'Port to bind; 0 picks a free one.' },
  model: {
    variable: 'TTS_MODEL',
    default: 'customvoice-1.7b' satisfies ModelVariant,
    value: 'VARIANT',
    description: `Model variant to load: ${variantsByPurpose()}.`,
  },
  'model-path': {
    variable: 'TTS_MODEL_PATH',
    default: '',
    value: 'DIR',
    description:
      'A built model, or official files in the layout of the released checkpoints such as a fine-tune, anywhere; its build is kept in the models folder.',
  },
  'engine-url': {
    variable: 'TTS_ENGINE_URL',
    default: '',
    value: 'URL,…',
    description:
      'Other speech services that speak the chunks of this one, which then loads no model; TTS_ENGINE_KEY is sent to them as a bearer token. Plain http:// only to loopback and private networks.',
  },
  'engine-kind': {
    variable: 'TTS_ENGINE_KIND',
    default: 'auto' satisfies EngineKind,
    value: ENGINE_KINDS.join('|'),
    description: 'What these services are; auto asks them.',
  },
  'engine-parallel': {
    variable: 'TTS_ENGINE_PARALLEL',
    default: 4,
    value: 'N',
    description: 'Chunks at once for each service that does not say how many it takes: vllm-omni.',
  },
  device: {
    variable: 'TTS_DEVICE',
    default: 'auto',
    value: 'DEVICE',
    description: `One of ${DEVICE_CHOICES.join(', ')}. CUDA_VISIBLE_DEVICES selects among several GPUs; the first visible one is used.`,
  },
  precision: {
    variable: 'TTS_PRECISION',
    default: 'auto',
    value: 'PRECISION',
    description: `One of ${PRECISION_CHOICES.join(', ')}.`,
  },
  'models-dir': {
    variable: 'TTS_MODELS_DIR',
    default: '.data/models',
    value: 'DIR',
    description: 'Folder of the built models, with one folder for each variant.',
  },
  pull: {
    variable: 'MODEL_PULL',
    default: false,
    value: 'on|off',
    description: 'Download and build a missing variant in the background, and load it when it is ready.',
  },
  'pull-from-page': {
    variable: 'TTS_PULL_FROM_PAGE',
    default: false,
    value: 'on|off',
    description:
      'on: everybody who reaches the page may install a model from it. off: only a browser on this machine may, and only while the service listens on loopback.',
  },
  fallback: {
    variable: 'TTS_FALLBACK',
    default: 'auto',
    value: FALLBACK_CHOICES.join('|'),
    description:
      'When the built-in voice answers. on: whenever no model is ready. off: never; requests are a 503 instead. auto: until a model is ready for the first time, and only if none was chosen and the models folder has none at start.',
  },
  normalize: {
    variable: 'TTS_NORMALIZE',
    default: true,
    value: 'on|off',
    description:
      'Whether numbers, dates, amounts, units and signs become words before a text is spoken, unless a request says otherwise.',
  },
  lexicon: {
    variable: 'TTS_LEXICON',
    default: '',
    value: 'FILE',
    description:
      'File with pronunciations for every request: a JSON list, as in the field pronunciations of a request.',
  },
  'voice-library': {
    variable: 'TTS_VOICE_LIBRARY',
    default: '',
    value: 'DIR',
    description:
      'Folder of the voices that clients add with POST /v1/voices. Without TTS_USER_HEADER everybody who reaches the service may use and delete them.',
  },
  jobs: {
    variable: 'TTS_JOBS',
    default: '',
    value: 'DIR',
    description:
      'Folder of narrations, which POST /v1/audio/jobs speaks in the background; one service works it, or several with JOBS_DATABASE_URL. Without TTS_USER_HEADER everybody who reaches the service may hear and delete them.',
  },
  'jobs-keep': {
    variable: 'TTS_JOBS_KEEP',
    default: '7d',
    value: 'DURATION',
    description: 'How long a narration that has ended is kept.',
  },
  'jobs-max-gb': {
    variable: 'TTS_JOBS_MAX_GB',
    default: 10,
    value: 'GB',
    description: 'The most that all narrations may take on the disk.',
  },
  mcp: {
    variable: 'TTS_MCP',
    default: false,
    value: 'on|off',
    description: 'Whether assistants may speak and narrate by the Model Context Protocol, at /mcp.',
  },
  worker: {
    variable: 'TTS_WORKER',
    default: false,
    value: '',
    description:
      'Only speak narrations of the queue at JOBS_DATABASE_URL, and serve no more than /health, /ready and /metrics.',
  },
  formats: {
    variable: 'TTS_FORMATS',
    default: 'strict' satisfies FormatPolicy,
    value: FORMAT_POLICIES.join('|'),
    description:
      'strict refuses every response_format but wav, streams and unknown models. lenient is for clients that insist: pcm is the samples alone, every other format is answered with WAV, stream_format is ignored, and an unknown model is engine-tts.',
  },
  'error-shape': {
    variable: 'TTS_ERROR_SHAPE',
    default: 'string' satisfies ErrorShape,
    value: ERROR_SHAPES.join('|'),
    description:
      'How errors of /v1/ are written: string as {error, code}, object as {error: {message, code, type}} for clients that read that alone.',
  },
  queue: {
    variable: 'TTS_QUEUE',
    default: 32,
    value: 'N',
    description: 'The most requests in the service, waiting and running together; further ones are a 429.',
  },
  'unload-after': {
    variable: 'TTS_UNLOAD_AFTER',
    default: 'off',
    value: 'DURATION',
    description:
      'Unload a model that nobody has used for this long, such as 15m; the next request loads it again and waits. off keeps it loaded.',
  },
  grace: {
    variable: 'TTS_GRACE',
    default: 120,
    value: 'SECONDS',
    description: 'How long speech in flight may still take after SIGTERM; a second signal ends the service at once.',
  },
  threads: {
    variable: 'TTS_THREADS',
    default: 0,
    value: 'N',
    description: "Threads of the model's runtime; 0 uses all cores.",
  },
} as const satisfies Readonly<Record<string, OptionDeclaration>>;

export type OptionName = keyof typeof OPTIONS;

/** A default as it is written on the command line. */
export const defaultText = (initial: OptionDeclaration['default']): string =>
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
CORS_ORIGIN (origins of pages that may call, separated by commas; every origin
outside production), TRUST_PROXY (networks whose X-Forwarded-For is trusted),
HF_ENDPOINT (a mirror of the hub), HF_TOKEN (sent to the hub itself only),
ACCOUNTS_URL (the accounts page), TTS_USER_HEADER, USAGE_TOKEN and USAGE_URL
(usage by user), JOBS_DATABASE_URL (a queue
of narrations for several services), OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG (traces).
An invalid value is an error with exit code 2.`;
}
