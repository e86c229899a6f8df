import type { JsonFields } from './json-fields.js';

/** The codec's decoder: codes → waveform. */
export interface CodecDecoderConfig {
  /** Codebooks of a frame. */
  readonly quantizers: number;
  readonly codebookSize: number;
  /** Channels of a dequantized frame. */
  readonly codebookChannels: number;
  readonly latentChannels: number;
  readonly convolutionChannels: number;
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly layers: number;
  readonly heads: number;
  readonly headSize: number;
  readonly rmsNormEpsilon: number;
  readonly ropeTheta: number;
  /** A frame attends to this many frames, itself included. */
  readonly slidingWindow: number;
  /** Factors of the convolution blocks. */
  readonly upsampleRates: readonly number[];
  /** Factors of the ConvNeXt stages before them. */
  readonly upsamplingRatios: readonly number[];
}

/** The codec's encoder (Mimi): waveform → codes. */
export interface CodecEncoderConfig {
  /** Codebooks in use. */
  readonly quantizers: number;
  /** Codebooks in the checkpoint. */
  readonly storedQuantizers: number;
  readonly codebookSize: number;
  readonly codebookWidth: number;
  readonly filters: number;
  readonly kernelSize: number;
  readonly lastKernelSize: number;
  readonly residualKernelSize: number;
  readonly residualLayers: number;
  readonly dilationGrowth: number;
  readonly compression: number;
  /** In the order of the decoder, the reverse of the encoder's strides. */
  readonly upsamplingRatios: readonly number[];
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly layers: number;
  readonly heads: number;
  readonly headSize: number;
  readonly layerNormEpsilon: number;
  readonly ropeTheta: number;
}

export interface CodecConfig {
  readonly codecDecoder: CodecDecoderConfig;
  readonly codecEncoder: CodecEncoderConfig;
  readonly samplesPerFrame: number;
  readonly sampleRate: number;
}

/** Reads the fields of `speech_tokenizer/config.json`. @throws CheckpointError for a field that is missing or wrong */
export function readCodecConfig(root: JsonFields): CodecConfig {
  return {
    codecDecoder: readDecoder(root.object('decoder_config')),
    codecEncoder: readEncoder(root.object('encoder_config'), root.count('encoder_valid_num_quantizers')),
    samplesPerFrame: root.count('decode_upsample_rate'),
    sampleRate: root.count('output_sample_rate'),
  };
}

function readDecoder(fields: JsonFields): CodecDecoderConfig {
  return {
    quantizers: fields.count('num_quantizers'),
    codebookSize: fields.count('codebook_size'),
    codebookChannels: fields.count('codebook_dim'),
    latentChannels: fields.count('latent_dim'),
    convolutionChannels: fields.count('decoder_dim'),
    hiddenSize: fields.count('hidden_size'),
    intermediateSize: fields.count('intermediate_size'),
    layers: fields.count('num_hidden_layers'),
    heads: fields.count('num_attention_heads'),
    headSize: fields.count('head_dim'),
    rmsNormEpsilon: fields.number('rms_norm_eps'),
    ropeTheta: fields.number('rope_theta'),
    slidingWindow: fields.count('sliding_window'),
    upsampleRates: fields.counts('upsample_rates'),
    upsamplingRatios: fields.counts('upsampling_ratios'),
  };
}

function readEncoder(fields: JsonFields, quantizers: number): CodecEncoderConfig {
  return {
    quantizers,
    storedQuantizers: fields.count('num_quantizers'),
    codebookSize: fields.count('codebook_size'),
    codebookWidth: fields.count('codebook_dim'),
    filters: fields.count('num_filters'),
    kernelSize: fields.count('kernel_size'),
    lastKernelSize: fields.count('last_kernel_size'),
    residualKernelSize: fields.count('residual_kernel_size'),
    residualLayers: fields.count('num_residual_layers'),
    dilationGrowth: fields.count('dilation_growth_rate'),
    compression: fields.count('compress'),
    upsamplingRatios: fields.counts('upsampling_ratios'),
    hiddenSize: fields.count('hidden_size'),
    intermediateSize: fields.count('intermediate_size'),
    layers: fields.count('num_hidden_layers'),
    heads: fields.count('num_attention_heads'),
    headSize: fields.count('head_dim'),
    layerNormEpsilon: fields.number('norm_eps'),
    ropeTheta: fields.number('rope_theta'),
  };
}
