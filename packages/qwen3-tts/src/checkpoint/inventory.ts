import type { CheckpointConfig, DecoderStackConfig, SpeakerEncoderConfig } from './config.js';

/** Names and shapes of the tensors that a configuration requires. */
export type Inventory = ReadonlyMap<string, readonly number[]>;
export type Entries = Generator<[name: string, shape: number[]]>;

/** `model.safetensors`: talker, code predictor and, in base checkpoints, the speaker encoder. */
export function modelInventory({ talker, codePredictor, speakerEncoder }: CheckpointConfig): Inventory {
  const { hiddenSize, textHiddenSize } = talker;
  const entries: [string, number[]][] = [
    ['talker.model.text_embedding.weight', [talker.textVocabularySize, textHiddenSize]],
    ...biased('talker.text_projection.linear_fc1', textHiddenSize, textHiddenSize),
    ...biased('talker.text_projection.linear_fc2', hiddenSize, textHiddenSize),
    ['talker.model.codec_embedding.weight', [talker.vocabularySize, hiddenSize]],
    ['talker.codec_head.weight', [talker.vocabularySize, hiddenSize]],
    ...decoderStackInventory('talker.model', talker),
    ...decoderStackInventory('talker.code_predictor.model', codePredictor),
  ];
  if (hiddenSize !== codePredictor.hiddenSize)
    entries.push(...biased('talker.code_predictor.small_to_mtp_projection', codePredictor.hiddenSize, hiddenSize));
  for (let group = 0; group < talker.codeGroups - 1; group++) {
    const rows = codePredictor.vocabularySize;
    entries.push(
      [`talker.code_predictor.model.codec_embedding.${group}.weight`, [rows, hiddenSize]],
      [`talker.code_predictor.lm_head.${group}.weight`, [rows, codePredictor.hiddenSize]],
    );
  }
  if (speakerEncoder) entries.push(...speakerEncoderInventory(speakerEncoder));
  return new Map(entries);
}

/** A weight with a bias for each of its outputs: a linear layer, a convolution or a norm. */
export function* biased(name: string, ...shape: [number, ...number[]]): Entries {
  yield [`${name}.weight`, shape];
  yield [`${name}.bias`, [shape[0]]];
}

interface AttentionSize {
  readonly hiddenSize: number;
  readonly heads: number;
  readonly keyValueHeads?: number;
  readonly headSize: number;
}

/** The projections of an attention layer. */
export function* attention(
  name: string,
  { hiddenSize, heads, keyValueHeads = heads, headSize }: AttentionSize,
): Entries {
  yield [`${name}.q_proj.weight`, [heads * headSize, hiddenSize]];
  yield [`${name}.k_proj.weight`, [keyValueHeads * headSize, hiddenSize]];
  yield [`${name}.v_proj.weight`, [keyValueHeads * headSize, hiddenSize]];
  yield [`${name}.o_proj.weight`, [hiddenSize, heads * headSize]];
}

interface FeedForwardSize {
  readonly hiddenSize: number;
  readonly intermediateSize: number;
}

export function* gatedFeedForward(name: string, { hiddenSize, intermediateSize }: FeedForwardSize): Entries {
  yield [`${name}.gate_proj.weight`, [intermediateSize, hiddenSize]];
  yield [`${name}.up_proj.weight`, [intermediateSize, hiddenSize]];
  yield [`${name}.down_proj.weight`, [hiddenSize, intermediateSize]];
}

function* decoderStackInventory(prefix: string, config: DecoderStackConfig): Entries {
  const { hiddenSize, headSize } = config;
  for (let layer = 0; layer < config.layers; layer++) {
    const name = `${prefix}.layers.${layer}`;
    yield [`${name}.input_layernorm.weight`, [hiddenSize]];
    yield* attention(`${name}.self_attn`, config);
    yield [`${name}.self_attn.q_norm.weight`, [headSize]];
    yield [`${name}.self_attn.k_norm.weight`, [headSize]];
    yield [`${name}.post_attention_layernorm.weight`, [hiddenSize]];
    yield* gatedFeedForward(`${name}.mlp`, config);
  }
  yield [`${prefix}.norm.weight`, [hiddenSize]];
}

function* speakerEncoderInventory(config: SpeakerEncoderConfig): Entries {
  const { channels, kernelSizes, res2netScale, squeezeChannels, attentionChannels, melBins, embeddingSize } = config;
  const convolution = (name: string, ...shape: [number, number, number]) => biased(`speaker_encoder.${name}`, ...shape);
  const last = channels.length - 1;
  const pooled = channels[last]!;
  yield* convolution('blocks.0.conv', channels[0]!, melBins, kernelSizes[0]!);
  for (let block = 1; block < last; block++) {
    const width = channels[block]!;
    const group = width / res2netScale;
    yield* convolution(`blocks.${block}.tdnn1.conv`, width, channels[block - 1]!, 1);
    for (let i = 0; i < res2netScale - 1; i++) {
      yield* convolution(`blocks.${block}.res2net_block.blocks.${i}.conv`, group, group, kernelSizes[block]!);
    }
    yield* convolution(`blocks.${block}.tdnn2.conv`, width, width, 1);
    yield* convolution(`blocks.${block}.se_block.conv1`, squeezeChannels, width, 1);
    yield* convolution(`blocks.${block}.se_block.conv2`, width, squeezeChannels, 1);
  }
  const concatenated = channels.slice(1, last).reduce((sum, width) => sum + width, 0);
  yield* convolution('mfa.conv', pooled, concatenated, kernelSizes[last]!);
  yield* convolution('asp.tdnn.conv', attentionChannels, 3 * pooled, 1);
  yield* convolution('asp.conv', pooled, attentionChannels, 1);
  yield* convolution('fc', embeddingSize, 2 * pooled, 1);
}
