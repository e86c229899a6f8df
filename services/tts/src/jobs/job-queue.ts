import type { Engine } from '../engines/engine.js';
import type { Message } from '../errors.js';
import type { Job, PartState } from './job.js';

type Awaitable<T> = T | Promise<T>;

/** The part is another worker's now, or that cannot be known. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** A part that is spoken now. */
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
  delete(job: Job): Awaitable<void>;
  setPaused(job: Job, isPaused: boolean): Awaitable<void>;
  /** Puts a part back to its beginning. @param n from 1 */
  restart(job: Job, n: number, take: number): Awaitable<void>;
  /** The next part that an engine can speak, if there is one. */
  take(engineFor: EngineFor): Promise<TakenPart | undefined>;
  close(): Awaitable<void>;
}
