import { MODEL_VARIANTS, type ModelSize, type ModelVariant, type Precision } from '@ownvoice/shared/contract/models';
import { RELEASES } from '../download/released-files.js';

/** What it takes to install a variant and to speak with it, in bytes. */
export interface ModelRequirements {
  readonly download: number;
  /** Of the downloaded and the built model together. */
  readonly disk: number;
  /** Of the engine while it speaks on a CPU, about. */
  readonly memory: number;
}

/** Size of a built model relative to its checkpoint, with a margin: the old model is removed last. */
const BUILT_SIZES: Readonly<Record<Precision, number>> = {
  fp32: 2.3,
  fp16: 1.5,
  int8: 1.2,
  int4: 1,
};

/** The peak of `npm run bench -- model` for 0.6B at int8; for 1.7B it grows with the weights. */
const MEMORY: Readonly<Record<ModelSize, number>> = { '0b6': 2.4e9, '1b7': 3.7e9 };

const checkpointBytes = (variant: ModelVariant): number =>
  RELEASES[variant].files.reduce((sum, { size = 0 }) => sum + size, 0);

/** Room for a built model, with a margin. */
export const builtBytes = (variant: ModelVariant, precision: Precision): number =>
  Math.ceil(BUILT_SIZES[precision] * checkpointBytes(variant));

export function requirementsOf(variant: ModelVariant, precision: Precision): ModelRequirements {
  const download = checkpointBytes(variant);
  const disk = download + builtBytes(variant, precision);
  return { download, disk, memory: MEMORY[MODEL_VARIANTS[variant].size] };
}
