import { randomUUID } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { link, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@ownvoice/shared/command-line';
import { tryFileLock } from '@ownvoice/shared/file-lock';
import type { EngineLogger } from '../engines/engine-process.js';
import { Semaphore } from '../semaphore.js';
import { codeOf, readPlainFile, sealed, unsealed, WholeFolders, writeNewFile } from '../storage.js';
import type { Job, JobManifest, JobState, SpeakerIdentity } from './job.js';

const MANIFEST_FILE = 'job.json';
const TEXTS_FILE = 'texts.json';
const STATE_FILE = 'state.json';
/** Of a narration that several services work. */
const SPEAKER_FILE = 'speaker.json';
const LOCK_FILE = '.lock';
/** The texts of a narration take at most 6 bytes a character as JSON, and so do its titles. */
const MAX_FILE_BYTES = 2 ** 24;

/** What a part has on the disk: its chunks while it is spoken, then its audio and subtitles. */
export type PartFileKind = 'chunks' | 'wav' | 'srt';

/** Narrations on the disk: a folder for each, which only one process works. */
export class JobStore {
  readonly #folders: WholeFolders;
  /** One by one, so that an older state never comes after a newer one. */
  readonly #writing = new Semaphore(1);
  /** Those that were there when the folder was opened, the oldest first. */
  readonly jobs: Job[] = [];

  private constructor(
    readonly path: string,
    /** Lets another process work the folder. */
    readonly close: () => Promise<void>,
  ) {
    this.#folders = new WholeFolders(path);
  }

  /**
   * Opens a folder, which is created where it is missing.
   *
   * @param isShared several services work it; their queue is elsewhere
   * @throws UsageError when it cannot be used */
  static async open(path: string, logger: EngineLogger, { isShared = false } = {}): Promise<JobStore> {
    const unusable = (why: string, cause?: unknown) =>
      new UsageError(`The folder of narrations ${path} cannot be used (${why}).`, { cause });
    try {
      await mkdir(path, { recursive: true, mode: 0o750 });
    } catch (error) {
      throw unusable(String(codeOf(error)), error);
    }
    const unlock = isShared
      ? async () => {}
      : await tryFileLock(join(path, LOCK_FILE)).catch((error: Error) => {
          if (['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) throw unusable(String(codeOf(error)), error);
          logger.warn({ reason: error.message }, 'folder of narrations not locked');
          return async () => {};
        });
    if (!unlock) throw unusable('another service works it');
    const store = new JobStore(path, unlock);
    await store.#folders.sweep();
    if (!isShared) await store.#load(logger);
    return store;
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.path);
    return bavail * bsize;
  }

  /** @param n from 1, or the name of the files of a lease */
  file(id: string, n: number | string, kind: PartFileKind): string {
    return join(this.path, id, `${n}.${kind}`);
  }

  /** The bytes of a file; 0 where it is missing. */
  async sizeOf(id: string, n: number, kind: PartFileKind): Promise<number> {
    return stat(this.file(id, n, kind)).then(
      ({ size }) => size,
      () => 0,
    );
  }

  /** Removes the files of a part or of all, or only what they need while they are spoken, those of every lease among them. */
  async removeFiles(id: string, n?: number, kind?: 'chunks'): Promise<void> {
    // Another worker may delete the narration meanwhile.
    const names = await unlessMissing(readdir(join(this.path, id)));
    for (const name of names ?? []) {
      const [, of, lease, extension] = /^(\d+)(\.\d+\.\d+)?\.(chunks|wav|srt)$/.exec(name) ?? [];
      const isWanted = kind === undefined || extension === kind || lease !== undefined;
      if (of !== undefined && Number(of) === (n ?? Number(of)) && isWanted)
        await rm(join(this.path, id, name), { force: true });
    }
  }

  /** @param end of the last byte */
  read(id: string, n: number, kind: PartFileKind, start: number, end: number): ReadStream {
    return createReadStream(this.file(id, n, kind), { start, end });
  }

  async add({ manifest, state }: Job, texts: readonly string[]): Promise<void> {
    const files = new Map<string, Uint8Array>([
      [TEXTS_FILE, sealed({ texts })],
      [MANIFEST_FILE, sealed(manifest)],
      [STATE_FILE, sealed(state)],
    ]);
    await this.#folders.add(manifest.id, files);
  }

  /** The text of a part. @throws when it cannot be read */
  async text(id: string, n: number): Promise<string> {
    const bytes = await readPlainFile(join(this.path, id, TEXTS_FILE), MAX_FILE_BYTES);
    return unsealed<{ texts: string[] }>(bytes).texts[n - 1] ?? '';
  }

  /** Writes what has changed, and waits until the disk has it. */
  async save({ manifest, state }: Job): Promise<void> {
    const write = () => this.#folders.addFile(manifest.id, STATE_FILE, sealed(state));
    await this.#writing.run(write, new AbortController().signal);
  }

  /** Undefined where it is missing. */
  async manifest(id: string): Promise<JobManifest | undefined> {
    return this.#readable(id, MANIFEST_FILE);
  }

  /** What has begun a narration that several services work. */
  async speaker(id: string): Promise<SpeakerIdentity | undefined> {
    return this.#readable(id, SPEAKER_FILE);
  }

  /** Decides what speaks a narration, unless that is decided. @returns what does */
  async claimSpeaker(id: string, speaker: SpeakerIdentity): Promise<SpeakerIdentity> {
    const draft = join(this.path, id, `.${randomUUID()}`);
    await writeNewFile(draft, sealed(speaker));
    await link(draft, join(this.path, id, SPEAKER_FILE)).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    await rm(draft, { force: true });
    return (await this.speaker(id)) ?? speaker;
  }

  /** The leases of a part that have chunks, the oldest first. */
  async runsOf(id: string, n: number): Promise<{ readonly run: number; readonly lease: number }[]> {
    const names = await readdir(join(this.path, id));
    return names
      .flatMap((name) => {
        const [, of, run, lease] = /^(\d+)\.(\d+)\.(\d+)\.chunks$/.exec(name) ?? [];
        return Number(of) === n ? [{ run: Number(run), lease: Number(lease) }] : [];
      })
      .sort((one, other) => one.run - other.run || one.lease - other.lease);
  }

  async saveSubtitles(id: string, n: number, subtitles: string): Promise<void> {
    await this.#folders.addFile(id, `${n}.srt`, Buffer.from(subtitles));
  }

  async remove(id: string): Promise<void> {
    await this.#folders.remove(id);
  }

  async #readable<T>(id: string, file: string): Promise<T | undefined> {
    const bytes = await unlessMissing(readPlainFile(join(this.path, id, file), MAX_FILE_BYTES));
    return bytes && unsealed<T>(bytes);
  }

  async #load(logger: EngineLogger): Promise<void> {
    for (const entry of await readdir(this.path, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
      const read = (file: string) => readPlainFile(join(this.path, entry.name, file), MAX_FILE_BYTES);
      try {
        const manifest = unsealed<JobManifest>(await read(MANIFEST_FILE));
        const state = unsealed<JobState>(await read(STATE_FILE));
        for (const part of state.parts) if (part.status === 'running') part.status = 'queued';
        this.jobs.push({ manifest, state, blocked: null });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn({ job: entry.name, reason }, 'narration skipped');
      }
    }
    this.jobs.sort((one, other) => one.manifest.createdAt - other.manifest.createdAt);
  }
}

/** Undefined for what is not there. */
const unlessMissing = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
