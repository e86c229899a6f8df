import type { CodecDecoderConfig, CodecEncoderConfig } from './codec-config.js';
import type { CheckpointConfig } from './config.js';
import { attention, biased, type Entries, gatedFeedForward, type Inventory } from './inventory.js';

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
  yield* biased('decoder.pre_conv.conv', latentChannels, codebookChannels, 3);
  yield* biased('decoder.pre_transformer.input_proj', hiddenSize, latentChannels);
  for (let layer = 0; layer < config.layers; layer++) yield* decoderLayer(config, layer);
  yield ['decoder.pre_transformer.norm.weight', [hiddenSize]];
  yield* biased('decoder.pre_transformer.output_proj', latentChannels, hiddenSize);
  for (const [stage, ratio] of config.upsamplingRatios.entries()) {
    const name = `decoder.upsample.${stage}`;
    yield* biased(`${name}.0.conv`, latentChannels, latentChannels, ratio);
    yield* biased(`${name}.1.dwconv.conv`, latentChannels, 1, UNIT_KERNEL);
    yield* biased(`${name}.1.norm`, latentChannels);
    yield* biased(`${name}.1.pwconv1`, 4 * latentChannels, latentChannels);
    yield* biased(`${name}.1.pwconv2`, latentChannels, 4 * latentChannels);
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

function* decoderLayer(config: CodecDecoderConfig, layer: number): Entries {
  const name = `decoder.pre_transformer.layers.${layer}`;
  yield* attention(`${name}.self_attn`, config);
  yield* gatedFeedForward(`${name}.mlp`, config);
  yield [`${name}.input_layernorm.weight`, [config.hiddenSize]];
  yield [`${name}.post_attention_layernorm.weight`, [config.hiddenSize]];
  yield* layerScales(name, config.hiddenSize);
}

function* layerScales(name: string, size: number): Entries {
  yield [`${name}.self_attn_layer_scale.scale`, [size]];
  yield [`${name}.mlp_layer_scale.scale`, [size]];
}

function* decoderConvolutions({ latentChannels, convolutionChannels, upsampleRates }: CodecDecoderConfig): Entries {
  let channels = convolutionChannels;
  yield* biased('decoder.decoder.0.conv', channels, latentChannels, UNIT_KERNEL);
  for (const [block, rate] of upsampleRates.entries()) {
    const name = `decoder.decoder.${block + 1}.block`;
    yield* snake(`${name}.0`, channels);
    // Transposed: the weight has its inputs first.
    yield [`${name}.1.conv.weight`, [channels, channels / 2, 2 * rate]];
    yield [`${name}.1.conv.bias`, [channels / 2]];
    channels /= 2;
    for (let unit = 0; unit < RESIDUAL_UNITS; unit++) {
      yield* snake(`${name}.${unit + 2}.act1`, channels);
      yield* biased(`${name}.${unit + 2}.conv1.conv`, channels, channels, UNIT_KERNEL);
      yield* snake(`${name}.${unit + 2}.act2`, channels);
      yield* biased(`${name}.${unit + 2}.conv2.conv`, channels, channels, 1);
    }
  }
  yield* snake(`decoder.decoder.${upsampleRates.length + 1}`, channels);
  yield* biased(`decoder.decoder.${upsampleRates.length + 2}.conv`, 1, channels, UNIT_KERNEL);
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
  const conv = (...shape: [number, number, number]) => biased(`encoder.encoder.layers.${layer}.conv`, ...shape);
  yield* conv(channels, 1, config.kernelSize);
  for (const ratio of [...config.upsamplingRatios].reverse()) {
    for (let unit = 0; unit < config.residualLayers; unit++) {
      layer++;
      const name = `encoder.encoder.layers.${layer}.block`;
      const narrow = channels / config.compression;
      yield* biased(`${name}.1.conv`, narrow, channels, config.residualKernelSize);
      yield* biased(`${name}.3.conv`, channels, narrow, 1);
    }
    layer += 2;
    yield* conv(2 * channels, channels, 2 * ratio);
    channels *= 2;
  }
  layer += 2;
  yield* conv(config.hiddenSize, channels, config.lastKernelSize);
}

function* encoderLayer(config: CodecEncoderConfig, layer: number): Entries {
  const { hiddenSize, intermediateSize } = config;
  const name = `encoder.encoder_transformer.layers.${layer}`;
  yield* biased(`${name}.input_layernorm`, hiddenSize);
  yield* biased(`${name}.post_attention_layernorm`, hiddenSize);
  yield* attention(`${name}.self_attn`, config);
  yield [`${name}.mlp.fc1.weight`, [intermediateSize, hiddenSize]];
  yield [`${name}.mlp.fc2.weight`, [hiddenSize, intermediateSize]];
  yield* layerScales(name, hiddenSize);
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

function* snake(name: string, channels: number): Entries {
  yield [`${name}.alpha`, [channels]];
  yield [`${name}.beta`, [channels]];
}
