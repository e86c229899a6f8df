export { CheckpointError } from '../errors.js';
export {
  choosePrecision,
  type FoundModel,
  findModel,
  findModelAt,
  holdsBuild,
  holdsBuildOf,
  presetSpeakers,
  variantAt,
} from './model-folders.js';
export { type ModelRequirements, requirementsOf } from './requirements.js';
