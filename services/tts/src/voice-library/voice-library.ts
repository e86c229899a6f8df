import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeFloatWav, readWav } from '@ownvoice/audio';
import type { ApiError } from '@ownvoice/shared';
import { UsageError } from '@ownvoice/shared/command-line';
import { MAX_REFERENCE_SECONDS, type ModelVariant } from '@ownvoice/shared/contract';
import {
  bytesOf,
  type EncodedVoice,
  type EngineCapabilities,
  type ReferenceAudio,
  SAMPLE_RATE,
} from '../engines/engine.js';
import type { EngineLogger } from '../engines/engine-process.js';
import { apiError } from '../errors.js';
import { RecentlyUsed } from '../recently-used.js';
import { Semaphore } from '../semaphore.js';
import { type Caller, codeOf, mayUse, readPlainFile, sealed, WholeFolders } from '../storage.js';
import { foldedName } from '../voices/voices.js';
import {
  encodingFile,
  encodingFileName,
  folderNameOf,
  isEncodingFileName,
  MAX_ENCODING_BYTES,
  readEncoding,
  type StoredVoice,
  variantOfEncoding,
} from './stored-voice.js';
import { VOICE_FILE, VoiceIndex } from './voice-index.js';

/** 32-bit floats: a model makes the same of them as of the samples. */
const RECORDING_FILE = 'recording.wav';
const MAX_RECORDING_BYTES = 44 + MAX_REFERENCE_SECONDS * SAMPLE_RATE * 4;

export interface LibraryLimits {
  readonly voices: number;
  readonly bytes: number;
}
const LIMITS: LibraryLimits = { voices: 10_000, bytes: 10 * 1024 ** 3 };

/** Encodings in memory; the largest takes 70 kB. */
const CACHED_ENCODINGS = 256;

export type NewVoice = Pick<StoredVoice, 'owner' | 'name' | 'language' | 'origin'> & {
  readonly reference: ReferenceAudio;
  readonly keepsRecording: boolean;
  /** By the loaded model; a voice with a recording can do without. */
  readonly encoding?: { readonly voice: EncodedVoice; readonly variant: ModelVariant };
};

const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];
const FULL = ['ENOSPC', 'EDQUOT'];

/** The voices that clients have added, in a folder that other services may share. */
export class VoiceLibrary {
  readonly #folders: WholeFolders;
  readonly #index: VoiceIndex;
  /** By voice and checkpoint. */
  readonly #encodings = new RecentlyUsed<EncodedVoice>(CACHED_ENCODINGS);
  /** Additions one by one, so that none goes beyond the limits. */
  readonly #writing = new Semaphore(1);
  #isWritable = true;

  private constructor(
    path: string,
    private readonly logger: EngineLogger,
    private readonly limits: LibraryLimits,
  ) {
    this.#folders = new WholeFolders(path);
    this.#index = new VoiceIndex(path, logger);
  }

  /**
   * Opens a folder, which is created where it is missing. Voices are read when they are first asked for.
   *
   * @throws UsageError when it is no folder or cannot be created
   */
  static async open(path: string, logger: EngineLogger, limits = LIMITS): Promise<VoiceLibrary> {
    const library = new VoiceLibrary(path, logger, limits);
    try {
      await mkdir(path, { recursive: true, mode: 0o750 });
      if (!(await stat(path)).isDirectory()) throw new UsageError('it is not a folder');
    } catch (error) {
      const why = error instanceof UsageError ? error.message : codeOf(error);
      throw new UsageError(`The voice library ${path} cannot be used (${why}).`, { cause: error });
    }
    library.#isWritable = await access(path, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (library.#isWritable) await library.#folders.sweep().catch(() => {});
    return library;
  }

  get isWritable(): boolean {
    return this.#isWritable;
  }

  /** Those that a caller may use, the oldest first. */
  async all(caller: Caller): Promise<readonly StoredVoice[]> {
    const voices = await this.#index.all();
    return caller.seesAll ? voices : voices.filter((voice) => mayUse(caller, voice));
  }

  /** The voice of an id or a name: the caller's own before those of others. */
  async find(name: string, caller: Caller): Promise<StoredVoice | undefined> {
    const id = foldedName(name);
    if (id === '') return undefined;
    const own = await this.#index.get({ id, owner: caller.user });
    return own ?? (caller.seesAll ? (await this.#index.all()).find((voice) => voice.id === id) : undefined);
  }

  /** False once it was deleted, also when another has its name now. */
  async isKept(voice: StoredVoice): Promise<boolean> {
    return (await this.#index.get(voice))?.createdAt === voice.createdAt;
  }

  /**
   * Refuses what `add` would refuse, before a recording is encoded for it. Names are free for each owner.
   *
   * @throws ApiError 409 or 507
   */
  async expectRoomFor({ name, owner }: Pick<NewVoice, 'name' | 'owner'>): Promise<void> {
    if (!this.#isWritable) throw apiError('library_not_writable');
    if (await this.#index.get({ id: foldedName(name), owner })) throw apiError('name_taken', { parameters: { name } });
    const voices = await this.#index.all();
    if (voices.length >= this.limits.voices)
      throw apiError('voices_full', { parameters: { limit: this.limits.voices } });
    if (bytesOfAll(voices) >= this.limits.bytes) throw this.#full();
  }

  /**
   * Adds a voice: all of it, or nothing.
   *
   * @throws ApiError 409 when the name is taken or the folder cannot be written; 507 when there is no room
   */
  async add(voice: NewVoice, signal: AbortSignal): Promise<StoredVoice> {
    const { owner, name, language, origin, reference, keepsRecording, encoding } = voice;
    const files = new Map<string, Uint8Array>();
    if (keepsRecording) files.set(RECORDING_FILE, encodeFloatWav(reference.samples, SAMPLE_RATE));
    if (encoding)
      files.set(
        encodingFileName(encoding.voice.checkpoint),
        encodingFile(encoding.voice, encoding.variant, reference.hash),
      );
    const stored: StoredVoice = {
      id: foldedName(name),
      owner,
      name,
      language,
      createdAt: Date.now(),
      origin,
      ...(reference.text !== undefined && { transcript: reference.text }),
      recordingHash: reference.hash,
      hasRecording: keepsRecording,
      bytes: [...files.values()].reduce((sum, { length }) => sum + length, 0),
    };
    files.set(VOICE_FILE, sealed(stored));
    return this.#writing.run(async () => {
      await this.expectRoomFor(voice);
      if (bytesOfAll(await this.#index.all()) + stored.bytes > this.limits.bytes) throw this.#full();
      const isAdded = await this.#written('library_not_writable', () => this.#folders.add(folderNameOf(stored), files));
      if (!isAdded) throw apiError('name_taken', { parameters: { name } });
      this.logger.info({ voice: stored.id, origin, recording: keepsRecording }, 'voice added');
      return stored;
    }, signal);
  }

  /**
   * Deletes a voice with all of its files.
   *
   * @returns whether it was there
   * @throws ApiError 403 when the folder cannot be written
   */
  async remove(name: string, caller: Caller): Promise<boolean> {
    const id = foldedName(name);
    if (id === '') return false;
    // A damaged one is not found, and goes all the same.
    const voice = (await this.find(name, caller)) ?? { id, owner: caller.user };
    const folder = folderNameOf(voice);
    const isRemoved = await this.#written('library_read_only', () => this.#folders.remove(folder));
    for (const key of this.#encodings.keys()) if (key.startsWith(`${folder}:`)) this.#encodings.delete(key);
    if (isRemoved) this.logger.info({ voice: id }, 'voice deleted');
    return isRemoved;
  }

  /**
   * What a model needs to speak with a voice: the encoding of its checkpoint, else the recording, to be encoded.
   *
   * @throws ApiError 409 when there is neither
   */
  async reference(
    voice: StoredVoice,
    { checkpoint, variant }: Pick<EngineCapabilities, 'checkpoint' | 'variant'>,
  ): Promise<ReferenceAudio | EncodedVoice> {
    if (checkpoint !== null) {
      const encoding = await this.#encoding(voice, checkpoint);
      if (encoding) return encoding;
    }
    const samples = voice.hasRecording ? await this.#recording(voice) : undefined;
    if (samples)
      return {
        samples,
        hash: voice.recordingHash,
        ...(voice.transcript !== undefined && { text: voice.transcript }),
      };
    const variants = await this.#encodedVariants(voice);
    const others = variants.filter((other) => other !== variant);
    const able = others.join(' or ');
    const how = able ? `Start the server with --model ${able}, or add` : 'Add';
    const parameters = { name: voice.name, others: able || 'another model', variant: String(variant), how };
    throw apiError('voice_of_other_model', { parameters });
  }

  /** Keeps an encoding for the next time: in the folder, and in memory where that cannot be written. */
  async keep(voice: StoredVoice, encoding: EncodedVoice, variant: ModelVariant): Promise<void> {
    this.#encodings.set(keyOf(voice, encoding.checkpoint), encoding);
    if (!this.#isWritable) return;
    const file = encodingFileName(encoding.checkpoint);
    try {
      const bytes = encodingFile(encoding, variant, voice.recordingHash);
      await this.#folders.addFile(folderNameOf(voice), file, bytes);
    } catch (error) {
      this.logger.warn({ voice: voice.id, reason: codeOf(error) }, 'encoding not written');
    }
  }

  async #encoding(voice: StoredVoice, checkpoint: string): Promise<EncodedVoice | undefined> {
    const key = keyOf(voice, checkpoint);
    const cached = this.#encodings.get(key);
    if (cached) return cached;
    const encoding = await this.#readable(voice, encodingFileName(checkpoint), MAX_ENCODING_BYTES, (bytes) =>
      readEncoding(bytes, voice),
    );
    if (encoding?.checkpoint !== checkpoint) return undefined;
    this.#encodings.set(key, encoding);
    return encoding;
  }

  #recording(voice: StoredVoice): Promise<Float32Array | undefined> {
    return this.#readable(voice, RECORDING_FILE, MAX_RECORDING_BYTES, (bytes) => {
      const { samples } = readWav(bytes);
      return hashOf(samples) === voice.recordingHash ? samples : undefined;
    });
  }

  /** The content of a file of a voice; undefined, and a line in the log, when it cannot be used. */
  async #readable<T>(
    voice: StoredVoice,
    file: string,
    maxBytes: number,
    read: (bytes: Buffer) => T | undefined,
  ): Promise<T | undefined> {
    try {
      const bytes = await readPlainFile(join(this.#folders.path, folderNameOf(voice), file), maxBytes);
      const content = read(bytes);
      if (content === undefined) throw new Error('it belongs to another recording');
      return content;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn({ voice: voice.id, file, reason }, 'file of a voice skipped');
      return undefined;
    }
  }

  async #encodedVariants(voice: StoredVoice): Promise<ModelVariant[]> {
    const names = await readdir(join(this.#folders.path, folderNameOf(voice))).catch(() => []);
    const variants = names
      .filter(isEncodingFileName)
      .map((name) => this.#readable(voice, name, MAX_ENCODING_BYTES, variantOfEncoding));
    return [...new Set((await Promise.all(variants)).flatMap((variant) => variant ?? []))].sort();
  }

  /** Does a write. @param readOnly the error when the folder cannot be written */
  async #written<T>(readOnly: 'library_read_only' | 'library_not_writable', write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (READ_ONLY.includes(code)) throw apiError(readOnly, { cause: error });
      if (FULL.includes(code)) throw apiError('disk_full');
      throw error;
    }
  }

  #full(): ApiError {
    return apiError('library_full', { parameters: { limit: Math.floor(this.limits.bytes / 1024 ** 2) } });
  }
}

const keyOf = (voice: StoredVoice, checkpoint: string) =>
  `${folderNameOf(voice)}:${voice.createdAt}:${voice.recordingHash}:${checkpoint}`;

const bytesOfAll = (voices: readonly StoredVoice[]) => voices.reduce((sum, { bytes }) => sum + bytes, 0);

/** SHA-256 (hex) of samples. */
export const hashOf = (samples: Float32Array): string => createHash('sha256').update(bytesOf(samples)).digest('hex');
