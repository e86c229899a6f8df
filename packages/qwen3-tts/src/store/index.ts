export {
  choosePrecision,
  type FoundModel,
  findModel,
  holdsBuild,
  holdsBuildOf,
  presetSpeakers,
} from './model-folders.js';
export { type ModelRequirements, requirementsOf } from './requirements.js';
