import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_KINDS, type ModelKind } from '@ownvoice/shared/contract/models';
import { CheckpointError, newerLayout } from '../errors.js';
import { type CodecConfig, readCodecConfig } from './codec-config.js';
import { type Fields, type FieldTable, JsonFields } from './json-fields.js';

/** A stack of pre-norm decoder layers with grouped-query attention. */
export type DecoderStackConfig = Fields<typeof DECODER_STACK>;
const DECODER_STACK = {
  hiddenSize: ['count', 'hidden_size'],
  intermediateSize: ['count', 'intermediate_size'],
  layers: ['count', 'num_hidden_layers'],
  heads: ['count', 'num_attention_heads'],
  keyValueHeads: ['count', 'num_key_value_heads'],
  /** Width of one head; not `hiddenSize / heads` in this family. */
  headSize: ['count', 'head_dim'],
  rmsNormEpsilon: ['number', 'rms_norm_eps'],
  ropeTheta: ['ropeTheta', 'rope_theta'],
  vocabularySize: ['count', 'vocab_size'],
} as const satisfies FieldTable;

const TALKER = {
  ...DECODER_STACK,
  textVocabularySize: ['count', 'text_vocab_size'],
  textHiddenSize: ['count', 'text_hidden_size'],
  maxPositions: ['count', 'max_position_embeddings'],
  /** Codebooks in a frame. */
  codeGroups: ['count', 'num_code_groups'],
} as const satisfies FieldTable;

/** Rows of `talker.model.codec_embedding` that are not audio codes. */
const CODEC_TOKENS = {
  pad: ['id', 'codec_pad_id'],
  bos: ['id', 'codec_bos_id'],
  eos: ['id', 'codec_eos_token_id'],
  think: ['id', 'codec_think_id'],
  noThink: ['id', 'codec_nothink_id'],
  thinkBos: ['id', 'codec_think_bos_id'],
  thinkEos: ['id', 'codec_think_eos_id'],
} as const satisfies FieldTable;

/** Ids of the text vocabulary in every prompt. */
const TEXT_TOKENS = {
  imStart: ['id', 'im_start_token_id'],
  imEnd: ['id', 'im_end_token_id'],
  assistant: ['id', 'assistant_token_id'],
  ttsPad: ['id', 'tts_pad_token_id'],
  ttsBos: ['id', 'tts_bos_token_id'],
  ttsEos: ['id', 'tts_eos_token_id'],
} as const satisfies FieldTable;

export interface PresetSpeaker {
  /** As the file writes it. */
  readonly name: string;
  /** Row of the codec embedding. */
  readonly id: number;
  /** Key of `languages` that the speaker uses for Chinese and without a language. */
  readonly dialect: string | undefined;
}

/** The released files have only the embedding's size and the sample rate; the others are the network's design. */
export type SpeakerEncoderConfig = Fields<typeof SPEAKER_ENCODER>;
const SPEAKER_ENCODER = {
  embeddingSize: ['count', 'enc_dim'],
  sampleRate: ['count', 'sample_rate'],
  melBins: ['count', 'mel_dim', 128],
  /** Channels of the first convolution, the three SE-Res2Net blocks and the aggregation. */
  channels: ['counts', 'enc_channels', [512, 512, 512, 512, 1536]],
  kernelSizes: ['counts', 'enc_kernel_sizes', [5, 3, 3, 3, 1]],
  dilations: ['counts', 'enc_dilations', [1, 2, 3, 4, 1]],
  attentionChannels: ['count', 'enc_attention_channels', 128],
  res2netScale: ['count', 'enc_res2net_scale', 8],
  squeezeChannels: ['count', 'enc_se_channels', 128],
} as const satisfies FieldTable;

/**
 * Sampling of one decoder; `topK` 0 and `topP` 1 disable the filter. Exports leave out what equals a default of their library;
 * the defaults here are those of the official code.
 */
export type SamplingDefaults = Fields<typeof TALKER_SAMPLING>;
const TALKER_SAMPLING = {
  sample: ['boolean', 'do_sample', true],
  temperature: ['number', 'temperature', 0.9],
  topK: ['id', 'top_k', 50],
  topP: ['number', 'top_p', 1],
} as const satisfies FieldTable;
const PREDICTOR_SAMPLING = {
  sample: ['boolean', 'subtalker_dosample', true],
  temperature: ['number', 'subtalker_temperature', 0.9],
  topK: ['id', 'subtalker_top_k', 50],
  topP: ['number', 'subtalker_top_p', 1],
} as const satisfies FieldTable;
const GENERATION = {
  repetitionPenalty: ['number', 'repetition_penalty', 1.05],
  maxNewTokens: ['count', 'max_new_tokens', 2048],
} as const satisfies FieldTable;

export interface GenerationDefaults extends Fields<typeof GENERATION> {
  readonly talker: SamplingDefaults;
  readonly codePredictor: SamplingDefaults;
}

/** The configuration in a checkpoint's files; nothing is assumed. */
export interface CheckpointConfig extends CodecConfig {
  readonly kind: ModelKind;
  /** `0b6` or `1b7` in the released checkpoints. */
  readonly size: string;
  readonly textTokens: Fields<typeof TEXT_TOKENS>;
  readonly codecTokens: Fields<typeof CODEC_TOKENS>;
  /** Lower-case language and dialect names to rows of the codec embedding. */
  readonly languages: ReadonlyMap<string, number>;
  /** Preset speakers by their lower-case names; empty except in custom-voice checkpoints. */
  readonly speakers: ReadonlyMap<string, PresetSpeaker>;
  readonly talker: Fields<typeof TALKER>;
  readonly codePredictor: DecoderStackConfig;
  /** Base checkpoints only. */
  readonly speakerEncoder: SpeakerEncoderConfig | undefined;
  readonly generation: GenerationDefaults;
}

/**
 * Reads `config.json`, `generation_config.json` and `speech_tokenizer/config.json` of a checkpoint folder.
 * @throws CheckpointError when one is missing, damaged, or describes another model
 */
export async function readCheckpointConfig(folder: string): Promise<CheckpointConfig> {
  const file = join(folder, 'config.json');
  const root = await JsonFields.open(file);
  if (!root.has('model_type') || root.string('model_type') !== 'qwen3_tts') {
    throw new CheckpointError(`${file} describes another model than Qwen3-TTS.`);
  }
  if (root.string('tokenizer_type') !== 'qwen3_tts_tokenizer_12hz') {
    throw new CheckpointError(`${file} describes a model with another codec than the 12 Hz one.`);
  }
  if (!existsSync(join(folder, 'speech_tokenizer'))) throw newerLayout(folder);
  const talker = root.object('talker_config');
  const kind = readKind(root, file);
  const generation = await JsonFields.open(join(folder, 'generation_config.json'));
  return {
    kind,
    size: root.string('tts_model_size'),
    textTokens: root.read(TEXT_TOKENS),
    codecTokens: talker.read(CODEC_TOKENS),
    languages: talker.ids('codec_language_id'),
    speakers: readSpeakers(talker),
    talker: talker.read(TALKER),
    codePredictor: talker.object('code_predictor_config').read(DECODER_STACK),
    speakerEncoder: kind === 'base' ? root.object('speaker_encoder_config').read(SPEAKER_ENCODER) : undefined,
    generation: {
      talker: generation.read(TALKER_SAMPLING),
      codePredictor: generation.read(PREDICTOR_SAMPLING),
      ...generation.read(GENERATION),
    },
    ...readCodecConfig(await JsonFields.open(join(folder, 'speech_tokenizer', 'config.json'))),
  };
}

function readKind(root: JsonFields, file: string): ModelKind {
  const name = root.string('tts_model_type');
  const kind = MODEL_KINDS.find((known) => known === name);
  if (kind) return kind;
  throw new CheckpointError(`${file}: tts_model_type ${JSON.stringify(name)} is not one of the released kinds.`);
}

/** `spk_is_dialect` holds `false` or the name of a dialect. A fine-tune names its speaker as its author typed it. */
function readSpeakers(talker: JsonFields): Map<string, PresetSpeaker> {
  const ids = talker.has('spk_id') ? talker.ids('spk_id') : new Map<string, number>();
  const dialects = talker.has('spk_is_dialect') ? talker.object('spk_is_dialect') : undefined;
  const dialectOf = (name: string) =>
    dialects?.has(name) && !dialects.isFalse(name) ? dialects.string(name) : undefined;
  const rows = talker.count('vocab_size');
  return new Map(
    [...ids].map(([name, id]) => {
      if (id < rows) return [name.toLowerCase(), { name, id, dialect: dialectOf(name) }];
      throw new CheckpointError(`config.json: the speaker ${name} has the row ${id} of ${rows} codec embeddings.`);
    }),
  );
}
