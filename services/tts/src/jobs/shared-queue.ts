import { copyFile } from 'node:fs/promises';
import pg from 'pg';
import PgBoss from 'pg-boss';
import { apiError } from '../errors.js';
import { DamagedFileError } from '../storage.js';
import { identityOf, isOver, type Job, type JobManifest, newPartState, type PartState, speaksAs } from './job.js';
import { type EngineFor, type JobQueue, LeaseLost, type TakenPart } from './job-queue.js';
import type { NarratorOptions } from './narrator.js';

const SCHEMA = 'ownvoice_jobs';
const QUEUE = 'narration';
/** A worker that is not heard of for so long has lost its part. It tells of itself four times as often. */
const LEASE_SECONDS = 30;
/** Kept in the queue until a narration is deleted. */
const FOR_EVER_SECONDS = 10 * 365 * 86_400;

interface PartMessage {
  readonly job: string;
  readonly n: number;
  readonly take: number;
  /** Counts how often the part was put into the queue. */
  readonly run: number;
}

/** How far a part is, as its worker tells, and why it waits or has failed. */
type Output = Partial<Pick<PartState, 'audioSeconds' | 'bytes' | 'chunks' | 'reason'>> & { readonly waits?: string };

interface Row {
  readonly id: string;
  readonly data: PartMessage;
  readonly state: keyof PgBoss.JobStates;
  readonly output: Output | null;
  readonly completed_on: Date | null;
}

/** Of the parts of a narration in their order: pg-boss takes those of one moment by their ids. */
const messageId = (job: string, n: number) => job.slice(0, 24) + n.toString(16).padStart(12, '0');
const messageIds = ({ manifest }: Job) => manifest.parts.map((_, index) => messageId(manifest.id, index + 1));

/**
 * The queue of several services, which share a folder: the parts wait in PostgreSQL, and each service speaks the next one.
 * A part is leased to one at a time. Its files have the number of the lease, so that a worker that lost it cannot write into
 * those of the next.
 */
export class SharedQueue implements JobQueue {
  readonly known = new Map<string, Job>();
  readonly #pool: pg.Pool;
  #boss: PgBoss;
  #isConnected = false;

  constructor(
    databaseUrl: string,
    private readonly parts: Pick<NarratorOptions, 'store' | 'engines' | 'logger'>,
  ) {
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: 6,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
    });
    this.#pool.on('error', (error) => this.#unavailable(error));
    this.#boss = this.#newBoss();
  }

  async connect(): Promise<void> {
    if (this.#isConnected) return;
    try {
      await this.#boss.start();
      await this.#boss.createQueue(QUEUE);
    } catch (error) {
      // One that failed to start starts no more.
      this.#boss = this.#newBoss();
      throw error;
    }
    this.#isConnected = true;
    this.parts.logger.info({}, 'queue of narrations connected');
  }

  async all(): Promise<Job[]> {
    const rows = new Map<string, Row[]>();
    for (const row of await this.#rows()) rows.set(row.data.job, [...(rows.get(row.data.job) ?? []), row]);
    this.known.clear();
    for (const [id, own] of rows) {
      const job = await this.#jobFrom(id, own);
      if (job) this.known.set(id, job);
    }
    return [...this.known.values()].sort((one, other) => one.manifest.createdAt - other.manifest.createdAt);
  }

  async get(id: string): Promise<Job | undefined> {
    const rows = await this.#rows(id);
    return rows.length === 0 ? undefined : await this.#jobFrom(id, rows);
  }

  async add({ manifest: { id, parts } }: Job): Promise<void> {
    await this.#insert(parts.map((_, index) => ({ job: id, n: index + 1, take: 0, run: 0 })));
  }

  async delete(id: string): Promise<void> {
    const text = `DELETE FROM ${SCHEMA}.job WHERE name = $1 AND data->>'job' = $2`;
    await this.#query(() => this.#pool.query(text, [QUEUE, id]));
  }

  async setPaused(job: Job, isPaused: boolean): Promise<void> {
    await this.#query(() => this.#boss[isPaused ? 'cancel' : 'resume'](QUEUE, messageIds(job)));
  }

  async restart({ manifest: { id } }: Job, n: number, take: number): Promise<void> {
    const text = `UPDATE ${SCHEMA}.job part
      SET data = data || jsonb_build_object('take', $3::int, 'run', (data->>'run')::int + 1), output = NULL,
        retry_count = 0, start_after = now(), started_on = NULL, completed_on = NULL,
        state = CASE WHEN EXISTS (SELECT FROM ${SCHEMA}.job
          WHERE name = $1 AND data->>'job' = part.data->>'job' AND state = 'cancelled')
          THEN 'cancelled' ELSE 'created' END::${SCHEMA}.job_state
      WHERE name = $1 AND id = $2 AND state = 'completed'`;
    await this.#query(() => this.#pool.query(text, [QUEUE, messageId(id, n), take]));
  }

  async take(engineFor: EngineFor): Promise<TakenPart | undefined> {
    while (this.parts.engines.all.some(identityOf)) {
      const [leased] = await this.#boss.fetch<PartMessage>(QUEUE, { includeMetadata: true });
      if (!leased) return undefined;
      const job = await this.get(leased.data.job);
      const taken = job && (await this.#taken(leased, job, engineFor));
      if (taken) return taken;
      await this.#postpone(leased, job?.blocked ?? null);
    }
    return undefined;
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false }).catch(() => {});
    await this.#pool.end();
  }

  /** A leased part, if an engine can speak it. */
  async #taken(
    { id, data, retryCount }: PgBoss.JobWithMetadata<PartMessage>,
    job: Job,
    engineFor: EngineFor,
  ): Promise<TakenPart | undefined> {
    const { n } = data;
    const part = job.state.parts[n - 1]!;
    part.status = 'queued';
    const engine = engineFor(job, n);
    const speaker = 'name' in engine ? identityOf(engine) : undefined;
    // Whoever was first decides; another part may have been begun by another engine.
    if (speaker) job.state.speaker = await this.parts.store.claimSpeaker(data.job, speaker);
    if (!('name' in engine && job.state.speaker && speaksAs(engine, job.state.speaker))) return undefined;
    part.status = 'running';
    const stem = await this.#takeOver(data, retryCount);
    const output = ({ audioSeconds, bytes, chunks, reason } = part) => ({ audioSeconds, bytes, chunks, reason });
    const progress = async () => {
      const text = `UPDATE ${SCHEMA}.job SET started_on = now(), output = $4::jsonb
        WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`;
      const { rowCount } = await this.#pool
        .query(text, [QUEUE, id, retryCount, JSON.stringify(output())])
        .catch((cause: Error) => Promise.reject(new LeaseLost(cause.message)));
      if (rowCount === 0) throw new LeaseLost('another worker has it');
    };
    const finish = async () => {
      await this.#query(() => this.#boss.complete(QUEUE, id, output()));
    };
    const release = (waits?: string) => this.#boss.fail(QUEUE, id, { ...output(), ...(waits && { waits }) });
    return { job, n, part, engine, stem, progress, finish, release };
  }

  /** Gives a leased part back for a while, and with it those that wait behind it: there may be a thousand. */
  async #postpone({ id, data }: PgBoss.JobWithMetadata<PartMessage>, waits: string | null): Promise<void> {
    const text = `UPDATE ${SCHEMA}.job
      SET state = 'retry', start_after = now() + interval '5 seconds',
        output = coalesce(output, '{}') || jsonb_build_object('waits', $4::text)
      WHERE name = $1 AND data->>'job' = $2 AND (id = $3 AND state = 'active' OR state < 'active')`;
    await this.#pool.query(text, [QUEUE, data.job, id, waits]);
  }

  /** The chunks that the last worker has left become those of this lease. @returns the name of its files */
  async #takeOver({ job, n, run }: PartMessage, retryCount: number): Promise<string> {
    const stem = `${n}.${run}.${retryCount}`;
    const left = (await this.parts.store.runsOf(job, n))
      .filter((one) => one.run === run && one.lease < retryCount)
      .pop();
    if (left)
      await copyFile(
        this.parts.store.file(job, `${n}.${run}.${left.lease}`, 'chunks'),
        this.parts.store.file(job, stem, 'chunks'),
      ).catch(() => {});
    return stem;
  }

  #newBoss(): PgBoss {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => this.#pool.query(text, values) },
      schema: SCHEMA,
      schedule: false,
      maintenanceIntervalSeconds: 5,
      archiveCompletedAfterSeconds: FOR_EVER_SECONDS,
      archiveFailedAfterSeconds: FOR_EVER_SECONDS,
    });
    boss.on('error', (error) => this.#unavailable(error));
    return boss;
  }

  #unavailable({ message: reason }: Error): void {
    this.parts.logger.warn({ reason }, 'queue of narrations not available');
  }

  /** @throws ApiError 503 while PostgreSQL cannot be used */
  async #query<T>(query: () => Promise<T>): Promise<T> {
    try {
      return await query();
    } catch (error) {
      throw apiError('queue_lost', { cause: error, headers: { 'retry-after': 5 } });
    }
  }

  async #insert(messages: readonly PartMessage[]): Promise<void> {
    await this.#query(() =>
      this.#boss.insert(
        messages.map((data) => ({
          id: messageId(data.job, data.n),
          name: QUEUE,
          data,
          retryLimit: 2 ** 31 - 1,
          retryDelay: 5,
          expireInSeconds: LEASE_SECONDS,
          keepUntil: new Date(Date.now() + FOR_EVER_SECONDS * 1_000),
        })),
      ),
    );
  }

  /** The parts of a narration, or of all. */
  async #rows(id?: string): Promise<Row[]> {
    const one = id === undefined ? '' : "AND data->>'job' = $2";
    const text = `SELECT id, data, state, output, completed_on FROM ${SCHEMA}.job WHERE name = $1 ${one} ORDER BY id`;
    const { rows } = await this.#query(() => this.#pool.query<Row>(text, id === undefined ? [QUEUE] : [QUEUE, id]));
    return rows;
  }

  async #jobFrom(id: string, rows: readonly Row[]): Promise<Job | undefined> {
    const manifest = await this.parts.store.manifest(id).catch((error: unknown) => {
      if (error instanceof DamagedFileError) return undefined;
      throw error;
    });
    return manifest && jobOf(manifest, rows, (await this.parts.store.speaker(id)) ?? null);
  }
}

function jobOf(manifest: JobManifest, rows: readonly Row[], speaker: Job['state']['speaker']): Job {
  const parts = manifest.parts.map(newPartState);
  let blocked: string | null = null;
  for (const { data, state, output } of rows) {
    const part = parts[data.n - 1];
    if (!part) continue;
    const { waits = null, ...progress } = output ?? {};
    if (progress.chunks) Object.assign(part, progress);
    part.take = data.take;
    const hasEnded = state === 'completed' || state === 'failed';
    part.status = hasEnded ? (part.reason === null ? 'done' : 'failed') : state === 'active' ? 'running' : 'queued';
    if (part.status === 'queued') blocked ??= waits;
  }
  const ended = rows.map(({ completed_on }) => completed_on?.getTime() ?? 0);
  const isPaused = rows.some(({ state }) => state === 'cancelled');
  return {
    manifest,
    state: { isPaused, finishedAt: isOver({ parts }) ? Math.max(...ended) : null, speaker, parts },
    blocked,
  };
}
