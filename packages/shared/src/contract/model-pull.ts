import { type Static, Type } from 'typebox';
import { VARIANT_NAMES } from './models.js';

const Variant = Type.Enum([...VARIANT_NAMES], { description: 'The model variant.', examples: ['customvoice-0.6b'] });
const Bytes = (description: string) => Type.Integer({ minimum: 0, description });

/** Of an installation, and of a switch to another variant. */
export const ModelPullRequest = Type.Object({ variant: Variant }, { additionalProperties: true });

export const ModelPullAccepted = Type.Object({
  variant: Variant,
  loads: Type.Boolean({ description: 'Whether the service loads it once it is installed, without a restart.' }),
});

export const ModelLoadAccepted = Type.Object({ variant: Variant });

/** What installing a model takes, and what this machine has. */
export const ModelPullOffer = Type.Object({
  allowed: Type.Boolean({ description: 'Whether this client may POST here.' }),
  machine: Type.Object({
    cores: Type.Integer({ minimum: 1 }),
    memory_bytes: Bytes('Memory of the machine, or of the container where that has less.'),
    free_disk_bytes: Bytes('Free space where the models folder is.'),
    gpu: Type.Union([Type.String(), Type.Null()], { description: 'The first NVIDIA GPU, if any.' }),
  }),
  variants: Type.Array(
    Type.Object({
      variant: Variant,
      installed: Type.Boolean(),
      download_bytes: Bytes('Size of the download.'),
      disk_bytes: Bytes('Free disk space that it needs.'),
      memory_bytes: Bytes('About what the engine takes while it speaks.'),
    }),
  ),
});
export type ModelPullOffer = Static<typeof ModelPullOffer>;
