import type { Language, SpeechHealth } from '@ownvoice/shared/contract';

const locale = 'en';
const number = new Intl.NumberFormat(locale);
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(locale, { style: 'percent' });
const list = new Intl.ListFormat(locale, { type: 'conjunction' });
const plural = new Intl.PluralRules(locale);

const count = (n: number, one: string, other: string) =>
  `${number.format(n)} ${plural.select(n) === 'one' ? one : other}`;
const seconds = (n: number) => `${tenths.format(n)} s`;
const clock = (n: number) => `${Math.floor(n / 60)}:${String(Math.floor(n % 60)).padStart(2, '0')}`;

export interface VoiceProfile {
  who: string;
  /** What the voice says when it is tried, in its own language. */
  sample: string;
}

/** Every word of the speech page. A translation is a copy of this file with the same keys. */
export const text = {
  name: 'Ownvoice',
  part: 'Speech',
  title: 'Text to speech',
  copy: 'Copy',
  copied: 'Copied',
  failures: {
    unreachable: 'The speech service does not answer. Check that it is running and that you are online.',
    unreadable: (status: number) => `The speech service answered with status ${status} and no explanation.`,
  },
  seconds,
  clock,

  engine: {
    label: 'Engine',
    asking: 'Asking for the engine…',
    away: 'The speech service does not answer',
    builtin: 'Built-in voice',
    none: 'Nothing can speak yet',
    states: {
      absent: 'not there',
      loading: 'loading',
      ready: 'ready',
      restarting: 'restarting',
      failed: 'failed',
    } satisfies Record<SpeechHealth['model']['state'], string>,
    model: (variant: string, state: string) => `Model ${variant}: ${state}`,
    stage: (stage: string, progress: number | undefined) =>
      progress === undefined ? stage : `${stage}, ${percent.format(progress)}`,
    on: (device: string) => `on ${device}`,
    queue: (running: number, waiting: number, limit: number) =>
      `${running} running, ${waiting} waiting, ${limit} at most`,
    idle: 'Idle',
  },

  script: {
    label: 'What is said',
    placeholder: 'Type or paste a text…',
    opening: 'Hello! This is a voice of your own. It runs on your machine, and nothing you write here leaves it.',
    characters: (n: number, most: number) => `${number.format(n)} of ${number.format(most)} characters`,
    found: (language: Language) => `${language} found`,
    spokenAs: (language: Language) => `Spoken as ${language}`,
    length: (chunks: number, total: number) => `${count(chunks, 'chunk', 'chunks')}, about ${seconds(total)}`,
    nothing: 'Nothing to say yet.',
    reading: 'Reading the text…',
    chunks: 'What the engine is given',
    chunk: (index: number, total: number) => `Chunk ${index} of ${total}`,
    keys: 'Ctrl + Enter speaks.',
  },

  speaker: {
    label: 'Who speaks',
    voices: 'Voices',
    design: 'Design',
    clone: 'Clone',
    choose: 'Voice',
    asking: 'Asking for the voices…',
    try: (name: string) => `Hear ${name}`,
    stopTrying: (name: string) => `Stop ${name}`,
    needs: (variants: readonly string[]) =>
      `Needs the model ${new Intl.ListFormat(locale, { type: 'disjunction' }).format(variants)}.`,
    loaded: (variant: string) => `${variant} is loaded now.`,
    noneLoaded: 'No model is loaded now.',
    suits: 'The loaded model can do this.',
    description: 'Describe the voice',
    descriptionHint: 'Age, timbre, manner, accent. Plain words are best.',
    descriptionExample: 'A calm woman in her sixties, low and a little hoarse, who has told stories all her life.',
    reference: 'A sample of the voice',
    referenceHint: '3 to 60 seconds of one person speaking: WAV, MP3, FLAC, Ogg. Use only voices you may use.',
    transcript: 'What is said in the sample (optional)',
    transcriptHint: 'With it the clone follows the manner of speaking too.',
  },

  recorder: {
    record: 'Record',
    stop: 'Stop recording',
    choose: 'Choose a file',
    again: 'Discard',
    recording: (elapsed: number) => `Recording, ${clock(elapsed)}`,
    tooShort: (least: number) => `Keep going: at least ${least} seconds are needed.`,
    enough: 'That is enough. More makes a better clone.',
    level: 'Input level',
    recorded: 'Your recording',
    insecure: 'The microphone needs a secure page (HTTPS or localhost). A file works from here, too.',
    refused: 'The browser did not let this page use the microphone.',
    missing: 'No microphone was found.',
  },

  delivery: {
    label: 'How it is said',
    language: 'Language',
    auto: 'Find it out',
    instruct: 'Manner',
    instructHint: 'Emotion and pace in plain words, for models with instruction control.',
    instructExample: 'Warm and unhurried, with a smile',
    speed: 'Speed',
    speedIs: (speed: number) => `${number.format(speed)}×`,
    seed: 'Seed',
    seedHint: 'Same seed, same audio. Empty: another take each time.',
  },

  speak: {
    submit: 'Speak',
    cancel: 'Cancel',
    working: (elapsed: number) => `Speaking, ${seconds(elapsed)}`,
    about: (n: number) => `for about ${seconds(n)} of audio`,
    progress: 'Speech is being made',
    cancelled: 'Cancelled. The server has stopped, too.',
    needReference: 'Record or choose a sample of the voice first.',
  },

  takes: {
    label: 'Takes',
    empty: 'What you make is listed here, the newest first. It is kept in this tab only.',
    take: (n: number) => `Take ${n}`,
    show: 'Show it',
    ready: (n: number, audio: number) => `Take ${n} is ready: ${seconds(audio)} of audio.`,
    designed: 'Designed voice',
    cloned: 'Cloned voice',
    builtin: 'built-in voice',
    made: (audio: number, wall: number) => `${seconds(audio)} of audio in ${seconds(wall)}`,
    skipped: (chunks: readonly number[]) =>
      `${plural.select(chunks.length) === 'one' ? 'Chunk' : 'Chunks'} ${list.format(chunks.map(String))} failed and ${plural.select(chunks.length) === 'one' ? 'is' : 'are'} missing.`,
    play: 'Play',
    pause: 'Pause',
    position: 'Position',
    positionIs: (at: number, of: number) => `${clock(at)} of ${clock(of)}`,
    download: 'Download',
    remove: 'Remove',
  },

  request: {
    label: 'The same by HTTP',
    curl: 'curl',
    typescript: 'TypeScript',
  },
} as const;

/** The ten languages as they are listed. */
export const languages: Record<Language, string> = {
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

const chinese = '你好，很高兴认识你。今天天气很好，我们一起去公园走走吧。';

/** Who the nine voices are, by id. */
export const profiles: Readonly<Record<string, VoiceProfile>> = {
  ryan: { who: 'Male, clear and natural', sample: 'Good morning. I am Ryan, and I read whatever you write.' },
  aiden: { who: 'Male, warm', sample: 'Hi, I am Aiden. Take a seat, and let me tell you a story.' },
  vivian: { who: 'Female, professional', sample: '大家好，我是薇薇安。欢迎收听今天的新闻。' },
  serena: { who: 'Female, friendly', sample: chinese },
  uncle_fu: { who: 'Male, mature', sample: '坐下来喝杯茶，听我慢慢给你讲。' },
  dylan: { who: 'Male, Beijing dialect', sample: '您好，吃了吗？咱们一起逛逛胡同去。' },
  eric: { who: 'Male, Sichuan dialect', sample: '你好，今天晚上我们去吃火锅吧。' },
  ono_anna: { who: 'Female', sample: 'こんにちは、アンナです。今日もいい一日になりますように。' },
  sohee: { who: 'Female', sample: '안녕하세요, 소희예요. 만나서 반가워요.' },
};
