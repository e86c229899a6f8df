import type { CheckpointConfig, DecoderStackConfig, SpeakerEncoderConfig } from './config.js';

/** Names and shapes of the tensors that a configuration requires. */
export type Inventory = ReadonlyMap<string, readonly number[]>;

/** `model.safetensors`: talker, code predictor and, in base checkpoints, the speaker encoder. */
export function modelInventory({ talker, codePredictor, speakerEncoder }: CheckpointConfig): Inventory {
  const { hiddenSize, textHiddenSize } = talker;
  const entries: [string, number[]][] = [
    ['talker.model.text_embedding.weight', [talker.textVocabularySize, textHiddenSize]],
    ['talker.text_projection.linear_fc1.weight', [textHiddenSize, textHiddenSize]],
    ['talker.text_projection.linear_fc1.bias', [textHiddenSize]],
    ['talker.text_projection.linear_fc2.weight', [hiddenSize, textHiddenSize]],
    ['talker.text_projection.linear_fc2.bias', [hiddenSize]],
    ['talker.model.codec_embedding.weight', [talker.vocabularySize, hiddenSize]],
    ['talker.codec_head.weight', [talker.vocabularySize, hiddenSize]],
    ...decoderStackInventory('talker.model', talker),
    ...decoderStackInventory('talker.code_predictor.model', codePredictor),
  ];
  if (hiddenSize !== codePredictor.hiddenSize) {
    entries.push(
      ['talker.code_predictor.small_to_mtp_projection.weight', [codePredictor.hiddenSize, hiddenSize]],
      ['talker.code_predictor.small_to_mtp_projection.bias', [codePredictor.hiddenSize]],
    );
  }
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

function* decoderStackInventory(prefix: string, config: DecoderStackConfig): Generator<[string, number[]]> {
  const { hiddenSize, intermediateSize, headSize } = config;
  const queryWidth = config.heads * headSize;
  const keyWidth = config.keyValueHeads * headSize;
  for (let layer = 0; layer < config.layers; layer++) {
    const name = (part: string) => `${prefix}.layers.${layer}.${part}.weight`;
    yield [name('input_layernorm'), [hiddenSize]];
    yield [name('self_attn.q_proj'), [queryWidth, hiddenSize]];
    yield [name('self_attn.k_proj'), [keyWidth, hiddenSize]];
    yield [name('self_attn.v_proj'), [keyWidth, hiddenSize]];
    yield [name('self_attn.o_proj'), [hiddenSize, queryWidth]];
    yield [name('self_attn.q_norm'), [headSize]];
    yield [name('self_attn.k_norm'), [headSize]];
    yield [name('post_attention_layernorm'), [hiddenSize]];
    yield [name('mlp.gate_proj'), [intermediateSize, hiddenSize]];
    yield [name('mlp.up_proj'), [intermediateSize, hiddenSize]];
    yield [name('mlp.down_proj'), [hiddenSize, intermediateSize]];
  }
  yield [`${prefix}.norm.weight`, [hiddenSize]];
}

function* speakerEncoderInventory(config: SpeakerEncoderConfig): Generator<[string, number[]]> {
  const { channels, kernelSizes, res2netScale, squeezeChannels, attentionChannels, melBins, embeddingSize } = config;
  const convolution = function* (name: string, out: number, into: number, kernel: number) {
    yield [`speaker_encoder.${name}.weight`, [out, into, kernel]] as [string, number[]];
    yield [`speaker_encoder.${name}.bias`, [out]] as [string, number[]];
  };
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
