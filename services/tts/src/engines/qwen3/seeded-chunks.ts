import {
  type Device,
  MODEL_VARIANTS,
  type ModelSize,
  type ModelVariant,
  type Precision,
} from '@ownvoice/shared/contract/models';

type ChunkSeconds = Readonly<Record<Precision, Readonly<Record<ModelSize, number>>>>;

/** At most 22 s on a machine half as fast as the one of docs/performance.md. */
const ON_PROCESSOR: ChunkSeconds = {
  fp32: { '0b6': 2.5, '1b7': 2 },
  bf16: { '0b6': 2.5, '1b7': 2 },
  fp16: { '0b6': 2.5, '1b7': 2 },
  mixed: { '0b6': 8, '1b7': 4.5 },
  int8: { '0b6': 6.5, '1b7': 4 },
  int4: { '0b6': 10, '1b7': 6.5 },
};

/** For a GPU that is about as fast as speech. */
const ON_GPU: ChunkSeconds = {
  fp32: { '0b6': 10, '1b7': 10 },
  bf16: { '0b6': 20, '1b7': 20 },
  fp16: { '0b6': 20, '1b7': 20 },
  mixed: { '0b6': 20, '1b7': 20 },
  int8: { '0b6': 20, '1b7': 20 },
  int4: { '0b6': 20, '1b7': 20 },
};

const CHUNK_SECONDS: Readonly<Record<Device, ChunkSeconds>> = {
  cpu: ON_PROCESSOR,
  // Only the codec runs there.
  coreml: ON_PROCESSOR,
  cuda: ON_GPU,
  webgpu: ON_GPU,
};

/**
 * The longest chunk of a request with a seed, in estimated seconds of speech. Nothing that is measured decides where such
 * a text is cut, so the bound belongs to the build and the device, and is one that their slower machines keep too.
 */
export function seededChunkSeconds(
  variant: ModelVariant,
  { device, precision }: { readonly device: Device; readonly precision: Precision },
): number {
  return CHUNK_SECONDS[device][precision][MODEL_VARIANTS[variant].size];
}
