import type { CheckpointConfig } from '@ownvoice/qwen3-tts/internals/checkpoint/config';
import { Tensor } from '@ownvoice/qwen3-tts/internals/onnxruntime/onnxruntime';

export interface GenerationWorkload {
  /** Rows. */
  readonly batch: number;
  /** Positions in the KV cache of each row. */
  readonly cached: number;
  /** Frames of a run. */
  readonly frames: number;
}

/** Synthetic input of a run on the CPU: its time does not depend on the values. */
export function generationFeeds(
  { talker, codePredictor }: CheckpointConfig,
  { batch, cached, frames }: GenerationWorkload,
): Record<string, Tensor> {
  const { hiddenSize, vocabularySize, codeGroups, keyValueHeads, headSize, layers } = talker;
  const size = (shape: readonly number[]) => shape.reduce((product, n) => product * n, 1);
  const reals = (shape: number[], value: (i: number) => number = () => 0) =>
    new Tensor(
      'float32',
      Float32Array.from({ length: size(shape) }, (_, i) => value(i)),
      shape,
    );
  const integers = (shape: number[], value: number) =>
    new Tensor('int64', new BigInt64Array(size(shape)).fill(BigInt(value)), shape);
  const noise = (i: number) => -Math.log(-Math.log((((i + 1) * 0.618034) % 1) * 0.998 + 0.001));
  const feeds: Record<string, Tensor> = {
    inputs: reals([batch, 1, hiddenSize], (i) => Math.sin(i)),
    past_lengths: integers([batch], cached),
    trailing: reals([batch, frames, hiddenSize]),
    generated_tokens: integers([batch, 1], 0),
    seen: new Tensor('bool', new Uint8Array(batch * vocabularySize), [batch, vocabularySize]),
    limit: integers([], frames),
    stop_after: integers([], batch + 1),
    talker_noise: reals([batch, frames, 64], noise),
    predictor_noise: reals([batch, frames, codeGroups - 1, codePredictor.vocabularySize], noise),
    predictor_candidates: integers([1], 64),
    penalty: reals([batch, 1], () => 1.05),
  };
  for (const level of ['talker', 'predictor']) {
    feeds[`${level}_temperature`] = reals([batch, 1], () => 0.9);
    feeds[`${level}_top_k`] = integers([batch, 1], 50);
    feeds[`${level}_top_p`] = reals([batch, 1], () => 2);
  }
  const capacity = Math.ceil(cached / 64) * 64;
  for (let layer = 0; layer < layers; layer++) {
    for (const part of ['key', 'value']) {
      feeds[`past_${part}_${layer}`] = reals([batch, keyValueHeads, 1, capacity, headSize], (i) => Math.sin(i) / 10);
    }
  }
  return feeds;
}
