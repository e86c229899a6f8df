export { CheckpointError } from '../errors.js';
export {
  choosePrecision,
  type FoundModel,
  findModel,
  findModelAt,
  holdsBuild,
  holdsBuildOf,
  presetSpeakers,
  readDefaultVariant,
  variantAt,
  writeDefaultVariant,
} from './model-folders.js';
export { requirementsOf } from './requirements.js';
