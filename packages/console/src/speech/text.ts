import type { Language, SpeechHealth } from '@ownvoice/shared/contract';

const LOCALE = 'en';
const number = new Intl.NumberFormat(LOCALE);
const tenths = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent' });
const conjunction = new Intl.ListFormat(LOCALE, { type: 'conjunction' });
const disjunction = new Intl.ListFormat(LOCALE, { type: 'disjunction' });
const plural = new Intl.PluralRules(LOCALE);
const languageNames = new Intl.DisplayNames(LOCALE, { type: 'language' });

const count = (n: number, one: string, other: string) =>
  `${number.format(n)} ${plural.select(n) === 'one' ? one : other}`;
const chunkCount = (n: number) => count(n, 'chunk', 'chunks');
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** "9.6 s", "13 min 40 s" or "1 h 2 min". */
function duration(seconds: number): string {
  if (seconds < 59.95) return `${tenths.format(seconds)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** All texts of the speech page. A translation is a copy of this file and of voice-profiles.ts with the same keys. */
export const text = {
  name: 'Ownvoice',
  service: 'Speech',
  title: 'Text to speech',
  copy: 'Copy',
  copied: 'Copied',
  errors: {
    unreachable: 'The speech service is unreachable. Check that it is running and that you are connected to it.',
    noErrorBody: (status: number) =>
      `The speech service returned status ${status} without an error message. Try again, or check the log of the service.`,
  },
  duration,
  clock,

  engine: {
    label: 'Engine',
    loading: 'Loading engine status…',
    unreachable: 'Service unreachable',
    builtin: 'Built-in voice',
    none: 'No engine is ready',
    states: {
      absent: 'is not installed',
      loading: 'is loading',
      ready: 'is ready',
      restarting: 'is restarting',
      failed: 'has failed',
    } satisfies Record<SpeechHealth['model']['state'], string>,
    model: (variant: string, state: string) => `${variant} ${state}`,
    stage: (variant: string, stage: string, progress: number | undefined) => {
      const what = stage.includes(variant) ? stage : `${variant}: ${stage}`;
      return progress === undefined ? what : `${what} · ${percent.format(progress)}`;
    },
    device: (device: string) => `on ${device}`,
    queue: (running: number, waiting: number, limit: number) =>
      `${running} running · ${waiting} waiting · limit ${limit}`,
    idle: 'Idle',
  },

  editor: {
    label: 'Text',
    placeholder: 'Type or paste text…',
    sample: 'Hello! This is Ownvoice. It runs on your own server, and nothing you type here leaves it.',
    characters: (n: number, limit: number) => `${number.format(n)} of ${number.format(limit)} characters`,
    shortcut: 'Ctrl+Enter to generate',
  },

  preview: {
    detected: (language: Language) => `Detected: ${language}`,
    detectedOther: (code: string, spoken: Language) =>
      `Detected: ${languageNames.of(code) ?? code}. Not one of the ten languages; spoken as ${spoken}.`,
    language: (language: Language) => `Language: ${language}`,
    size: (chunks: number, seconds: number) => `${chunkCount(chunks)} · about ${duration(seconds)}`,
    empty: 'Enter some text.',
    loading: 'Splitting the text…',
    chunks: 'Text sent to the model',
    chunk: (index: number, total: number) => `Chunk ${index} of ${total}`,
  },

  voice: {
    label: 'Voice',
    tabs: { preset: 'Voices', design: 'Design', clone: 'Clone' },
    loading: 'Loading voices…',
    playSample: (name: string) => `Play sample: ${name}`,
    stopSample: (name: string) => `Stop sample: ${name}`,
    requires: (variants: readonly string[]) => `Requires ${disjunction.format(variants)}.`,
    loaded: (variant: string) => `${variant} is loaded.`,
    noneLoaded: 'No model is loaded.',
    supported: 'The loaded model supports this.',
    description: 'Voice description',
    descriptionHint: 'Age, timbre, accent and style, in plain words.',
    descriptionExample: 'A calm woman in her sixties with a low, slightly hoarse voice, an experienced storyteller.',
    reference: 'Reference audio',
    referenceHint: (minimum: number, maximum: number) =>
      `${minimum} to ${maximum} seconds of one speaker as WAV, MP3, FLAC, Ogg or WebM. Clone a voice only with permission.`,
    transcript: 'Reference transcript (optional)',
    transcriptHint: 'With a transcript, the clone also adopts the style of the reference.',
  },

  recorder: {
    record: 'Record',
    stop: 'Stop recording',
    chooseFile: 'Choose file',
    remove: 'Remove',
    elapsed: (seconds: number, limit: number) => `${clock(seconds)} / ${clock(limit)}`,
    tooShort: (minimum: number) => `Keep recording: at least ${minimum} seconds are required.`,
    longEnough: 'Long enough. A longer recording improves the clone.',
    level: 'Input level',
    insecure: 'Recording requires HTTPS or localhost. You can still choose a file.',
    denied: 'Microphone access was denied. Allow it in the browser, or choose a file.',
    noMicrophone: 'No microphone was found. Connect one, or choose a file.',
  },

  delivery: {
    label: 'Delivery',
    language: 'Language',
    detect: 'Detect automatically',
    style: 'Style',
    styleHint: 'Emotion, tone and pace in plain words, for models that follow instructions.',
    styleExample: 'Warm and relaxed, with a smile',
    speed: 'Speed',
    speedValue: (speed: number) => `${number.format(speed)}×`,
    seed: 'Seed',
    seedHint: 'Same seed, same audio. Empty means random.',
  },

  generation: {
    submit: 'Generate',
    cancel: 'Cancel',
    progress: 'Generating speech',
    size: (chunks: number, seconds: number) => `Generating ${chunkCount(chunks)} · about ${duration(seconds)} of audio`,
    elapsed: (seconds: number) => `${clock(seconds)} elapsed`,
    cancelled: 'Cancelled. The server has stopped generating.',
    referenceMissing: 'Reference audio is missing. Record it or choose a file.',
  },

  history: {
    label: 'History',
    empty: (limit: number) => `Generated audio appears here. This tab keeps the last ${limit} clips.`,
    clip: (n: number) => `Clip ${n}`,
    show: 'Show',
    ready: (n: number, seconds: number) => `Clip ${n} is ready · ${duration(seconds)}`,
    designed: 'Designed voice',
    cloned: 'Cloned voice',
    builtin: 'built-in voice',
    timing: (audio: number, elapsed: number) => `${duration(audio)} of audio, generated in ${duration(elapsed)}`,
    skipped: (chunks: readonly number[]) =>
      `${plural.select(chunks.length) === 'one' ? 'Chunk' : 'Chunks'} ${conjunction.format(chunks.map(String))} failed and ${plural.select(chunks.length) === 'one' ? 'is' : 'are'} missing.`,
    download: 'Download',
    remove: 'Remove',
  },

  player: {
    play: (name: string) => `Play: ${name}`,
    pause: (name: string) => `Pause: ${name}`,
    position: 'Position',
    positionValue: (position: number, total: number) => `${clock(position)} of ${clock(total)}`,
  },

  api: {
    label: 'Use the API',
    tabs: { curl: 'curl', typescript: 'TypeScript' },
  },
} as const;

/** The languages in the order of the dropdown. */
export const LANGUAGE_LABELS: Readonly<Record<Language, string>> = {
  English: 'English',
  Chinese: 'Chinese',
  Japanese: 'Japanese',
  Korean: 'Korean',
  German: 'German',
  French: 'French',
  Spanish: 'Spanish',
  Italian: 'Italian',
  Portuguese: 'Portuguese',
  Russian: 'Russian',
};
