// The only way to the runtime from here: first it is told to keep to itself.
import './no-telemetry.js';

export { InferenceSession, listSupportedBackends, Tensor } from 'onnxruntime-node';
