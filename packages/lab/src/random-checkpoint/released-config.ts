import type { Language } from '@ownvoice/shared/contract/languages';
import { MODEL_VARIANTS, type ModelSize, type ModelVariant } from '@ownvoice/shared/contract/models';
import type { VoiceId } from '@ownvoice/shared/contract/voices';

/** Rows of the codec embedding. */
const LANGUAGES: Readonly<Record<Lowercase<Language>, number>> = {
  english: 2050,
  german: 2053,
  spanish: 2054,
  chinese: 2055,
  japanese: 2058,
  french: 2061,
  korean: 2064,
  russian: 2069,
  italian: 2070,
  portuguese: 2071,
};

const DIALECTS = { sichuan_dialect: 2062, beijing_dialect: 2074 };

const SPEAKERS: Readonly<Record<VoiceId, number>> = {
  serena: 3066,
  vivian: 3065,
  uncle_fu: 3010,
  ryan: 3061,
  aiden: 2861,
  ono_anna: 2873,
  sohee: 2864,
  eric: 2875,
  dylan: 2878,
};

const SPEAKER_DIALECTS: Readonly<Partial<Record<VoiceId, keyof typeof DIALECTS>>> = {
  eric: 'sichuan_dialect',
  dylan: 'beijing_dialect',
};

const HIDDEN_SIZES: Readonly<Record<ModelSize, number>> = { '1b7': 2048, '0b6': 1024 };

const ATTENTION = {
  head_dim: 128,
  num_attention_heads: 16,
  num_key_value_heads: 8,
  rms_norm_eps: 1e-6,
  rope_theta: 1e6,
};

/** `config.json` with the dimensions and ids of the released checkpoint. */
export function releasedConfig(variant: ModelVariant): object {
  const { kind, size } = MODEL_VARIANTS[variant];
  const hiddenSize = HIDDEN_SIZES[size];
  const presets = kind === 'custom_voice' ? (Object.keys(SPEAKERS) as VoiceId[]) : [];
  return {
    architectures: ['Qwen3TTSForConditionalGeneration'],
    model_type: 'qwen3_tts',
    tokenizer_type: 'qwen3_tts_tokenizer_12hz',
    tts_model_type: kind,
    tts_model_size: size,
    transformers_version: '4.57.3',
    im_start_token_id: 151644,
    im_end_token_id: 151645,
    assistant_token_id: 77091,
    tts_pad_token_id: 151671,
    tts_bos_token_id: 151672,
    tts_eos_token_id: 151673,
    ...(kind === 'base' ? { speaker_encoder_config: { enc_dim: hiddenSize, sample_rate: 24000 } } : {}),
    talker_config: {
      ...ATTENTION,
      hidden_size: hiddenSize,
      intermediate_size: 3 * hiddenSize,
      num_hidden_layers: 28,
      // Three tracks of positions; speech counts the same in each, so they change nothing.
      rope_scaling: { interleaved: true, mrope_section: [24, 20, 20], rope_type: 'default', type: 'default' },
      num_code_groups: 16,
      max_position_embeddings: 32768,
      text_hidden_size: 2048,
      text_vocab_size: 151936,
      vocab_size: 3072,
      codec_pad_id: 2148,
      codec_bos_id: 2149,
      codec_eos_token_id: 2150,
      codec_think_id: 2154,
      codec_nothink_id: 2155,
      codec_think_bos_id: 2156,
      codec_think_eos_id: 2157,
      codec_language_id: kind === 'custom_voice' ? { ...LANGUAGES, ...DIALECTS } : LANGUAGES,
      spk_id: kind === 'custom_voice' ? SPEAKERS : {},
      spk_is_dialect: Object.fromEntries(presets.map((name) => [name, SPEAKER_DIALECTS[name] ?? false])),
      code_predictor_config: {
        ...ATTENTION,
        hidden_size: 1024,
        intermediate_size: 3072,
        num_hidden_layers: 5,
        num_code_groups: 16,
        vocab_size: 2048,
      },
    },
  };
}

/** `generation_config.json` of every released checkpoint. */
export const RELEASED_GENERATION_CONFIG = {
  do_sample: true,
  repetition_penalty: 1.05,
  temperature: 0.9,
  top_p: 1.0,
  top_k: 50,
  subtalker_dosample: true,
  subtalker_temperature: 0.9,
  subtalker_top_p: 1.0,
  subtalker_top_k: 50,
  max_new_tokens: 8192,
};

/** `speech_tokenizer/config.json` of every released checkpoint. */
export const RELEASED_CODEC_CONFIG = {
  model_type: 'qwen3_tts_tokenizer_12hz',
  architectures: ['Qwen3TTSTokenizerV2Model'],
  encoder_valid_num_quantizers: 16,
  input_sample_rate: 24000,
  output_sample_rate: 24000,
  decode_upsample_rate: 1920,
  encode_downsample_rate: 1920,
  decoder_config: {
    latent_dim: 1024,
    codebook_dim: 512,
    codebook_size: 2048,
    decoder_dim: 1536,
    hidden_size: 512,
    intermediate_size: 1024,
    head_dim: 64,
    num_attention_heads: 16,
    num_key_value_heads: 16,
    num_hidden_layers: 8,
    num_quantizers: 16,
    rms_norm_eps: 1e-5,
    rope_theta: 10000,
    sliding_window: 72,
    upsample_rates: [8, 5, 4, 3],
    upsampling_ratios: [2, 2],
  },
  encoder_config: {
    num_filters: 64,
    kernel_size: 7,
    last_kernel_size: 3,
    residual_kernel_size: 3,
    num_residual_layers: 1,
    dilation_growth_rate: 2,
    compress: 2,
    upsampling_ratios: [8, 6, 5, 4],
    hidden_size: 512,
    num_hidden_layers: 8,
    num_attention_heads: 8,
    num_key_value_heads: 8,
    head_dim: 64,
    intermediate_size: 2048,
    norm_eps: 1e-5,
    rope_theta: 10000,
    codebook_size: 2048,
    codebook_dim: 256,
    num_quantizers: 32,
  },
};

/** `speech_tokenizer/preprocessor_config.json` of every released checkpoint: the official code does not load without it. */
export const RELEASED_CODEC_PREPROCESSOR_CONFIG = {
  feature_extractor_type: 'EncodecFeatureExtractor',
  feature_size: 1,
  sampling_rate: 24000,
  padding_side: 'right',
  padding_value: 0,
  return_attention_mask: true,
  chunk_length_s: null,
  overlap: null,
};
