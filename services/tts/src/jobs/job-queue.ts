import type { Engine } from '../engines/supervisor.js';
import type { Message } from '../errors.js';
import { identityOf, isOver, type Job, newPartState, type PartState } from './job.js';
import type { JobStore } from './job-store.js';

type Awaitable<T> = T | Promise<T>;

/** The part is another worker's now, or that cannot be known. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export interface TakenPart {
  readonly job: Job;
  /** From 1. */
  readonly n: number;
  /** How far it is: kept up to date by whoever speaks it. */
  readonly part: PartState;
  readonly engine: Engine;
  /** The name of its files while it is spoken. */
  readonly stem: number | string;
  /** Tells how far it is. @throws LeaseLost */
  progress(): Promise<void>;
  /** It is done, or has failed for its reason. */
  finish(): Promise<void>;
  /** It goes on later. @param waits why it waits */
  release(waits?: string): Promise<void>;
}

/** The engine that speaks a part, or why it waits. @param n from 1 */
export type EngineFor = (job: Job, n: number) => Engine | Message;

/** Where the parts of narrations wait. What cannot be reached is an ApiError 503. */
export interface JobQueue {
  /** As of the last look at all, for the room that they take. */
  readonly known: ReadonlyMap<string, Job>;
  /** Makes it usable; later calls do nothing. */
  connect(): Awaitable<void>;
  /** The oldest first. */
  all(): Awaitable<readonly Job[]>;
  get(id: string): Awaitable<Job | undefined>;
  /** Takes a narration whose manifest and texts are stored. */
  add(job: Job): Awaitable<void>;
  /** Also what is left of a narration whose folder is lost. */
  delete(id: string): Awaitable<void>;
  setPaused(job: Job, isPaused: boolean): Awaitable<void>;
  /** Puts a part back to its beginning. @param n from 1 */
  restart(job: Job, n: number, take: number): Awaitable<void>;
  /** The next part that an engine can speak, if there is one. */
  take(engineFor: EngineFor): Promise<TakenPart | undefined>;
  close(): Awaitable<void>;
}

/** The queue of one service: its narrations are in memory, and their states in their folders. */
export function folderQueue(store: JobStore): JobQueue {
  const known = new Map(store.jobs.map((job) => [job.manifest.id, job]));

  const taken = (job: Job, n: number, engine: Engine): TakenPart => {
    const { state } = job;
    const part = state.parts[n - 1]!;
    part.status = 'running';
    state.speaker ??= identityOf(engine) ?? null;
    const save = () => store.save(job);
    const finish = () => {
      part.status = part.reason === null ? 'done' : 'failed';
      if (isOver(state)) state.finishedAt ??= Date.now();
      return save();
    };
    const release = (waits: string | null = null) => {
      part.status = 'queued';
      state.finishedAt = null;
      job.blocked = waits;
      return save();
    };
    return { job, n, part, engine, stem: n, progress: save, finish, release };
  };

  return {
    known,
    connect: () => {},
    close: () => {},
    all: () => [...known.values()],
    get: (id) => known.get(id),
    add: (job) => void known.set(job.manifest.id, job),
    delete: (id) => void known.delete(id),
    setPaused: (job, isPaused) => {
      job.state.isPaused = isPaused;
      return store.save(job);
    },
    restart: (job, n, take) => {
      Object.assign(job.state.parts[n - 1]!, newPartState(job.manifest.parts[n - 1]!), { take });
      job.state.finishedAt = null;
      return store.save(job);
    },
    take: async (engineFor) => {
      for (const job of known.values()) {
        const n = job.state.parts.findIndex(({ status }) => status === 'queued') + 1;
        if (n === 0 || job.state.isPaused) continue;
        const engine = engineFor(job, n);
        if ('name' in engine) return taken(job, n, engine);
      }
      return undefined;
    },
  };
}
