export { encodeFloatWav, encodePcm, encodeWav, wavBytes } from './encode-wav.js';
export { bfloat16ToFloat32, float16ToFloat32, float32ToFloat16 } from './float-formats.js';
export {
  arrange,
  concatenate,
  joinedPiece,
  joinSpeech,
  type MeasuredSpeech,
  type Pause,
  type Place,
  pauseSeconds,
  placedBlocks,
  planJoin,
  type SpokenPiece,
  silence,
} from './join.js';
export { frameLevels, type SampleRange, speechBounds, speechLevel, speechSpans } from './levels.js';
export { limitPeaks } from './limiter.js';
export { type PcmSpeech, packSpeech } from './packed-speech.js';
export {
  hasTag,
  type MonoAudio,
  readWav,
  readWavHeader,
  readWavSamples,
  WavError,
  type WavHeader,
} from './read-wav.js';
export { Resampler } from './resample.js';
export { stretchTime } from './time-stretch.js';
