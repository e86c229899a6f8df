/**
 * The GPU behind WebGPU: `find-adapter.ts` opens it in a process of its own and says what it is, `select-device.ts` decides
 * whether a model runs there.
 */
export { type Adapter, adapterName } from './adapter.js';
export { selectDevice } from './select-device.js';
