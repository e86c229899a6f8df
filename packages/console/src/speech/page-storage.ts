import type { PcmSpeech } from '@ownvoice/audio';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { atRest, type Clip, type ClipChunk } from './clip.js';
import type { DeliveryDraft } from './delivery.js';
import type { VoiceDraft } from './voice-draft.js';

/** What the user has entered. */
export interface Draft {
  input: string;
  delivery: DeliveryDraft;
  voice: VoiceDraft;
}

/** A clip whose audio is in a store of its own, so that a new chunk does not rewrite the others. */
type StoredClip = Omit<Clip, 'chunks'> & { chunks: StoredChunk[] };
type StoredChunk = Omit<ClipChunk, 'state'> & {
  state: Exclude<ClipChunk['state'], { kind: 'ready' }> | { kind: 'ready'; engine: string };
};

interface Schema extends DBSchema {
  clips: { key: string; value: StoredClip };
  /** By the id of the clip and the index of the chunk. */
  audio: { key: [clip: string, chunk: number]; value: PcmSpeech };
  drafts: { key: string; value: Draft };
}

const DRAFT = 'draft';
const VERSION = 1;

/** Keeps clips and inputs in IndexedDB, for reloads. In a browser that refuses, they last as long as the page. */
export class PageStorage {
  readonly #database: IDBPDatabase<Schema> | undefined;
  #isWorking: boolean;

  private constructor(database: IDBPDatabase<Schema> | undefined) {
    this.#database = database;
    this.#isWorking = database !== undefined;
  }

  /** @param owner the account that is signed in; each sees only its own clips. '' without accounts. */
  static async open(owner: string): Promise<PageStorage> {
    try {
      const database = await openDB<Schema>(`ownvoice-speech-${owner}`, VERSION, {
        upgrade(created) {
          created.createObjectStore('clips', { keyPath: 'id' });
          created.createObjectStore('audio');
          created.createObjectStore('drafts');
        },
      });
      return new PageStorage(database);
    } catch {
      return new PageStorage(undefined);
    }
  }

  /** Whether a reload keeps everything. False without storage, and after it was full. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  /** Newest clips first. */
  async load(): Promise<{ clips: Clip[]; draft: Draft | undefined }> {
    const empty = { clips: [], draft: undefined };
    const database = this.#database;
    if (database === undefined) return empty;
    return this.#attempt(empty, async () => {
      const stored = await database.getAll('clips');
      const clips = await Promise.all(stored.map((clip) => withAudio(clip, database)));
      clips.sort((a, b) => b.createdAt - a.createdAt);
      return { clips, draft: await database.get('drafts', DRAFT) };
    });
  }

  async saveDraft(draft: Draft): Promise<void> {
    await this.#attempt(undefined, () => this.#database?.put('drafts', draft, DRAFT));
  }

  /** Saves the clips that differ from those saved before, and deletes the others. */
  async saveClips(before: readonly Clip[], clips: readonly Clip[]): Promise<void> {
    const database = this.#database;
    if (database === undefined) return;
    await this.#attempt(undefined, async () => {
      const transaction = database.transaction(['clips', 'audio'], 'readwrite');
      const [clipStore, audioStore] = [transaction.objectStore('clips'), transaction.objectStore('audio')];
      const changes: Promise<unknown>[] = [];
      for (const { id } of before.filter((old) => clips.every((clip) => clip.id !== old.id))) {
        changes.push(clipStore.delete(id), audioStore.delete(audioOf(id)));
      }
      for (const clip of clips) {
        const old = before.find(({ id }) => id === clip.id);
        if (old === clip) continue;
        changes.push(clipStore.put(withoutAudio(clip)));
        for (const [index, { state }] of clip.chunks.entries()) {
          const isNew = state.kind === 'ready' && state !== old?.chunks[index]?.state;
          if (isNew) changes.push(audioStore.put(state.audio, [clip.id, index]));
        }
      }
      await Promise.all([...changes, transaction.done]);
    });
  }

  /** Deletes everything, also what other tabs have saved. */
  async clear(): Promise<void> {
    await this.#attempt(undefined, async () => {
      const transaction = this.#database?.transaction(['clips', 'audio', 'drafts'], 'readwrite');
      const stores = [...(transaction?.objectStoreNames ?? [])];
      await Promise.all([...stores.map((name) => transaction?.objectStore(name).clear()), transaction?.done]);
    });
  }

  /** The database may be full, or deleted by the user. The page goes on, and can still delete. */
  async #attempt<T>(otherwise: T, work: () => Promise<T> | undefined): Promise<T> {
    try {
      return (await work()) ?? otherwise;
    } catch {
      this.#isWorking = false;
      return otherwise;
    }
  }
}

/** Every chunk of a clip: an array sorts after every number. */
const audioOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

const withoutAudio = (clip: Clip): StoredClip => ({
  ...clip,
  chunks: clip.chunks.map(({ state, ...chunk }) => ({
    ...chunk,
    state: state.kind === 'ready' ? { kind: 'ready', engine: state.engine } : state,
  })),
});

/** A chunk whose audio is missing is one that waits. */
async function withAudio(clip: StoredClip, database: IDBPDatabase<Schema>): Promise<Clip> {
  const chunks = await Promise.all(
    clip.chunks.map(async ({ state, ...chunk }, index): Promise<ClipChunk> => {
      if (state.kind !== 'ready') return { ...chunk, state };
      const audio = await database.get('audio', [clip.id, index]);
      return { ...chunk, state: audio ? { ...state, audio } : { kind: 'waiting' } };
    }),
  );
  return atRest({ ...clip, chunks });
}
