/** Loads a model on one device and times its warm-up utterance: `node measure-process.js FOLDER DEVICE THREADS`. */
import { DEVICES } from '@ownvoice/shared/contract/models';
import { loadModel } from '../runtime/speech-model.js';
import { warmUp } from '../runtime/warm-up.js';
import { MEASURED_MARK } from './measure-device.js';

const [folder, name, threads] = process.argv.slice(2);
const device = DEVICES.find((known) => known === name);
if (folder === undefined || device === undefined) throw new Error('expected a folder and a device');
const model = await loadModel({ folder, device, ...(Number(threads) > 0 && { threads: Number(threads) }) });
console.log(`${MEASURED_MARK}${await warmUp(model, undefined)}`);
await model.close();
