import { join } from 'node:path';
import { MODEL_KINDS, type ModelKind } from '@ownvoice/shared/contract/models';
import { CheckpointError } from './checkpoint-error.js';
import { type CodecDecoderConfig, type CodecEncoderConfig, readCodecConfig } from './codec-config.js';
import { JsonFields } from './json-fields.js';

/** A stack of pre-norm decoder layers with grouped-query attention. */
export interface DecoderStackConfig {
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly layers: number;
  readonly heads: number;
  readonly keyValueHeads: number;
  /** Width of one head; not `hiddenSize / heads` in this family. */
  readonly headSize: number;
  readonly rmsNormEpsilon: number;
  readonly ropeTheta: number;
  readonly vocabularySize: number;
}

export interface TalkerConfig extends DecoderStackConfig {
  readonly textVocabularySize: number;
  readonly textHiddenSize: number;
  readonly maxPositions: number;
  /** Codebooks in a frame. */
  readonly codeGroups: number;
}

/** Rows of `talker.model.codec_embedding` that are not audio codes. */
export interface CodecTokens {
  readonly pad: number;
  readonly bos: number;
  readonly eos: number;
  readonly think: number;
  readonly noThink: number;
  readonly thinkBos: number;
  readonly thinkEos: number;
}

/** Ids of the text vocabulary in every prompt. */
export interface TextTokens {
  readonly imStart: number;
  readonly imEnd: number;
  readonly assistant: number;
  readonly ttsPad: number;
  readonly ttsBos: number;
  readonly ttsEos: number;
}

export interface PresetSpeaker {
  /** As the file writes it. */
  readonly name: string;
  /** Row of the codec embedding. */
  readonly id: number;
  /** Key of `languages` that the speaker uses for Chinese and without a language. */
  readonly dialect: string | undefined;
}

export interface SpeakerEncoderConfig {
  readonly embeddingSize: number;
  readonly sampleRate: number;
  readonly melBins: number;
  /** Channels of the first convolution, the three SE-Res2Net blocks and the aggregation. */
  readonly channels: readonly number[];
  readonly kernelSizes: readonly number[];
  readonly dilations: readonly number[];
  readonly attentionChannels: number;
  readonly res2netScale: number;
  readonly squeezeChannels: number;
}

/** Sampling of one decoder; `topK` 0 and `topP` 1 disable the filter. */
export interface SamplingDefaults {
  readonly sample: boolean;
  readonly temperature: number;
  readonly topK: number;
  readonly topP: number;
}

export interface GenerationDefaults {
  readonly talker: SamplingDefaults;
  readonly codePredictor: SamplingDefaults;
  readonly repetitionPenalty: number;
  readonly maxNewTokens: number;
}

/** The configuration in a checkpoint's files; nothing is assumed. */
export interface CheckpointConfig {
  readonly kind: ModelKind;
  /** `0b6` or `1b7` in the released checkpoints. */
  readonly size: string;
  readonly textTokens: TextTokens;
  readonly codecTokens: CodecTokens;
  /** Lower-case language and dialect names to rows of the codec embedding. */
  readonly languages: ReadonlyMap<string, number>;
  /** Preset speakers by their lower-case names; empty except in custom-voice checkpoints. */
  readonly speakers: ReadonlyMap<string, PresetSpeaker>;
  readonly talker: TalkerConfig;
  readonly codePredictor: DecoderStackConfig;
  /** Base checkpoints only. */
  readonly speakerEncoder: SpeakerEncoderConfig | undefined;
  readonly generation: GenerationDefaults;
  readonly codecDecoder: CodecDecoderConfig;
  readonly codecEncoder: CodecEncoderConfig;
  /** Samples per frame in both directions of the codec. */
  readonly samplesPerFrame: number;
  readonly sampleRate: number;
}

/**
 * Reads `config.json`, `generation_config.json` and `speech_tokenizer/config.json` of a checkpoint folder.
 * @throws CheckpointError when one is missing, damaged, or describes another model
 */
export async function readCheckpointConfig(folder: string): Promise<CheckpointConfig> {
  const file = join(folder, 'config.json');
  const root = await JsonFields.read(file);
  if (!root.has('model_type') || root.string('model_type') !== 'qwen3_tts') {
    throw new CheckpointError(`${file} describes another model than Qwen3-TTS.`);
  }
  if (root.string('tokenizer_type') !== 'qwen3_tts_tokenizer_12hz') {
    throw new CheckpointError(`${file} describes a model with another codec than the 12 Hz one.`);
  }
  const talker = root.object('talker_config');
  const kind = readKind(root, file);
  return {
    kind,
    size: root.string('tts_model_size'),
    textTokens: readTextTokens(root),
    codecTokens: readCodecTokens(talker),
    languages: talker.ids('codec_language_id'),
    speakers: readSpeakers(talker),
    talker: readTalker(talker),
    codePredictor: readDecoderStack(talker.object('code_predictor_config')),
    speakerEncoder: kind === 'base' ? readSpeakerEncoder(root.object('speaker_encoder_config')) : undefined,
    generation: readGeneration(await JsonFields.read(join(folder, 'generation_config.json'))),
    ...readCodecConfig(await JsonFields.read(join(folder, 'speech_tokenizer', 'config.json'))),
  };
}

function readKind(root: JsonFields, file: string): ModelKind {
  const name = root.string('tts_model_type');
  const kind = MODEL_KINDS.find((known) => known === name);
  if (kind) return kind;
  throw new CheckpointError(`${file}: tts_model_type ${JSON.stringify(name)} is not one of the released kinds.`);
}

function readDecoderStack(fields: JsonFields): DecoderStackConfig {
  return {
    hiddenSize: fields.count('hidden_size'),
    intermediateSize: fields.count('intermediate_size'),
    layers: fields.count('num_hidden_layers'),
    heads: fields.count('num_attention_heads'),
    keyValueHeads: fields.count('num_key_value_heads'),
    headSize: fields.count('head_dim'),
    rmsNormEpsilon: fields.number('rms_norm_eps'),
    ropeTheta: fields.number('rope_theta'),
    vocabularySize: fields.count('vocab_size'),
  };
}

function readTalker(fields: JsonFields): TalkerConfig {
  return {
    ...readDecoderStack(fields),
    textVocabularySize: fields.count('text_vocab_size'),
    textHiddenSize: fields.count('text_hidden_size'),
    maxPositions: fields.count('max_position_embeddings'),
    codeGroups: fields.count('num_code_groups'),
  };
}

function readTextTokens(root: JsonFields): TextTokens {
  return {
    imStart: root.id('im_start_token_id'),
    imEnd: root.id('im_end_token_id'),
    assistant: root.id('assistant_token_id'),
    ttsPad: root.id('tts_pad_token_id'),
    ttsBos: root.id('tts_bos_token_id'),
    ttsEos: root.id('tts_eos_token_id'),
  };
}

function readCodecTokens(talker: JsonFields): CodecTokens {
  return {
    pad: talker.id('codec_pad_id'),
    bos: talker.id('codec_bos_id'),
    eos: talker.id('codec_eos_token_id'),
    think: talker.id('codec_think_id'),
    noThink: talker.id('codec_nothink_id'),
    thinkBos: talker.id('codec_think_bos_id'),
    thinkEos: talker.id('codec_think_eos_id'),
  };
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

/** The released files have only the embedding's size and the sample rate; the defaults are the network's design. */
function readSpeakerEncoder(fields: JsonFields): SpeakerEncoderConfig {
  const count = (name: string, fallback: number) => (fields.has(name) ? fields.count(name) : fallback);
  const counts = (name: string, fallback: number[]) => (fields.has(name) ? fields.counts(name) : fallback);
  return {
    embeddingSize: fields.count('enc_dim'),
    sampleRate: fields.count('sample_rate'),
    melBins: count('mel_dim', 128),
    channels: counts('enc_channels', [512, 512, 512, 512, 1536]),
    kernelSizes: counts('enc_kernel_sizes', [5, 3, 3, 3, 1]),
    dilations: counts('enc_dilations', [1, 2, 3, 4, 1]),
    attentionChannels: count('enc_attention_channels', 128),
    res2netScale: count('enc_res2net_scale', 8),
    squeezeChannels: count('enc_se_channels', 128),
  };
}

function readGeneration(fields: JsonFields): GenerationDefaults {
  return {
    talker: {
      sample: fields.boolean('do_sample'),
      temperature: fields.number('temperature'),
      topK: fields.id('top_k'),
      topP: fields.number('top_p'),
    },
    codePredictor: {
      sample: fields.boolean('subtalker_dosample'),
      temperature: fields.number('subtalker_temperature'),
      topK: fields.id('subtalker_top_k'),
      topP: fields.number('subtalker_top_p'),
    },
    repetitionPenalty: fields.number('repetition_penalty'),
    maxNewTokens: fields.count('max_new_tokens'),
  };
}
