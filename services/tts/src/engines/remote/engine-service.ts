import { setTimeout as sleep } from 'node:timers/promises';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import { withinTime } from '../../within-time.js';
import { type EngineCapabilities, plannedBatch, type SynthesisControl, type SynthesisJob } from '../engine.js';
import type { EngineLogger } from '../engine-process.js';
import { type EngineProtocol, ExchangeError, type ServiceReport } from './exchange.js';

type ServiceHealth = NonNullable<SpeechHealth['engines']>[number];
type ReadyReport = Extract<ServiceReport, { readonly state: 'ready' }>;
export type Work<T> = (protocol: EngineProtocol, control: SynthesisControl) => Promise<T>;

/** Times in ms. */
export interface ServiceTimes {
  /** How often a service is asked how it is. */
  readonly probeMs: number;
  /** How long it may take to say so: one that is stopped holds chunks. */
  readonly probeTimeoutMs: number;
  /** How long a service that failed is left alone; it doubles with each failure in a row. */
  readonly backOffMs: number;
}

const TIMES: ServiceTimes = { probeMs: 1_000, probeTimeoutMs: 5_000, backOffMs: 250 };
const MAX_BACK_OFF_MS = 30_000;
/** What is no chunk takes as much room as there is, and leaves all to others. */
const NO_CHUNK = { estimatedSeconds: 0, reproducible: false } as const;

export interface ServiceOptions {
  readonly url: string;
  /** @throws ExchangeError when it cannot be told yet */
  readonly protocolOf: (signal: AbortSignal) => Promise<EngineProtocol>;
  readonly logger: EngineLogger;
  /** Why a service with this model is left out; undefined: it is taken. */
  readonly differs: (capabilities: EngineCapabilities) => string | undefined;
  /** Called when it may take more than before, or nothing any more. */
  readonly onChange: () => void;
  readonly times?: Partial<ServiceTimes>;
}

/** One of the services that speak chunks for this one: how it is, and what it has in hand. */
export class EngineService {
  readonly #times: ServiceTimes;
  /** What it has in hand, and the largest batch of each. */
  readonly #flights = new Map<AbortController, number>();
  #state: ServiceHealth['state'] = 'connecting';
  #reason: string | undefined;
  #report: ReadyReport | undefined;
  #protocol: EngineProtocol | undefined;
  #failures = 0;
  /** Until when it is left alone though it is ready, on the clock of `performance`. */
  #restsUntil = 0;
  readonly outcomes = { spoken: 0, refused: 0, lost: 0, unusable: 0 };

  constructor(private readonly options: ServiceOptions) {
    this.#times = { ...TIMES, ...options.times };
  }

  get health(): ServiceHealth {
    const { url } = this.options;
    const state = this.#state === 'ready' && this.#rests ? (this.#reason ? 'failing' : 'busy') : this.#state;
    return { url, state, ...(this.#reason !== undefined && { reason: this.#reason }) };
  }

  /** What it can do; undefined while it is not ready. One that is left alone for a while is. */
  get report(): ReadyReport | undefined {
    return this.#state === 'ready' ? this.#report : undefined;
  }

  get #rests(): boolean {
    return performance.now() < this.#restsUntil;
  }

  /** The share of its room that is taken when it has this chunk too; infinite: it takes nothing. */
  loadWith(job: Pick<SynthesisJob, 'estimatedSeconds' | 'reproducible'> = NO_CHUNK): number {
    if (!this.report || this.#rests) return Number.POSITIVE_INFINITY;
    const room = Math.min(plannedBatch(job, this.report.capabilities), ...this.#flights.values());
    // One more, of a new request, does not time out either.
    return this.#flights.size > room ? Number.POSITIVE_INFINITY : (this.#flights.size + 1) / room;
  }

  /**
   * Does work in a place that is taken at once.
   *
   * @param job absent: it is no chunk
   * @throws ExchangeError, after which it is left alone for a while; what the work throws otherwise
   */
  async perform<T>(job: SynthesisJob | undefined, { signal, onStart }: SynthesisControl, work: Work<T>): Promise<T> {
    const [report, protocol] = [this.report, this.#protocol];
    if (!report || !protocol) throw new ExchangeError('refused', 'It is not ready.');
    const flight = new AbortController();
    this.#flights.set(flight, job ? plannedBatch(job, report.capabilities) : Number.POSITIVE_INFINITY);
    let hasStarted = false;
    onStart();
    try {
      const done = await work(protocol, {
        signal: AbortSignal.any([signal, flight.signal]),
        onStart: () => {
          hasStarted = true;
          onStart();
        },
      });
      this.#failures = 0;
      this.#reason = undefined;
      this.outcomes.spoken += 1;
      return done;
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = flight.signal.aborted ? new ExchangeError('lost', 'It does not answer any more.') : error;
      if (!(failure instanceof ExchangeError)) throw failure;
      const { kind, message, retryAfter, isFull } = failure;
      const known = hasStarted && kind === 'refused' ? new ExchangeError('lost', message, retryAfter, isFull) : failure;
      this.#failed(known);
      throw known;
    } finally {
      this.#flights.delete(flight);
      this.options.onChange();
    }
  }

  #failed({ kind, message: reason, retryAfter, isFull }: ExchangeError): void {
    this.outcomes[kind] += 1;
    // What breaks off together is one failure.
    if (!this.#rests) this.#failures += 1;
    const backoff = Math.min(MAX_BACK_OFF_MS, this.#times.backOffMs * 2 ** (this.#failures - 1));
    const ms = retryAfter === undefined ? backoff : retryAfter * 1_000;
    this.#restsUntil = Math.max(this.#restsUntil, performance.now() + ms);
    setTimeout(() => this.options.onChange(), ms).unref();
    const isWell = kind === 'refused' && isFull;
    this.#reason = isWell ? undefined : reason;
    const { url } = this.options;
    if (!isWell) this.options.logger.warn({ url, kind, reason, backoff: ms }, 'chunk not spoken by an engine');
  }

  async watch(signal: AbortSignal): Promise<void> {
    const { logger, onChange } = this.options;
    while (!signal.aborted) {
      const before = this.#state;
      this.#take(await this.#ask(signal));
      if (this.#state !== before && !signal.aborted) {
        logger[this.#state === 'ready' ? 'info' : 'warn'](this.health, 'engine service changed');
        onChange();
      }
      await sleep(this.#times.probeMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #ask(signal: AbortSignal): Promise<ServiceReport> {
    const { protocolOf, differs } = this.options;
    try {
      const report = await withinTime(signal, this.#times.probeTimeoutMs, async (inTime) => {
        this.#protocol ??= await protocolOf(inTime);
        return this.#protocol.report(inTime);
      });
      const reason = report.state === 'ready' ? differs(report.capabilities) : undefined;
      return reason === undefined ? report : { state: 'different', reason };
    } catch (error) {
      return { state: 'unreachable', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** What it has in hand goes to others when it is gone, and not while it is only busy with loading something. */
  #take(report: ServiceReport): void {
    // One that comes back is another process.
    if (this.#state === 'unreachable') this.#restsUntil = 0;
    this.#state = report.state;
    if (report.state !== 'ready') this.#reason = report.reason;
    else {
      this.#report = report;
      if (!this.#rests) this.#reason = undefined;
    }
    if (report.state === 'unreachable') for (const flight of this.#flights.keys()) flight.abort();
  }
}
