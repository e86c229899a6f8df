/**
 * The networks of Qwen3-TTS as ONNX graphs, written operator by operator from the weights of a checkpoint. Nothing here
 * knows a runtime or reads a file: weights come from a `TensorSource` and go to a `WeightSink`.
 *
 * | folder | what it holds |
 * |---|---|
 * | `onnx` | the writer: tensors, protobuf, and the builder that names nodes by their path in the network |
 * | `weights` | what becomes of a checkpoint's weights: precisions, quantization, folding |
 * | `layers` | what networks are made of: the module, linear layers, norms, rotary embedding, attention, sampling |
 * | `generation` | the generation graph: a Loop of frames around `talker` and `code-predictor` |
 * | `codec-decoder` | codes to a waveform |
 * | `codec-encoder` | a reference's waveform to codes: convolutional features, then transformer and quantizer |
 * | `speaker-encoder.ts` | a reference's spectrogram to a speaker embedding |
 *
 * Imports go down that list: a layer knows no network.
 */
export { codecDecoderGraph } from './codec-decoder/codec-decoder.js';
export { codecFeaturesGraph } from './codec-encoder/features.js';
export { codecQuantizerGraph } from './codec-encoder/quantizer.js';
export { generationGraph } from './generation/generation.js';
export { singleFrameGraph } from './generation/single-frame.js';
export { speakerEncoderGraph } from './speaker-encoder.js';
export { textProjectionGraph } from './talker/talker.js';
export type { GraphTarget } from './target.js';
