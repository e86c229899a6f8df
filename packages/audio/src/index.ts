export { joinSpeech, type SpokenPiece } from './join.js';
export { limitPeaks } from './limiter.js';
export { matchingGains, speechLevel } from './loudness.js';
export { type Pause, pauseSeconds } from './pauses.js';
export { Resampler } from './resample.js';
export { frameLevels, type SampleRange, speechBounds } from './speech-bounds.js';
export { stretchTime } from './time-stretch.js';
export { type MonoAudio, readWav } from './wav.js';
export { encodeWav } from './wav-writer.js';
