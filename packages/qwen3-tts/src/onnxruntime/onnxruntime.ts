// The only import of onnxruntime: telemetry is off before it loads.
import './no-telemetry.js';

export { InferenceSession, listSupportedBackends, Tensor } from 'onnxruntime-node';
