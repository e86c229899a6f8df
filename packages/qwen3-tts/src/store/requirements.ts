import { MODEL_VARIANTS, type ModelSize, type ModelVariant, type Precision } from '@ownvoice/shared/contract/models';
import { RELEASES } from '../download/released-files.js';

/** Size of a built model relative to its checkpoint, of the largest variant. */
const BUILT_SIZES: Readonly<Record<Precision, number>> = {
  fp32: 2,
  fp16: 1.1,
  int8: 0.75,
  int4: 0.65,
};

/** The peak of `npm run bench -- model base-0.6b --memory` at int8; for 1.7B it grows with the weights. */
const MEMORY: Readonly<Record<ModelSize, number>> = { '0b6': 2.5e9, '1b7': 3.8e9 };

const checkpointBytes = (variant: ModelVariant): number =>
  RELEASES[variant].files.reduce((sum, { size = 0 }) => sum + size, 0);

/** Room for a built model. */
export const builtBytes = (variant: ModelVariant, precision: Precision): number =>
  Math.ceil(BUILT_SIZES[precision] * checkpointBytes(variant));

/** What it takes to install a variant and to speak with it, in bytes. */
export function requirementsOf(variant: ModelVariant, precision: Precision) {
  const download = checkpointBytes(variant);
  return {
    download,
    /** Of the downloaded and the built model together. */
    disk: download + builtBytes(variant, precision),
    /** Of the engine while it speaks on a CPU, about. */
    memory: MEMORY[MODEL_VARIANTS[variant].size],
  };
}
