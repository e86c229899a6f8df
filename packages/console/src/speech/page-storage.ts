import type { PcmSpeech } from '@ownvoice/audio';
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { atRest, type Clip, type ClipChunk, numbered } from './clip.js';
import type { Draft } from './draft.js';

/** A clip whose audio is in a store of its own, so that a new chunk does not rewrite the others. */
type StoredClip = Omit<Clip, 'chunks'> & { chunks: StoredChunk[] };
type StoredChunk = Omit<ClipChunk, 'state'> & {
  state: Exclude<ClipChunk['state'], { kind: 'ready' }> | Omit<Extract<ClipChunk['state'], { kind: 'ready' }>, 'audio'>;
};

interface Schema extends DBSchema {
  clips: { key: string; value: StoredClip };
  /** By the id of the clip and the index of the chunk. */
  audio: { key: [clip: string, chunk: number]; value: PcmSpeech };
  drafts: { key: string; value: Draft };
}

const STORES = ['clips', 'audio', 'drafts'] as const;
type StoreName = (typeof STORES)[number];
type Store<Name extends StoreName> = IDBPObjectStore<Schema, typeof STORES, Name, 'readwrite'>;

const DRAFT = 'draft';
const VERSION = 1;

/** Keeps clips and inputs in IndexedDB, for reloads. In a browser that blocks it, they last as long as the page. */
export class PageStorage {
  readonly #owner: string;
  #database: Promise<IDBPDatabase<Schema>> | undefined;

  /** @param owner the account that is signed in; each sees only its own clips. '' without accounts. */
  constructor(owner: string) {
    this.#owner = owner;
  }

  /** Newest clips first. */
  async load(): Promise<{ clips: Clip[]; draft: Draft | undefined }> {
    let loaded: { clips: Clip[]; draft: Draft | undefined } = { clips: [], draft: undefined };
    await this.#attempt(async (database) => {
      const stored = await database.getAll('clips');
      const clips = await Promise.all(stored.map((clip) => withAudio(clip, database)));
      loaded = { clips: numbered(clips), draft: await database.get('drafts', DRAFT) };
    });
    return loaded;
  }

  /** @returns whether a reload keeps it */
  async saveDraft(draft: Draft): Promise<boolean> {
    return this.#attempt((database) => database.put('drafts', draft, DRAFT));
  }

  /**
   * Saves the clips that differ from the saved ones, and deletes the others.
   * @param saved what the previous call returned
   * @returns the clips as they are saved now: those for which there is no room are missing, or older
   */
  async saveClips(saved: readonly Clip[], clips: readonly Clip[]): Promise<readonly Clip[]> {
    const now: Clip[] = [];
    // Deleted first, to make room. Each clip has a transaction of its own: one that does not fit takes no other with it.
    for (const clip of saved.filter((old) => clips.every(({ id }) => id !== old.id))) {
      if (!(await this.#deleteClip(clip))) now.push(clip);
    }
    for (const clip of clips) {
      const old = saved.find(({ id }) => id === clip.id);
      if (old === clip || (await this.#putClip(clip, old))) now.push(clip);
      else if (old !== undefined) now.push(old);
    }
    return now;
  }

  #deleteClip({ id }: Clip): Promise<boolean> {
    return this.#write((clips, audio) => [clips.delete(id), audio.delete(audioOf(id))]);
  }

  #putClip(clip: Clip, old: Clip | undefined): Promise<boolean> {
    return this.#write((clips, audio) => [
      clips.put(withoutAudio(clip)),
      ...clip.chunks.flatMap(({ state }, index) => {
        const isNew = state.kind === 'ready' && state !== old?.chunks[index]?.state;
        return isNew ? [audio.put(state.audio, [clip.id, index])] : [];
      }),
    ]);
  }

  /** Deletes everything, also what other tabs have saved. */
  async clear(): Promise<void> {
    await this.#write((...stores) => stores.map((store) => store.clear()));
  }

  /** Makes changes in one transaction: all of them, or none. */
  #write(changes: (clips: Store<'clips'>, audio: Store<'audio'>, drafts: Store<'drafts'>) => Promise<unknown>[]) {
    return this.#attempt(async (database) => {
      const transaction = database.transaction(STORES, 'readwrite');
      const store = <Name extends StoreName>(name: Name) => transaction.objectStore(name);
      await Promise.all([...changes(store('clips'), store('audio'), store('drafts')), transaction.done]);
    });
  }

  /** The database may be absent, full, or deleted by the user. The page goes on, and can still delete. */
  async #attempt(work: (database: IDBPDatabase<Schema>) => Promise<unknown>): Promise<boolean> {
    try {
      this.#database ??= openDatabase(this.#owner);
      await work(await this.#database);
      return true;
    } catch {
      // A browser may have closed it, because the disk is full: the next attempt opens it again.
      this.#database = undefined;
      return false;
    }
  }
}

const openDatabase = (owner: string): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(`ownvoice-speech-${owner}`, VERSION, {
    upgrade(created) {
      created.createObjectStore('clips', { keyPath: 'id' });
      created.createObjectStore('audio');
      created.createObjectStore('drafts');
    },
  });

/** Every chunk of a clip: an array sorts after every number. */
const audioOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

const withoutAudio = (clip: Clip): StoredClip => ({
  ...clip,
  chunks: clip.chunks.map(({ state, ...chunk }) => ({
    ...chunk,
    state: state.kind === 'ready' ? { kind: 'ready', engine: state.engine, isDoubtful: state.isDoubtful } : state,
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
