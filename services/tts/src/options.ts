/** One option of the command line, with the variable that sets it too. */
interface OptionDescription {
  readonly variable: string;
  readonly standard: string;
  /** What its value looks like. */
  readonly value: string;
  readonly meaning: string;
}

export type OptionName =
  | 'host'
  | 'port'
  | 'model'
  | 'device'
  | 'precision'
  | 'models-dir'
  | 'pull'
  | 'fallback'
  | 'queue'
  | 'threads';

/** All options, in the order in which --help lists them. */
export const OPTIONS: Readonly<Record<OptionName, OptionDescription>> = {
  host: { variable: 'TTS_HOST', standard: '0.0.0.0', value: 'ADDRESS', meaning: 'Address to bind.' },
  port: { variable: 'TTS_PORT', standard: '8100', value: 'PORT', meaning: 'Port to bind; 0 takes a free one.' },
  model: {
    variable: 'TTS_MODEL',
    standard: 'customvoice-1.7b',
    value: 'VARIANT',
    meaning:
      'Model variant to load: customvoice-1.7b or customvoice-0.6b (pre-built voices), voicedesign-1.7b (voices from descriptions), base-1.7b or base-0.6b (voice cloning).',
  },
  device: {
    variable: 'TTS_DEVICE',
    standard: 'auto',
    value: 'DEVICE',
    meaning:
      'auto, cuda, coreml or cpu. CUDA_VISIBLE_DEVICES selects among several GPUs; the first visible one is used.',
  },
  precision: {
    variable: 'TTS_PRECISION',
    standard: 'auto',
    value: 'PRECISION',
    meaning: 'auto, fp32, fp16, int8 or int4.',
  },
  'models-dir': {
    variable: 'TTS_MODELS_DIR',
    standard: '.data/models',
    value: 'DIR',
    meaning: 'Folder with the built models, one folder for each variant.',
  },
  pull: {
    variable: 'MODEL_PULL',
    standard: 'off',
    value: 'on|off',
    meaning: 'Fetch and build the variant in the background when it is missing, and switch over when it is ready.',
  },
  fallback: {
    variable: 'TTS_FALLBACK',
    standard: 'on',
    value: 'on|off',
    meaning: 'Let the built-in voice stand in while no model is ready; off answers 503 instead.',
  },
  queue: {
    variable: 'TTS_QUEUE',
    standard: '32',
    value: 'N',
    meaning: 'Requests taken in at most, waiting and running together; further ones are answered 429.',
  },
  threads: {
    variable: 'TTS_THREADS',
    standard: '0',
    value: 'N',
    meaning: "Threads of the model's runtime; 0 takes as many as the machine has.",
  },
};

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

/** The text of --help. */
export function optionHelp(): string {
  const entries = Object.entries(OPTIONS).map(
    ([name, { variable, standard, value, meaning }]) =>
      `  --${name} ${value}\n${wrapped(`${meaning} Default ${standard}. Also ${variable}.`)}`,
  );
  return `Text to speech over HTTP.

Usage: npm run start -w services/tts -- [options]

${entries.join('\n\n')}

  --help
${wrapped('Print this text.')}

  --version
${wrapped('Print the version.')}

An option wins over its variable. Also read: LOG_LEVEL (info), NODE_ENV,
CORS_ORIGIN (origins of pages that may call, separated by commas; every origin
outside production), TRUST_PROXY (networks whose X-Forwarded-For is believed).
A wrong value ends the program with code 2.`;
}
