/**
 * The kind of device that graphs are laid out for.
 *
 * `cpu`: the code predictor is an inner Loop with one copy of its weights, the talker reads its past where it lies, and
 * the codec's convolutions are computed by minimal filtering.
 * `gpu`: the predictor's steps are unrolled, so that a frame meets one host synchronisation; attention is one operator;
 * convolutions are plain ones, which such devices have kernels for.
 */
export type GraphTarget = 'cpu' | 'gpu';

/**
 * The same for the codec's decoder, which WebGPU takes in a form of its own: plain convolutions, and no operator that its
 * provider lacks, such as those for 64-bit integers.
 */
export type CodecTarget = GraphTarget | 'webgpu';
