import { isDeepStrictEqual } from 'node:util';
import type { ApiError } from '@ownvoice/shared';
import type { JobStatus, Job as JobView, LanguageCode, ModelVariant, Pronunciation } from '@ownvoice/shared/contract';
import type { EngineName } from '../engines/engine.js';
import type { Engine } from '../engines/supervisor.js';
import { isUsable } from '../engines/supervisor-machine.js';
import { apiError, message } from '../errors.js';
import { codeOf } from '../storage.js';

/** A part as it was accepted. */
export interface JobPart {
  readonly title: string | null;
  readonly characters: number;
  /** Id of a pre-built voice, or of one of the library. */
  readonly voice: { readonly kind: 'speech' | 'library'; readonly id: string };
  readonly instruct: string;
  /** Undefined: detect it. */
  readonly language?: LanguageCode | undefined;
  readonly speed: number;
  /** How long it will play, in seconds, and its chunks, when it was accepted. */
  readonly estimatedSeconds: number;
  readonly chunks: number;
}

/** What never changes of a narration; its texts are kept apart. */
export interface JobManifest {
  readonly id: string;
  readonly title: string | null;
  /** The user whose it is; null: nobody's in particular. */
  readonly owner: string | null;
  /** Whether the saved voices of others may be in it: its user is an administrator, or users are not told apart. */
  readonly seesAll: boolean;
  /** In ms since the Unix epoch. */
  readonly createdAt: number;
  /** Of the client, or drawn: what is spoken again after a crash has the same bytes. */
  readonly seed: number;
  readonly pronunciations: Pronunciation[] | null;
  readonly parts: readonly JobPart[];
}

/** What speaks a narration from its first chunk to its last. */
export interface SpeakerIdentity {
  readonly engine: EngineName;
  readonly variant: ModelVariant | null;
  readonly precision: string;
  readonly checkpoint: string | null;
}

/** Undefined while the engine cannot speak. */
export function identityOf(engine: Engine): SpeakerIdentity | undefined {
  if (!isUsable(engine.state) || engine.isLeaving) return undefined;
  const { variant, precision, checkpoint } = engine.capabilities;
  return { engine: engine.name, variant, precision, checkpoint };
}

export const speaksAs = (engine: Engine, speaker: SpeakerIdentity): boolean =>
  isDeepStrictEqual(identityOf(engine), speaker);

export const nameOf = ({ variant, precision }: SpeakerIdentity): string =>
  variant === null ? 'the built-in voice' : `${variant} in ${precision}`;

export interface PartState {
  status: Exclude<JobStatus, 'paused' | 'cancelled'>;
  audioSeconds: number;
  /** On the disk. */
  bytes: number;
  chunks: { total: number; done: number; skipped: number };
  /** How often it is spoken again from the first chunk on, each time with another seed. */
  take: number;
  reason: string | null;
}

export interface JobState {
  isPaused: boolean;
  /** In ms since the Unix epoch. */
  finishedAt: number | null;
  /** Null until it begins. */
  speaker: SpeakerIdentity | null;
  readonly parts: PartState[];
}

export interface Job {
  readonly manifest: JobManifest;
  readonly state: JobState;
  /** Why nothing of it can be spoken now. */
  blocked: string | null;
}

export const newPartState = ({ chunks }: JobPart): PartState => ({
  status: 'queued',
  audioSeconds: 0,
  bytes: 0,
  chunks: { total: chunks, done: 0, skipped: 0 },
  take: 0,
  reason: null,
});

export const newJob = (manifest: JobManifest): Job => ({
  manifest,
  state: { isPaused: false, finishedAt: null, speaker: null, parts: manifest.parts.map(newPartState) },
  blocked: null,
});

export const isOver = ({ parts }: Pick<JobState, 'parts'>): boolean =>
  parts.every(({ status }) => status === 'done' || status === 'failed');

export function statusOf({ state, blocked }: Job): JobStatus {
  const has = (wanted: PartState['status']) => state.parts.some(({ status }) => status === wanted);
  if (state.finishedAt !== null) return has('failed') ? 'failed' : 'done';
  if (state.isPaused) return 'paused';
  if (has('running')) return 'running';
  return blocked !== null && state.speaker !== null ? 'paused' : 'queued';
}

/** Seconds of audio of a part that are still to be spoken, as estimated. */
function secondsLeft({ estimatedSeconds }: JobPart, { status, chunks }: PartState): number {
  const isOver = status === 'done' || status === 'failed';
  return isOver ? 0 : estimatedSeconds * (1 - chunks.done / Math.max(1, chunks.total));
}

export const secondsToSpeak = ({ manifest, state }: Job): number =>
  manifest.parts.reduce((sum, part, index) => sum + secondsLeft(part, state.parts[index]!), 0);

/** @param pace seconds of work for a second of audio; undefined: not known yet */
export function viewOf(job: Job, pace: number | undefined): JobView {
  const { manifest, state, blocked } = job;
  const sum = (of: (part: PartState) => number) => state.parts.reduce((total, part) => total + of(part), 0);
  const status = statusOf(job);
  const failure = state.parts.find((part) => part.status === 'failed')?.reason ?? null;
  const reason = status === 'queued' || status === 'paused' ? blocked : status === 'failed' ? failure : null;
  const left = state.finishedAt === null ? pace && secondsToSpeak(job) * pace : 0;
  return {
    id: manifest.id,
    title: manifest.title,
    status,
    reason: state.isPaused ? null : reason,
    created_at: manifest.createdAt,
    finished_at: state.finishedAt,
    voice: [...new Set(manifest.parts.map(({ voice }) => voice.id))].join(','),
    characters: manifest.parts.reduce((total, { characters }) => total + characters, 0),
    audio_seconds: rounded(sum(({ audioSeconds }) => audioSeconds)),
    seconds_left: left === undefined ? null : Math.round(left),
    chunks: {
      total: sum(({ chunks }) => chunks.total),
      done: sum(({ chunks }) => chunks.done),
      skipped: sum(({ chunks }) => chunks.skipped),
    },
    parts: manifest.parts.map(({ title, characters }, index) => {
      const { status: partStatus, audioSeconds, chunks } = state.parts[index]!;
      return { title, status: partStatus, characters, audio_seconds: rounded(audioSeconds), chunks: { ...chunks } };
    }),
  };
}

const rounded = (seconds: number) => Math.round(seconds * 1_000) / 1_000;

/** 16-bit samples. */
const BYTES_PER_SECOND = 48_000;
/** Kept free for everybody else who writes to the disk. */
const RESERVE_BYTES = 200 * 1024 ** 2;
/** What waits for room goes on when there is so much. */
const LEAST_ROOM_BYTES = 16 * 1024 ** 2;

export const NO_ROOM = message('narration_no_room', {});

class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/** Whether it failed because there is no room, here or anywhere on the disk. */
export const isNoRoom = (error: unknown): boolean =>
  error instanceof NoRoom || ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error) ?? '');

export class Room {
  /**
   * @param freeBytes of the disk
   * @param maxBytes of all narrations together
   */
  constructor(
    private readonly jobs: ReadonlyMap<string, Job>,
    private readonly freeBytes: () => Promise<number>,
    private readonly maxBytes: number,
  ) {}

  /** @throws ApiError 507 where a narration would not fit */
  async expectFor(job: Job): Promise<void> {
    const toCome = sumOf(this.jobs, (one) => BYTES_PER_SECOND * secondsToSpeak(one));
    const free = (await this.freeBytes()) - RESERVE_BYTES - toCome;
    const room = Math.max(0, Math.min(free, this.maxBytes - sumOf(this.jobs, bytesOf)));
    if (neededFor(job) > room) throw noRoom(job, room);
  }

  /** Tells which part, counted from 1, may be spoken now: others count with what they have on the disk. */
  async now(): Promise<(job: Job, n: number) => boolean> {
    const free = (await this.freeBytes()) - RESERVE_BYTES;
    const within = this.maxBytes - sumOf(this.jobs, writtenOf);
    return ({ manifest, state }, n) => {
      const part = state.parts[n - 1]!;
      const toCome = BYTES_PER_SECOND * secondsLeft(manifest.parts[n - 1]!, part);
      // Its chunks are there until they are joined.
      return free >= Math.max(LEAST_ROOM_BYTES, part.bytes + 2 * toCome) && within >= toCome;
    };
  }

  /** Expects room for what is written next. @throws NoRoom */
  async expect(bytes: number): Promise<void> {
    const free = (await this.freeBytes()) - RESERVE_BYTES;
    if (free < bytes || sumOf(this.jobs, writtenOf) > this.maxBytes) throw new NoRoom();
  }
}

const sumOf = (jobs: ReadonlyMap<string, Job>, of: (job: Job) => number): number =>
  [...jobs.values()].reduce((sum, job) => sum + of(job), 0);

/** Bytes of its audio that are on the disk already. */
const writtenOf = ({ state }: Job): number => state.parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** Bytes of its audio on the disk once it is spoken, as far as it is known. */
const bytesOf = ({ manifest, state }: Job): number =>
  manifest.parts.reduce((sum, { estimatedSeconds }, index) => {
    const { status, bytes } = state.parts[index]!;
    return sum + (status === 'done' ? bytes : Math.max(bytes, BYTES_PER_SECOND * estimatedSeconds));
  }, 0);

/** For its audio, and the chunks of its longest part while that is joined. */
const neededFor = (job: Job): number =>
  bytesOf(job) + BYTES_PER_SECOND * Math.max(...job.manifest.parts.map((part) => part.estimatedSeconds));

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(bytes < 1e9 ? 3 : 1);
/** A narration that does not fit into this room, in bytes. */
export const noRoom = (job: Job, room = 0): ApiError =>
  apiError('no_room', { parameters: { needed: gigabytes(neededFor(job)), room: gigabytes(room) } });
