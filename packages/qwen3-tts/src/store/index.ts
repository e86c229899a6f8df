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
export { type ModelRequirements, requirementsOf } from './requirements.js';
