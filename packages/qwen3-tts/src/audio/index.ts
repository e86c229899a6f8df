// Apart from the package's main entry, so that a process which only resamples does not load the runtime of the model.
export { Resampler } from './resample.js';
