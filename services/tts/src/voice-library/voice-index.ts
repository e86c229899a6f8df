import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineLogger } from '../engines/engine-process.js';
import { codeOf, DamagedFileError, readPlainFile, unsealed } from '../storage.js';
import { folderNameOf, isFolderName, type StoredVoice } from './stored-voice.js';

export const VOICE_FILE = 'voice.json';
const MAX_VOICE_BYTES = 64 * 1024;
const PARALLEL = 32;
/** A change this recent may be followed by another one at the same recorded time. */
const SETTLED_MS = 2_000;

interface Entry {
  /** Changes with the file. */
  readonly identity: string;
  /** Undefined: skipped. */
  readonly voice: StoredVoice | undefined;
}

const identityOf = ({ ino, size, mtimeNs }: BigIntStats) => `${ino}:${size}:${mtimeNs}`;

/**
 * The voices of a folder, which other processes may change, in memory. A folder that holds no voice is skipped, with one
 * line in the log.
 */
export class VoiceIndex {
  readonly #entries = new Map<string, Entry>();
  #sorted: readonly StoredVoice[] | undefined;
  /** When the folder was last changed, as of the last scan; undefined: that scan may have missed a later change. */
  #scannedChange: bigint | undefined;
  #scanning: Promise<void> | undefined;

  constructor(
    private readonly folder: string,
    private readonly logger: EngineLogger,
  ) {}

  /** All voices, the oldest first. */
  async all(): Promise<readonly StoredVoice[]> {
    await this.#refresh();
    this.#sorted ??= [...this.#entries.values()]
      .flatMap(({ voice }) => voice ?? [])
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    return this.#sorted;
  }

  /** The voice of an id and an owner, as the folder holds it now. */
  async get(key: Pick<StoredVoice, 'id' | 'owner'>): Promise<StoredVoice | undefined> {
    const name = folderNameOf(key);
    await this.#look(name);
    const voice = this.#entries.get(name)?.voice;
    return voice?.id === key.id && voice.owner === key.owner ? voice : undefined;
  }

  async #refresh(): Promise<void> {
    const change = await this.#lastChange();
    if (change === this.#scannedChange) return;
    // One that is under way may have begun before the change.
    await this.#scanning?.catch(() => {});
    this.#scanning ??= this.#scan().finally(() => {
      this.#scanning = undefined;
    });
    await this.#scanning;
  }

  async #lastChange(): Promise<bigint> {
    const { mtimeNs } = await stat(this.folder, { bigint: true });
    return mtimeNs;
  }

  async #scan(): Promise<void> {
    const startedAt = Date.now();
    const change = await this.#lastChange();
    // Names with a dot in front are drafts and what systems leave in folders.
    const names = (await readdir(this.folder)).filter((name) => !name.startsWith('.'));
    const present = new Set(names);
    for (const name of this.#entries.keys()) if (!present.has(name)) this.#forget(name);
    const waiting = names.values();
    const lookers = Array.from({ length: PARALLEL }, async () => {
      for (const name of waiting) await this.#look(name);
    });
    await Promise.all(lookers);
    const isSettled = startedAt - Number(change / 1_000_000n) > SETTLED_MS;
    this.#scannedChange = isSettled ? change : undefined;
  }

  /** Reads the file of a voice, unless it is the one that was read before. */
  async #look(name: string): Promise<void> {
    const path = join(this.folder, name, VOICE_FILE);
    const stats = await stat(path, { bigint: true }).catch((error: unknown) => codeOf(error) ?? '');
    const identity = typeof stats === 'string' ? stats : identityOf(stats);
    if (this.#entries.get(name)?.identity === identity) return;
    if (identity === 'ENOENT' && !(await this.#exists(name))) return this.#forget(name);
    this.#sorted = undefined;
    try {
      if (!isFolderName(name)) throw new DamagedFileError('it is not from the library');
      // Those of older versions have no owner.
      const kept = unsealed<StoredVoice>(await readPlainFile(path, MAX_VOICE_BYTES));
      const voice = { ...kept, owner: kept.owner ?? null };
      if (folderNameOf(voice) !== name) throw new DamagedFileError('it is in the folder of another voice');
      this.#entries.set(name, { identity, voice });
    } catch (error) {
      if (codeOf(error) === 'ENOENT' && !(await this.#exists(name))) return this.#forget(name);
      const reason = error instanceof DamagedFileError ? error.message : `it cannot be read (${codeOf(error)})`;
      this.logger.warn({ entry: name, reason }, 'voice skipped');
      this.#entries.set(name, { identity, voice: undefined });
    }
  }

  async #exists(name: string): Promise<boolean> {
    return stat(join(this.folder, name)).then(
      () => true,
      () => false,
    );
  }

  #forget(name: string): void {
    if (this.#entries.delete(name)) this.#sorted = undefined;
  }
}
