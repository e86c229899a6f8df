/** What the figures of `bench/` are measured with. */

export { MODEL_SCHEMES } from '../graph/weights/precision.js';
export { writeRandomCodec } from '../random/random-checkpoint.js';
export { writeTrainedWeights } from '../random/trained-weights.js';
export { codecRoundingError } from './codec-rounding.js';
export { type CodecGraph, CodecTiming } from './codec-timing.js';
export { type DraftTiming, measureDrafts } from './draft-timing.js';
export { ModelMeasurement, type Timing } from './measure-model.js';
export { predictorShare, profileGeneration } from './profile.js';
export { QualityMeasurement } from './quality.js';
export { readBandwidth } from './read-bandwidth.js';
export type { ModelRounding, Rounding } from './rounded-products.js';
export { bytesOfProduct, weightBytesPerFrame } from './weight-traffic.js';
