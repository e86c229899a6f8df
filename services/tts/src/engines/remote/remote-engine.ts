import { EventEmitter, once } from 'node:events';
import type { ModelVariant } from '@ownvoice/shared/contract/models';
import { message } from '../../errors.js';
import type { EngineKind } from '../../options.js';
import { withinTime } from '../../within-time.js';
import {
  type EncodedVoice,
  type EngineCapabilities,
  EngineError,
  type ReferenceAudio,
  type SpokenChunk,
  type SynthesisControl,
  type SynthesisJob,
} from '../engine.js';
import type { EngineLogger } from '../engine-process.js';
import type { RunningEngine } from '../supervisor.js';
import type { EngineEvent } from '../supervisor-machine.js';
import { EngineService, type ServiceOptions, type ServiceTimes, type Work } from './engine-service.js';
import { type EngineProtocol, type Exchange, ExchangeError, exchangeWith, MAX_JSON_BYTES } from './exchange.js';
import { ownHealth, ownvoice } from './ownvoice.js';
import { vllmOmni } from './vllm-omni.js';

export interface RemoteEngineOptions {
  readonly urls: readonly string[];
  readonly key: string | undefined;
  readonly kind: EngineKind;
  /** Chunks at once for a service that does not say it. */
  readonly parallel: number;
  /** The model that all have; undefined: the model of the first one that is ready. */
  readonly variant: ModelVariant | undefined;
  readonly logger: EngineLogger;
  readonly times?: Partial<ServiceTimes>;
}

/**
 * How often a chunk is given to services that break off, or answer with something else: one that takes every engine with it
 * must not take all of them for ever.
 */
const MAX_ATTEMPTS = { lost: 5, unusable: 10 };
/** How long a request waits while every service refuses. */
const REFUSED_MS = 30_000;
/** Longer than a request waits for an engine that is gone. */
const MODEL_KEPT_MS = 35_000;
/** What waits for a place looks for one this often, and at each change of a service. */
const LOOK_MS = 1_000;

const aborted = () => new EngineError('aborted', 'The request has ended.');

/**
 * Other speech services as one engine: each chunk goes to the one with the most room. A service that refuses, breaks off or
 * answers with something else is left alone for a while, and the chunk goes to another one. Its place in the text is filled
 * once, by the first whole answer.
 */
export class RemoteEngine implements RunningEngine {
  readonly pid = undefined;
  readonly services: readonly EngineService[];
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #emit: (event: EngineEvent) => void = () => {};
  #watch: AbortController | undefined;
  /** Chunks at once that `emit` has told of; 0: it has told that none is ready. */
  #room = 0;
  /** As long as a service was ready. */
  #capabilities: EngineCapabilities | undefined;
  /** Of the first service that was ready: the others have the same model, or are left out. */
  #model: EngineCapabilities | undefined;
  #lastDoneAt = 0;

  constructor(private readonly options: RemoteEngineOptions) {
    const { urls, key, kind, logger, times = {} } = options;
    const differs = (found: EngineCapabilities) => this.#difference(found);
    const onChange = () => this.#changed();
    this.services = urls.map((url) => {
      const exchange = exchangeWith(url, key);
      const protocolOf = protocolFor(kind, exchange, vllmOmni(exchange, options));
      return new EngineService({ url, protocolOf, logger, differs, onChange, times });
    });
  }

  /** Watches the services. @param emit called with `ready` whenever there is more room, and with `exited` when all are gone */
  start(emit: (event: EngineEvent) => void): this {
    this.#emit = emit;
    this.#room = 0;
    if (!this.#watch) {
      this.#watch = new AbortController();
      for (const service of this.services) void service.watch(this.#watch.signal);
    }
    emit({ type: 'progress', stage: 'waiting for an engine' });
    this.#changed();
    return this;
  }

  async end(): Promise<void> {
    this.#watch?.abort();
    this.#watch = undefined;
    this.#room = 0;
    this.#changes.emit('change');
  }

  get capabilities(): EngineCapabilities | undefined {
    return this.#capabilities;
  }

  synthesize(job: SynthesisJob, control: SynthesisControl): Promise<SpokenChunk> {
    return this.#done(job, control, (protocol, one) => protocol.synthesize(job, one));
  }

  encode(reference: ReferenceAudio, control: SynthesisControl): Promise<EncodedVoice> {
    return this.#done(undefined, control, (protocol, one) => protocol.encode(reference, one));
  }

  /** Does work at one service after the other, until one has done it. @throws EngineError */
  async #done<T>(job: SynthesisJob | undefined, control: SynthesisControl, work: Work<T>): Promise<T> {
    const { signal } = control;
    const attempts = { lost: 0, unusable: 0 };
    let last: EngineService | undefined;
    let since = performance.now();
    for (;;) {
      if (signal.aborted) throw aborted();
      if (!this.services.some(({ report }) => report)) throw new EngineError('unavailable', 'No engine is ready.');
      const service = this.#roomiest(job, last);
      if (!service) {
        const waited = performance.now() - Math.max(since, this.#lastDoneAt);
        if (waited >= REFUSED_MS && !job?.isBackground) throw new EngineError('crashed', 'Every engine refuses.');
        await withinTime(signal, LOOK_MS, (soon) => once(this.#changes, 'change', { signal: soon })).catch(() => {});
        continue;
      }
      try {
        const done = await service.perform(job, control, work);
        this.#lastDoneAt = performance.now();
        return done;
      } catch (error) {
        if (signal.aborted) throw aborted();
        if (!(error instanceof ExchangeError)) throw error;
        [last, since] = [service, performance.now()];
        if (error.kind === 'refused') continue;
        attempts[error.kind] += 1;
        const isOnly = this.services.length === 1 && error.kind === 'unusable';
        if (attempts[error.kind] === MAX_ATTEMPTS[error.kind] || isOnly)
          throw new EngineError('failed', error.message, { cause: error });
      }
    }
  }

  /** The service with the most room, another one than the last if there is one. */
  #roomiest(job: SynthesisJob | undefined, last: EngineService | undefined): EngineService | undefined {
    const loads = new Map(this.services.map((service) => [service, service.loadWith(job)]));
    const loadOf = (service: EngineService) => loads.get(service) ?? Number.POSITIVE_INFINITY;
    const open = this.services.filter((service) => loadOf(service) < Number.POSITIVE_INFINITY);
    const others = open.length > 1 ? open.filter((service) => service !== last) : open;
    return others.sort((a, b) => loadOf(a) - loadOf(b))[0];
  }

  #changed(): void {
    const reports = this.services.flatMap(({ report }) => report ?? []);
    const [first] = reports;
    if (first) {
      this.#model ??= first.capabilities;
      this.#capabilities = combined(reports.map(({ capabilities }) => capabilities));
      const { parallel } = this.#capabilities;
      if (this.#watch && parallel > this.#room)
        this.#emit({ type: 'ready', capabilities: this.#capabilities, voices: first.voices });
      this.#room = parallel;
    } else if (this.#room > 0) {
      this.#room = 0;
      this.#emit({ type: 'exited', how: 'none', bySignal: false, reason: message('engines_gone', {}) });
      // What waits for the engines is rejected by then, so that no text gets two voices.
      const forget = () => {
        if (this.#room === 0) this.#model = undefined;
      };
      setTimeout(forget, MODEL_KEPT_MS).unref();
    }
    this.#changes.emit('change');
  }

  /** How a service's model differs from that of the others, whose audio would not be the same. */
  #difference(found: EngineCapabilities): string | undefined {
    const { variant } = this.options;
    if (variant !== undefined && found.variant !== variant)
      return `It speaks with ${found.variant ?? 'the built-in voice'}, and --model is ${variant}.`;
    const model = this.#model;
    const [other] = model ? SAME.filter((fact) => found[fact] !== model[fact]) : [];
    return other && model && `Its ${other} is ${found[other]}, that of the other engines is ${model[other]}.`;
  }
}

/** The kind of a service: the one that was chosen, or what its `/health` looks like; vLLM answers 200 without a body. */
const protocolFor =
  (kind: EngineKind, exchange: Exchange, other: EngineProtocol): ServiceOptions['protocolOf'] =>
  async (signal) => {
    if (kind !== 'auto') return kind === 'ownvoice' ? ownvoice(exchange) : other;
    const health = await exchange('/health', { signal, maxBytes: MAX_JSON_BYTES });
    if (health.status === 200 && health.body.length === 0) return other;
    ownHealth(health);
    return ownvoice(exchange);
  };

/** What decides the samples of a chunk. */
const SAME = ['variant', 'checkpoint', 'precision', 'device'] as const;

function combined(all: readonly EngineCapabilities[]): EngineCapabilities {
  const [first] = all as readonly [EngineCapabilities, ...EngineCapabilities[]];
  const sum = (roomOf: (one: EngineCapabilities) => number) => all.reduce((so, one) => so + roomOf(one), 0);
  const lengths = [...new Set(all.flatMap(({ batches }) => batches.map(({ longestSeconds }) => longestSeconds)))];
  const roomFor = (longest: number) =>
    sum(({ batches }) => batches.find(({ longestSeconds }) => longest <= longestSeconds)?.parallel ?? 1);
  return {
    ...first,
    parallel: sum(({ parallel }) => parallel),
    maxChunkSeconds: Math.min(...all.map(({ maxChunkSeconds }) => maxChunkSeconds)),
    seeded: { ...first.seeded, parallel: sum(({ seeded }) => seeded.parallel) },
    batches: lengths
      .map((longestSeconds) => ({ longestSeconds, parallel: roomFor(longestSeconds) }))
      .sort((a, b) => b.parallel - a.parallel || b.longestSeconds - a.longestSeconds),
    placesChunks: true,
  };
}
