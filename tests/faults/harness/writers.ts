import { setTimeout as pause } from 'node:timers/promises';
import type { User } from '@ownvoice/shared/contract';
import { expect } from 'vitest';
import type { AccountService } from '../../processes/accounts.js';

interface Record {
  readonly id: string;
  /** The number of the last write that was answered 200, and of the last one that was sent. */
  acknowledged: number;
  sent: number;
}

/** Clients that write all the time, each to a record of its own, and remember what they were told. */
export class Writers {
  readonly #records: Record[] = [];
  readonly #statuses = new Map<number | 'no answer', number>();
  #stopped = false;
  #running: Promise<unknown> = Promise.resolve();

  /** Makes the records. @param token of an administrator */
  static async prepare(service: AccountService, token: string, count: number): Promise<Writers> {
    const writers = new Writers();
    for (let i = 0; i < count; i++) {
      const body = { username: `written-${Math.random().toString(36).slice(2, 10)}`, password: 'Writer7Horse' };
      const { status, json } = await service.ask('POST', '/api/users/', { token, body });
      expect(status).toBe(201);
      writers.#records.push({ id: (json as User).id, acknowledged: -1, sent: -1 });
    }
    return writers;
  }

  /** How many writes have been acknowledged since the start, all together. */
  get acknowledged(): number {
    return this.#statuses.get(200) ?? 0;
  }

  /** How often each status was the answer; `no answer` when the connection broke. */
  get statuses(): ReadonlyMap<number | 'no answer', number> {
    return this.#statuses;
  }

  /** Forgets how it was answered and writes until stopped, whatever the answers are; the clients take turns at the services. */
  start(services: readonly AccountService[], token: string): void {
    this.#stopped = false;
    this.#statuses.clear();
    const write = async (record: Record, service: AccountService) => {
      while (!this.#stopped) {
        const number = ++record.sent;
        const body = { email: `write-${number}.${record.id}@example.org` };
        const answer = await service.ask('PUT', `/api/users/${record.id}`, { token, body }).catch(() => undefined);
        const status = answer?.status ?? 'no answer';
        this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
        if (status === 200) record.acknowledged = number;
        else await pause(20);
      }
    };
    this.#running = Promise.all(
      this.#records.map((record, i) => write(record, services[i % services.length] as AccountService)),
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /**
   * How many records hold an older write than the last one acknowledged, or one that was never sent. A write without an
   * answer may have happened or not.
   */
  async lost(service: AccountService, token: string): Promise<number> {
    let lost = 0;
    for (const { id, acknowledged, sent } of this.#records) {
      const { status, json } = await service.ask('GET', `/api/users/${id}`, { token });
      expect(status).toBe(200);
      const stored = Number(/^write-(\d+)\./.exec((json as User).email ?? '')?.[1] ?? -1);
      if (stored < acknowledged || stored > sent) lost += 1;
    }
    return lost;
  }
}
