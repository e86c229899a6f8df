import { identityOf, isOver, type Job, newPartState } from './job.js';
import type { EngineFor, JobQueue, TakenPart } from './job-queue.js';
import type { JobStore } from './job-store.js';

/** The queue of one service: its narrations are in memory, and their states in their folders. */
export class FolderQueue implements JobQueue {
  readonly known: Map<string, Job>;

  constructor(private readonly store: JobStore) {
    this.known = new Map(store.jobs.map((job) => [job.manifest.id, job]));
  }

  connect(): void {}

  all(): Job[] {
    return [...this.known.values()];
  }

  get(id: string): Job | undefined {
    return this.known.get(id);
  }

  add(job: Job): void {
    this.known.set(job.manifest.id, job);
  }

  delete({ manifest }: Job): void {
    this.known.delete(manifest.id);
  }

  async setPaused(job: Job, isPaused: boolean): Promise<void> {
    job.state.isPaused = isPaused;
    await this.store.save(job);
  }

  async restart(job: Job, n: number, take: number): Promise<void> {
    Object.assign(job.state.parts[n - 1]!, newPartState(job.manifest.parts[n - 1]!), { take });
    job.state.finishedAt = null;
    await this.store.save(job);
  }

  async take(engineFor: EngineFor): Promise<TakenPart | undefined> {
    for (const job of this.known.values()) {
      const { state } = job;
      const n = state.parts.findIndex(({ status }) => status === 'queued') + 1;
      if (n === 0 || state.isPaused) continue;
      const engine = engineFor(job, n);
      if (!('name' in engine)) continue;
      const part = state.parts[n - 1]!;
      part.status = 'running';
      state.speaker ??= identityOf(engine) ?? null;
      const save = () => this.store.save(job);
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
    }
    return undefined;
  }

  close(): void {}
}
