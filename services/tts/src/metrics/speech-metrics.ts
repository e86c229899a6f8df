import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EngineName } from '../engines/engine.js';
import type { Engines } from '../engines/selection.js';
import type { SchedulerEvents } from '../synthesis/chunk-scheduler.js';
import type { SpeechKind } from '../voices/models.js';
import { usageOf } from './process-usage.js';

/** Values that engines report, by name. */
const ENGINE_STATS: Readonly<Record<string, string>> = {
  reference_cache_entries: 'Encoded references in the cache.',
  reference_cache_bytes: 'Bytes of the encoded references in the cache.',
  reference_cache_hits: 'Chunks whose reference was cached, since the engine was loaded.',
  reference_cache_misses: 'References that were encoded, since the engine was loaded.',
  drafted_codes: 'Codes that the code predictor drafted, since the engine was loaded.',
  accepted_codes: 'Drafted codes that were right and saved a pass.',
};

/** The metrics of the speech service. */
export class SpeechMetrics {
  readonly #requests: Counter<'kind' | 'status'>;
  readonly #audioSeconds: Counter<'engine'>;
  readonly #queueWait: Histogram<'engine'>;
  readonly #chunkSeconds: Histogram<'engine'>;
  readonly #skipped: Counter<'engine' | 'reason'>;
  readonly #cut: Counter<'engine'>;
  readonly #contexts: Counter<'engine' | 'outcome'>;
  readonly #fallbackAnswers: Counter;
  readonly #realTimeFactor: Histogram<'engine'>;
  readonly #registry: Registry;

  /** @param registry takes the metrics; one for each service, so that two in a process do not share */
  constructor(registry: Registry) {
    this.#registry = registry;
    const registers = [registry];
    this.#requests = new Counter({
      name: 'tts_requests_total',
      help: 'Requests for speech by kind and HTTP status.',
      labelNames: ['kind', 'status'] as const,
      registers,
    });
    this.#audioSeconds = new Counter({
      name: 'tts_audio_seconds_total',
      help: 'Seconds of speech sent.',
      labelNames: ['engine'] as const,
      registers,
    });
    this.#queueWait = new Histogram({
      name: 'tts_queue_wait_seconds',
      help: 'How long a request waited for its first chunk to start.',
      labelNames: ['engine'] as const,
      buckets: [0.01, 0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120],
      registers,
    });
    this.#chunkSeconds = new Histogram({
      name: 'tts_chunk_seconds',
      help: 'How long the engine computed a chunk.',
      labelNames: ['engine'] as const,
      buckets: [0.01, 0.05, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
      registers,
    });
    this.#skipped = new Counter({
      name: 'tts_chunks_skipped_total',
      help: 'Chunks skipped in a response; reason timeout or failed.',
      labelNames: ['engine', 'reason'] as const,
      registers,
    });
    this.#cut = new Counter({
      name: 'tts_chunks_cut_total',
      help: 'Chunks whose speech missed its end; the room tone after their text was cut off.',
      labelNames: ['engine'] as const,
      registers,
    });
    this.#contexts = new Counter({
      name: 'tts_chunk_contexts_total',
      help: 'Chunks spoken with the first chunk as context (used), failed with it and spoken without (dropped), and first chunks that gave none (unfit).',
      labelNames: ['engine', 'outcome'] as const,
      registers,
    });
    this.#fallbackAnswers = new Counter({
      name: 'tts_fallback_answers_total',
      help: 'Responses of the built-in voice instead of the model.',
      registers,
    });
    this.#realTimeFactor = new Histogram({
      name: 'tts_real_time_factor',
      help: 'Time of a request without its wait, divided by the seconds of its audio.',
      labelNames: ['engine'] as const,
      buckets: [0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 5],
      registers,
    });
  }

  /** Registers the values that are read at each scrape. */
  watch(engines: Engines, queue: () => { waiting: number; running: number }): void {
    new Gauge({
      name: 'tts_queue_requests',
      help: 'Requests in the queue by state: waiting or running.',
      labelNames: ['state'] as const,
      registers: [this.#registry],
      collect() {
        const { waiting, running } = queue();
        this.set({ state: 'waiting' }, waiting);
        this.set({ state: 'running' }, running);
      },
    });
    new Gauge({
      name: 'tts_engine_ready',
      help: '1 while the engine is ready.',
      labelNames: ['engine'] as const,
      registers: [this.#registry],
      collect() {
        for (const engine of engines.all)
          this.set({ engine: engine.name }, ['ready', 'asleep'].includes(engine.state.kind) ? 1 : 0);
      },
    });
    new Gauge({
      name: 'tts_device_info',
      help: '1 for the device of each ready engine; adapter and software are empty where they are not known.',
      labelNames: ['engine', 'device', 'adapter', 'software'] as const,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const engine of engines.all) {
          if (engine.state.kind !== 'ready') continue;
          const { device, adapter } = engine.capabilities;
          const software = adapter?.software == null ? '' : String(adapter.software);
          this.set({ engine: engine.name, device, adapter: adapter?.name ?? '', software }, 1);
        }
      },
    });
    new Counter({
      name: 'tts_device_losses_total',
      help: "How often an engine's GPU was lost; its process is restarted each time.",
      labelNames: ['engine'] as const,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const engine of engines.all) this.inc({ engine: engine.name }, engine.deviceLosses);
      },
    });
    new Gauge({
      name: 'tts_device_given_up',
      help: '1 while an engine runs on the CPU because its GPU was lost again and again.',
      labelNames: ['engine'] as const,
      registers: [this.#registry],
      collect() {
        for (const engine of engines.all) this.set({ engine: engine.name }, engine.deviceReason === undefined ? 0 : 1);
      },
    });
    const usage = () =>
      engines.all.flatMap(({ name, pid }) => {
        const used = pid === undefined ? undefined : usageOf(pid);
        return used ? [{ engine: name, ...used }] : [];
      });
    new Gauge({
      name: 'tts_engine_resident_memory_bytes',
      help: "Resident memory of an engine's process; only on Linux.",
      labelNames: ['engine'] as const,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const { engine, residentBytes } of usage()) this.set({ engine }, residentBytes);
      },
    });
    new Counter({
      name: 'tts_engine_cpu_seconds_total',
      help: "Processor time of an engine's process, from 0 again when it restarts; only on Linux.",
      labelNames: ['engine'] as const,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const { engine, cpuSeconds } of usage()) this.inc({ engine }, cpuSeconds);
      },
    });
    for (const [stat, help] of Object.entries(ENGINE_STATS)) {
      new Gauge({
        name: `tts_${stat}`,
        help,
        registers: [this.#registry],
        collect() {
          const values = engines.all.flatMap((engine) => engine.stats[stat] ?? []);
          this.set(values.reduce((sum, value) => sum + value, 0));
        },
      });
    }
    new Counter({
      name: 'tts_engine_restarts_total',
      help: "How often an engine's process was started again after it died.",
      labelNames: ['engine'] as const,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const engine of engines.all) this.inc({ engine: engine.name }, engine.restarts);
      },
    });
  }

  requestCompleted(kind: SpeechKind, status: number): void {
    this.#requests.inc({ kind, status: String(status) });
  }

  /** `busySeconds`: without the time in the queue. */
  answerCompleted(engine: EngineName, audioSeconds: number, busySeconds: number): void {
    this.#audioSeconds.inc({ engine }, audioSeconds);
    if (engine === 'builtin') this.#fallbackAnswers.inc();
    this.#realTimeFactor.observe({ engine }, busySeconds / audioSeconds);
  }

  schedulerEvents(engine: EngineName): SchedulerEvents {
    return {
      requestStarted: (waitedSeconds) => this.#queueWait.observe({ engine }, waitedSeconds),
      chunkDone: (outcome, seconds) => {
        this.#chunkSeconds.observe({ engine }, seconds);
        if (outcome.kind === 'skipped') this.#skipped.inc({ engine, reason: outcome.cause });
        else if (outcome.audio.roomToneCut) this.#cut.inc({ engine });
      },
      contextDone: (outcome) => this.#contexts.inc({ engine, outcome }),
    };
  }
}
