import type { ApiError } from '@ownvoice/shared';
import { apiError, message, textOf } from '../errors.js';
import { codeOf } from '../storage.js';
import { type Job, secondsToSpeak } from './job.js';

/** 16-bit samples. */
const BYTES_PER_SECOND = 48_000;
/** Kept free for everybody else who writes to the disk. */
const RESERVE_BYTES = 200 * 1024 ** 2;
/** What waits for room goes on when there is so much. */
const LEAST_ROOM_BYTES = 16 * 1024 ** 2;

/** Why a narration waits for room. */
export const NO_ROOM_REASON = textOf(message('narration_no_room', {}));

class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/** Whether it failed because there is no room, here or anywhere on the disk. */
export const isNoRoom = (error: unknown): boolean =>
  error instanceof NoRoom || ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error) ?? '');

/** The room that narrations have on the disk. */
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

  /** Expects room for what is spoken next. @throws NoRoom */
  async expect(bytes = LEAST_ROOM_BYTES): Promise<void> {
    const free = (await this.freeBytes()) - RESERVE_BYTES;
    if (free < bytes || sumOf(this.jobs, bytesOf) > this.maxBytes) throw new NoRoom();
  }
}

const sumOf = (jobs: ReadonlyMap<string, Job>, of: (job: Job) => number): number =>
  [...jobs.values()].reduce((sum, job) => sum + of(job), 0);

/** Bytes of its audio on the disk, as far as it is known. */
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
