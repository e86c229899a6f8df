/** The model identifiers of requests. */
export const SPEECH_MODELS = [
  'engine-tts',
  'engine-tts-customvoice',
  'engine-tts-voicedesign',
  'engine-tts-clone',
] as const;
export type SpeechModel = (typeof SPEECH_MODELS)[number];

/** The three kinds of requests, each with its own route and its own kind of model. */
export type SpeechKind = 'speech' | 'design' | 'clone';

/** The route of each kind of request, for error messages. */
export const SPEECH_ROUTES: Readonly<Record<SpeechKind, string>> = {
  speech: 'POST /v1/audio/speech',
  design: 'POST /v1/audio/voice-design',
  clone: 'POST /v1/audio/voice-clone',
};

/** The kind of request that each identifier is for. */
export const MODEL_PURPOSES: Readonly<Record<SpeechModel, SpeechKind | 'any'>> = {
  'engine-tts': 'any',
  'engine-tts-customvoice': 'speech',
  'engine-tts-voicedesign': 'design',
  'engine-tts-clone': 'clone',
};

/** Identifiers that stock clients of the common speech API send, also with a date; each means `engine-tts`. */
export const SPEECH_MODEL_ALIASES = ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'] as const;

/** The tasks that checkpoints are trained for, as their `config.json` names them. */
export const MODEL_KINDS = ['custom_voice', 'voice_design', 'base'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];
/** The size of a released checkpoint, as its `config.json` names it. */
export type ModelSize = '1b7' | '0b6';

/** The released models by the names that the options and commands take; the larger of a kind comes first. */
export const MODEL_VARIANTS = {
  'customvoice-1.7b': { kind: 'custom_voice', size: '1b7' },
  'customvoice-0.6b': { kind: 'custom_voice', size: '0b6' },
  'voicedesign-1.7b': { kind: 'voice_design', size: '1b7' },
  'base-1.7b': { kind: 'base', size: '1b7' },
  'base-0.6b': { kind: 'base', size: '0b6' },
} as const satisfies Readonly<Record<string, { kind: ModelKind; size: ModelSize }>>;
export type ModelVariant = keyof typeof MODEL_VARIANTS;

export const VARIANT_NAMES = Object.keys(MODEL_VARIANTS) as ModelVariant[];

/** The released model of a kind and size; undefined when there is none. */
export function variantOf(model: { readonly kind: string; readonly size: string }): ModelVariant | undefined {
  return VARIANT_NAMES.find((name) => {
    const { kind, size } = MODEL_VARIANTS[name];
    return kind === model.kind && size === model.size;
  });
}

/** Whether a variant speaks a text as `instruct` asks. */
export const followsInstructions = (variant: ModelVariant): boolean => variant === 'customvoice-1.7b';

/** How the weights of the language model are stored and multiplied. */
export const PRECISIONS = ['fp32', 'fp16', 'int8', 'int4'] as const;
export type Precision = (typeof PRECISIONS)[number];

/** `auto`: fp16 on a GPU that is named, int8 where the CPU may have to do the work. */
export const PRECISION_CHOICES = ['auto', ...PRECISIONS] as const;
export type PrecisionChoice = (typeof PRECISION_CHOICES)[number];

/** Where a model runs. */
export const DEVICES = ['cuda', 'webgpu', 'cpu'] as const;
export type Device = (typeof DEVICES)[number];

/** The devices of each precision: no CPU computes in half precision, and CUDA gets no quantized weights. */
export const PRECISION_DEVICES: Readonly<Record<Precision, readonly Device[]>> = {
  fp32: DEVICES,
  fp16: ['cuda', 'webgpu'],
  int8: ['webgpu', 'cpu'],
  int4: ['webgpu', 'cpu'],
};

/** `auto` takes a GPU when the model was built for one and it can be used, else the CPU. */
export const DEVICE_CHOICES = ['auto', ...DEVICES] as const;
export type DeviceChoice = (typeof DEVICE_CHOICES)[number];

/** `strict` refuses what it cannot do, `lenient` answers it with what it can: a format, a stream, an unknown model. */
export const FORMAT_POLICIES = ['strict', 'lenient'] as const;
export type FormatPolicy = (typeof FORMAT_POLICIES)[number];

/** How the speech routes write an error: `object` is for clients that read `error.message` alone. */
export const ERROR_SHAPES = ['string', 'object'] as const;
export type ErrorShape = (typeof ERROR_SHAPES)[number];
