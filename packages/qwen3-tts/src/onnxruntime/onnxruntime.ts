// The only import of onnxruntime: telemetry is off before it loads.
import './no-telemetry.js';
import { env } from 'onnxruntime-node';

export { InferenceSession, listSupportedBackends, Tensor, type TypedTensor } from 'onnxruntime-node';

export const RUNTIME_VERSION = env.versions.node ?? env.versions.common;
