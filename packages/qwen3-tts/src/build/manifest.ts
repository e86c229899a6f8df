import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelKind, Precision } from '@ownvoice/shared/contract/models';
import { DamagedModelError } from '../errors.js';
import type { CarriedState } from '../graph/codec-decoder/carried-state.js';
import type { GraphTarget } from '../graph/index.js';

/** Raised whenever this code cannot run what an older build wrote. */
export const FORMAT_VERSION = 14;

export interface BuiltFile {
  /** Relative to the model's folder. */
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** Rows of vectors inside a file, read one at a time. */
export interface TableLocation {
  readonly file: string;
  readonly offset: number;
  readonly rows: number;
  readonly width: number;
  readonly type: 'float32' | 'float16';
}

/** Describes a built model and the files that belong to it. */
export interface Manifest {
  readonly format: typeof FORMAT_VERSION;
  readonly kind: ModelKind;
  readonly size: string;
  readonly precision: Precision;
  readonly target: GraphTarget;
  /** The checkpoint's large files, as they were when the model was built. */
  readonly source: readonly BuiltFile[];
  readonly tables: Readonly<Record<'text' | 'codec' | 'predictor', TableLocation>>;
  readonly codecStates: readonly CarriedState[];
  /** What the first logits of the probe prompt have to come near. @see referenceFirstLogits */
  readonly firstLogits: string;
  readonly files: readonly BuiltFile[];
}

/** Names a build: the same for the same bytes. */
export function checksum(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}

/** SHA-256 (hex) of the checkpoint that a model was built from, whatever the precision and the device. */
export function checkpointOf({ source }: Pick<Manifest, 'source'>): string {
  const files = source.map(({ path, sha256 }) => `${path}:${sha256}\n`).sort();
  return createHash('sha256').update(files.join('')).digest('hex');
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ checksum: checksum(manifest), manifest }, null, 1);
  await writeFile(join(folder, MODEL_FILES.manifest), `${text}\n`);
}

/** @throws ModelError when it is missing, damaged or of another format */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MODEL_FILES.manifest);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new DamagedModelError(`${folder} holds no built model: ${MODEL_FILES.manifest} is missing`, { cause });
  });
  let parsed: { checksum?: unknown; manifest?: Manifest } | null;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new DamagedModelError(`${path} is damaged`, { cause });
  }
  const manifest = parsed?.manifest;
  if (typeof manifest !== 'object' || manifest === null || parsed?.checksum !== checksum(manifest)) {
    throw new DamagedModelError(`${path} is damaged`);
  }
  if (manifest.format !== FORMAT_VERSION) {
    throw new DamagedModelError(
      `${folder} was built in format ${manifest.format}, but this version reads format ${FORMAT_VERSION}`,
    );
  }
  return manifest;
}

/** Logits in a manifest: base64 of float32, little-endian. */
export function encodeLogits(logits: Float32Array): string {
  return Buffer.from(logits.buffer, logits.byteOffset, logits.byteLength).toString('base64');
}

export function decodeLogits(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}

/** Names of the files in a built model's folder. */
export const MODEL_FILES = {
  manifest: 'manifest.json',
  generation: 'generation',
  frame: 'frame',
  codecDecoder: 'codec-decoder',
  webgpuCodecDecoder: 'codec-decoder-webgpu',
  speakerEncoder: 'speaker-encoder',
  codecFeatures: 'codec-features',
  codecQuantizer: 'codec-quantizer',
  textTable: 'text-table.data',
  checkpoint: 'checkpoint',
} as const;

/** Files of the checkpoint that the runtime reads: configuration and tokenizer. */
export const CHECKPOINT_FILES = [
  'config.json',
  'generation_config.json',
  'tokenizer_config.json',
  'vocab.json',
  'merges.txt',
  'speech_tokenizer/config.json',
] as const;
