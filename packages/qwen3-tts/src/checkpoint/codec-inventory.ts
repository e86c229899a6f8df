import type { CodecDecoderConfig, CodecEncoderConfig } from './codec-config.js';
import type { CheckpointConfig } from './config.js';
import type { Inventory } from './inventory.js';

type Entries = Generator<[string, number[]]>;

const RESIDUAL_UNITS = 3;
const UNIT_KERNEL = 7;

/** `speech_tokenizer/model.safetensors`: the codec's decoder and encoder. */
export function codecInventory({ codecDecoder, codecEncoder }: CheckpointConfig): Inventory {
  return new Map([...decoderInventory(codecDecoder), ...encoderInventory(codecEncoder)]);
}

function* decoderInventory(config: CodecDecoderConfig): Entries {
  const { latentChannels, hiddenSize, codebookChannels } = config;
  yield* decoderCodebooks(config, 'rvq_first', 1);
  yield* decoderCodebooks(config, 'rvq_rest', config.quantizers - 1);
  yield* convolution('decoder.pre_conv.conv', [latentChannels, codebookChannels, 3]);
  yield* linear('decoder.pre_transformer.input_proj', hiddenSize, latentChannels);
  for (let layer = 0; layer < config.layers; layer++) yield* decoderLayer(config, layer);
  yield ['decoder.pre_transformer.norm.weight', [hiddenSize]];
  yield* linear('decoder.pre_transformer.output_proj', latentChannels, hiddenSize);
  for (const [stage, ratio] of config.upsamplingRatios.entries()) {
    const name = `decoder.upsample.${stage}`;
    yield* convolution(`${name}.0.conv`, [latentChannels, latentChannels, ratio], latentChannels);
    yield* convolution(`${name}.1.dwconv.conv`, [latentChannels, 1, UNIT_KERNEL]);
    yield* norm(`${name}.1.norm`, latentChannels);
    yield* linear(`${name}.1.pwconv1`, 4 * latentChannels, latentChannels);
    yield* linear(`${name}.1.pwconv2`, latentChannels, 4 * latentChannels);
    yield [`${name}.1.gamma`, [latentChannels]];
  }
  yield* decoderConvolutions(config);
}

function* decoderCodebooks(
  { codebookSize, codebookChannels }: CodecDecoderConfig,
  branch: string,
  books: number,
): Entries {
  const name = `decoder.quantizer.${branch}`;
  const width = codebookChannels / 2;
  yield [`${name}.input_proj.weight`, [width, codebookChannels, 1]];
  yield [`${name}.output_proj.weight`, [codebookChannels, width, 1]];
  for (let book = 0; book < books; book++) {
    yield [`${name}.vq.layers.${book}._codebook.cluster_usage`, [codebookSize]];
    yield [`${name}.vq.layers.${book}._codebook.embedding_sum`, [codebookSize, width]];
  }
}

function* decoderLayer({ hiddenSize, intermediateSize, heads, headSize }: CodecDecoderConfig, layer: number): Entries {
  const name = `decoder.pre_transformer.layers.${layer}`;
  const width = heads * headSize;
  for (const part of ['q_proj', 'k_proj', 'v_proj']) yield [`${name}.self_attn.${part}.weight`, [width, hiddenSize]];
  yield [`${name}.self_attn.o_proj.weight`, [hiddenSize, width]];
  yield [`${name}.mlp.gate_proj.weight`, [intermediateSize, hiddenSize]];
  yield [`${name}.mlp.up_proj.weight`, [intermediateSize, hiddenSize]];
  yield [`${name}.mlp.down_proj.weight`, [hiddenSize, intermediateSize]];
  yield [`${name}.input_layernorm.weight`, [hiddenSize]];
  yield [`${name}.post_attention_layernorm.weight`, [hiddenSize]];
  yield [`${name}.self_attn_layer_scale.scale`, [hiddenSize]];
  yield [`${name}.mlp_layer_scale.scale`, [hiddenSize]];
}

function* decoderConvolutions({ latentChannels, convolutionChannels, upsampleRates }: CodecDecoderConfig): Entries {
  let channels = convolutionChannels;
  yield* convolution('decoder.decoder.0.conv', [channels, latentChannels, UNIT_KERNEL]);
  for (const [block, rate] of upsampleRates.entries()) {
    const name = `decoder.decoder.${block + 1}.block`;
    yield* snake(`${name}.0`, channels);
    yield* convolution(`${name}.1.conv`, [channels, channels / 2, 2 * rate], channels / 2);
    channels /= 2;
    for (let unit = 0; unit < RESIDUAL_UNITS; unit++) {
      yield* snake(`${name}.${unit + 2}.act1`, channels);
      yield* convolution(`${name}.${unit + 2}.conv1.conv`, [channels, channels, UNIT_KERNEL]);
      yield* snake(`${name}.${unit + 2}.act2`, channels);
      yield* convolution(`${name}.${unit + 2}.conv2.conv`, [channels, channels, 1]);
    }
  }
  yield* snake(`decoder.decoder.${upsampleRates.length + 1}`, channels);
  yield* convolution(`decoder.decoder.${upsampleRates.length + 2}.conv`, [1, channels, UNIT_KERNEL]);
}

function* encoderInventory(config: CodecEncoderConfig): Entries {
  const { hiddenSize, storedQuantizers } = config;
  yield* encoderConvolutions(config);
  for (let layer = 0; layer < config.layers; layer++) yield* encoderLayer(config, layer);
  yield ['encoder.downsample.conv.weight', [hiddenSize, hiddenSize, 4]];
  yield* encoderCodebooks(config, 'semantic', 1);
  yield* encoderCodebooks(config, 'acoustic', storedQuantizers - 1);
}

function* encoderConvolutions(config: CodecEncoderConfig): Entries {
  let channels = config.filters;
  let layer = 0;
  const conv = (shape: number[]) => convolution(`encoder.encoder.layers.${layer}.conv`, shape);
  yield* conv([channels, 1, config.kernelSize]);
  for (const ratio of [...config.upsamplingRatios].reverse()) {
    for (let unit = 0; unit < config.residualLayers; unit++) {
      layer++;
      const name = `encoder.encoder.layers.${layer}.block`;
      const narrow = channels / config.compression;
      yield* convolution(`${name}.1.conv`, [narrow, channels, config.residualKernelSize]);
      yield* convolution(`${name}.3.conv`, [channels, narrow, 1]);
    }
    layer += 2;
    yield* conv([2 * channels, channels, 2 * ratio]);
    channels *= 2;
  }
  layer += 2;
  yield* conv([config.hiddenSize, channels, config.lastKernelSize]);
}

function* encoderLayer({ hiddenSize, intermediateSize, heads, headSize }: CodecEncoderConfig, layer: number): Entries {
  const name = `encoder.encoder_transformer.layers.${layer}`;
  const width = heads * headSize;
  yield* norm(`${name}.input_layernorm`, hiddenSize);
  yield* norm(`${name}.post_attention_layernorm`, hiddenSize);
  for (const part of ['q_proj', 'k_proj', 'v_proj']) yield [`${name}.self_attn.${part}.weight`, [width, hiddenSize]];
  yield [`${name}.self_attn.o_proj.weight`, [hiddenSize, width]];
  yield [`${name}.mlp.fc1.weight`, [intermediateSize, hiddenSize]];
  yield [`${name}.mlp.fc2.weight`, [hiddenSize, intermediateSize]];
  yield [`${name}.self_attn_layer_scale.scale`, [hiddenSize]];
  yield [`${name}.mlp_layer_scale.scale`, [hiddenSize]];
}

function* encoderCodebooks(
  { hiddenSize, codebookWidth, codebookSize }: CodecEncoderConfig,
  branch: string,
  books: number,
): Entries {
  const name = `encoder.quantizer.${branch}_residual_vector_quantizer`;
  yield [`${name}.input_proj.weight`, [codebookWidth, hiddenSize, 1]];
  yield [`${name}.output_proj.weight`, [hiddenSize, codebookWidth, 1]];
  for (let book = 0; book < books; book++) {
    yield [`${name}.layers.${book}.codebook.cluster_usage`, [codebookSize]];
    yield [`${name}.layers.${book}.codebook.embed_sum`, [codebookSize, codebookWidth]];
    yield [`${name}.layers.${book}.codebook.initialized`, [1]];
  }
}

function* convolution(name: string, shape: number[], outputs = shape[0]!): Entries {
  yield [`${name}.weight`, shape];
  yield [`${name}.bias`, [outputs]];
}

function* linear(name: string, outputs: number, inputs: number): Entries {
  yield [`${name}.weight`, [outputs, inputs]];
  yield [`${name}.bias`, [outputs]];
}

function* norm(name: string, size: number): Entries {
  yield [`${name}.weight`, [size]];
  yield [`${name}.bias`, [size]];
}

function* snake(name: string, channels: number): Entries {
  yield [`${name}.alpha`, [channels]];
  yield [`${name}.beta`, [channels]];
}
