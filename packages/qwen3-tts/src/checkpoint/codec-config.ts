import type { Fields, FieldTable, JsonFields } from './json-fields.js';

/** The codec's decoder: codes → waveform. */
export type CodecDecoderConfig = Fields<typeof DECODER>;
const DECODER = {
  /** Codebooks of a frame. */
  quantizers: ['count', 'num_quantizers'],
  codebookSize: ['count', 'codebook_size'],
  /** Channels of a dequantized frame. */
  codebookChannels: ['count', 'codebook_dim'],
  latentChannels: ['count', 'latent_dim'],
  convolutionChannels: ['count', 'decoder_dim'],
  hiddenSize: ['count', 'hidden_size'],
  intermediateSize: ['count', 'intermediate_size'],
  layers: ['count', 'num_hidden_layers'],
  heads: ['count', 'num_attention_heads'],
  headSize: ['count', 'head_dim'],
  rmsNormEpsilon: ['number', 'rms_norm_eps'],
  ropeTheta: ['ropeTheta', 'rope_theta'],
  /** A frame attends to this many frames, itself included. */
  slidingWindow: ['count', 'sliding_window'],
  /** Factors of the convolution blocks. */
  upsampleRates: ['counts', 'upsample_rates'],
  /** Factors of the ConvNeXt stages before them. */
  upsamplingRatios: ['counts', 'upsampling_ratios'],
} as const satisfies FieldTable;

/** The codec's encoder (Mimi): waveform → codes. */
export interface CodecEncoderConfig extends Fields<typeof ENCODER> {
  /** Codebooks in use. */
  readonly quantizers: number;
}
const ENCODER = {
  /** Codebooks in the checkpoint. */
  storedQuantizers: ['count', 'num_quantizers'],
  codebookSize: ['count', 'codebook_size'],
  codebookWidth: ['count', 'codebook_dim'],
  filters: ['count', 'num_filters'],
  kernelSize: ['count', 'kernel_size'],
  lastKernelSize: ['count', 'last_kernel_size'],
  residualKernelSize: ['count', 'residual_kernel_size'],
  residualLayers: ['count', 'num_residual_layers'],
  dilationGrowth: ['count', 'dilation_growth_rate'],
  compression: ['count', 'compress'],
  /** In the order of the decoder, the reverse of the encoder's strides. */
  upsamplingRatios: ['counts', 'upsampling_ratios'],
  hiddenSize: ['count', 'hidden_size'],
  intermediateSize: ['count', 'intermediate_size'],
  layers: ['count', 'num_hidden_layers'],
  heads: ['count', 'num_attention_heads'],
  headSize: ['count', 'head_dim'],
  layerNormEpsilon: ['number', 'norm_eps'],
  ropeTheta: ['ropeTheta', 'rope_theta'],
} as const satisfies FieldTable;

export interface CodecConfig extends Fields<typeof CODEC> {
  readonly codecDecoder: CodecDecoderConfig;
  readonly codecEncoder: CodecEncoderConfig;
}
const CODEC = {
  /** Samples per frame in both directions of the codec. */
  samplesPerFrame: ['count', 'decode_upsample_rate'],
  sampleRate: ['count', 'output_sample_rate'],
} as const satisfies FieldTable;

/** Reads the fields of `speech_tokenizer/config.json`. @throws CheckpointError for a field that is missing or wrong */
export const readCodecConfig = (root: JsonFields): CodecConfig => ({
  codecDecoder: root.object('decoder_config').read(DECODER),
  codecEncoder: {
    ...root.object('encoder_config').read(ENCODER),
    quantizers: root.count('encoder_valid_num_quantizers'),
  },
  ...root.read(CODEC),
});

/** Samples from one feature vector of the convolutions to the next. */
export function featureStride(config: CodecEncoderConfig): number {
  return config.upsamplingRatios.reduce((product, ratio) => product * ratio, 1);
}

/**
 * Feature vectors before the one it belongs to that a sample can still reach: whoever encodes a long signal piece by
 * piece repeats that many strides and drops their features.
 */
export function featureContext(config: CodecEncoderConfig): number {
  let reach = config.kernelSize - 1;
  let stride = 1;
  for (const ratio of [...config.upsamplingRatios].reverse()) {
    for (let unit = 0; unit < config.residualLayers; unit++) {
      reach += (config.residualKernelSize - 1) * config.dilationGrowth ** unit * stride;
    }
    reach += ratio * stride;
    stride *= ratio;
  }
  reach += (config.lastKernelSize - 1) * stride;
  return Math.ceil(reach / stride);
}
