export default {
  service: 'Speech',
  title: 'Text to speech',
  language: 'Page language',
  copy: 'Copy',
  copied: 'Copied',
  errors: {
    unreachable: 'The speech service is unreachable. Check that it is running and that you are connected to it.',
    noErrorBody:
      'The speech service returned status {status} without an error message. Try again, or check the log of the service.',
  },
  duration: {
    seconds: '{seconds} s',
    minutes: '{minutes} min {seconds} s',
    hours: '{hours} h {minutes} min',
  },

  engine: {
    label: 'Engine',
    loading: 'Loading engine status…',
    unreachable: 'Service unreachable',
    builtin: 'Built-in voice',
    none: 'No engine is ready',
    states: {
      absent: '{variant} is not installed',
      loading: '{variant} is loading',
      ready: '{variant} is ready',
      restarting: '{variant} is restarting',
      failed: '{variant} has failed',
    },
    device: 'on {device}',
    queue: '{running, number} running · {waiting, number} waiting · limit {limit, number}',
    idle: 'Idle',
  },

  editor: {
    label: 'Text',
    placeholder: 'Type or paste text…',
    sample: 'Hello! This is Ownvoice. It runs on your own server, and nothing you type here leaves it.',
    characters: '{n, number} of {limit, number} characters',
    shortcut: 'Ctrl+Enter to generate',
  },

  preview: {
    detected: 'Detected: {language}',
    detectedOther: 'Detected: {detected}. Not one of the ten languages; spoken as {spoken}.',
    language: 'Language: {language}',
    size: '{chunks, plural, one {# chunk} other {# chunks}} · about {duration}',
    empty: 'Enter some text.',
    loading: 'Splitting the text…',
    chunks: 'Text sent to the model',
    chunk: 'Chunk {index, number} of {total, number}',
  },

  voice: {
    label: 'Voice',
    tabs: { preset: 'Voices', design: 'Design', clone: 'Clone' },
    profiles: {
      ryan: 'Male, clear and natural',
      aiden: 'Male, warm',
      vivian: 'Female, professional',
      serena: 'Female, friendly',
      uncle_fu: 'Male, mature',
      dylan: 'Male, Beijing dialect',
      eric: 'Male, Sichuan dialect',
      ono_anna: 'Female',
      sohee: 'Female',
    },
    loading: 'Loading voices…',
    playSample: 'Play sample: {name}',
    stopSample: 'Stop sample: {name}',
    requires: 'Requires {variants}.',
    loaded: '{variant} is loaded.',
    noneLoaded: 'No model is loaded.',
    supported: 'The loaded model supports this.',
    description: 'Voice description',
    descriptionHint: 'Age, timbre, accent and style, in plain words.',
    descriptionExample: 'A calm woman in her sixties with a low, slightly hoarse voice, an experienced storyteller.',
    reference: 'Reference audio',
    referenceHint:
      '{minimum, number} to {maximum, number} seconds of one speaker as WAV, MP3, FLAC, Ogg or WebM. Clone a voice only with permission.',
    transcript: 'Reference transcript (optional)',
    transcriptHint: 'With a transcript, the clone also adopts the style of the reference.',
  },

  recorder: {
    record: 'Record',
    stop: 'Stop recording',
    chooseFile: 'Choose file',
    remove: 'Remove',
    tooShort: 'Keep recording: at least {minimum, number} seconds are required.',
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
    seed: 'Seed',
    seedHint: 'Same seed, same audio. Empty means random.',
  },

  generation: {
    submit: 'Generate',
    cancel: 'Cancel',
    progress: 'Generating speech',
    size: 'Generating {chunks, plural, one {# chunk} other {# chunks}} · about {duration} of audio',
    elapsed: '{clock} elapsed',
    cancelled: 'Cancelled. The server has stopped generating.',
    referenceMissing: 'Reference audio is missing. Record it or choose a file.',
  },

  history: {
    label: 'History',
    empty: 'Generated audio appears here. This tab keeps the last {limit, number} clips.',
    clip: 'Clip {n, number}',
    show: 'Show',
    ready: 'Clip {n, number} is ready · {duration}',
    designed: 'Designed voice',
    cloned: 'Cloned voice',
    builtin: 'built-in voice',
    timing: '{audio} of audio, generated in {elapsed}',
    skipped:
      '{count, plural, one {Chunk {chunks} failed and is missing.} other {Chunks {chunks} failed and are missing.}}',
    download: 'Download',
    remove: 'Remove',
  },

  player: {
    play: 'Play: {name}',
    pause: 'Pause: {name}',
    position: 'Position',
    positionValue: '{position} of {total}',
  },

  api: {
    label: 'Use the API',
  },
} as const;
