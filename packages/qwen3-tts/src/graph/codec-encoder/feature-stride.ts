import type { CodecEncoderConfig } from '../../checkpoint/codec-config.js';

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
