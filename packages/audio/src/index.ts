export { concatenate } from './concatenate.js';
export { encodeWav, wavBytes } from './encode-wav.js';
export { bfloat16ToFloat32, float16ToFloat32, float32ToBfloat16, float32ToFloat16 } from './float-formats.js';
export {
  arrange,
  type JoinedSpeech,
  joinedPiece,
  joinPacked,
  joinSpeech,
  type PackedPiece,
  type Place,
  type SpokenPiece,
} from './join.js';
export { limitPeaks } from './limiter.js';
export { matchingGains, speechLevel } from './loudness.js';
export { type Pause, pauseSeconds } from './pauses.js';
export { type PcmSpeech, packSpeech } from './pcm-speech.js';
export { type MonoAudio, readWav, readWavHeader, readWavSamples, WavError, type WavHeader } from './read-wav.js';
export { Resampler } from './resample.js';
export { frameLevels, type SampleRange, speechBounds } from './speech-bounds.js';
export { stretchTime } from './time-stretch.js';
