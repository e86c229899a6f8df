import { readFileSync } from 'node:fs';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EngineName } from '../engines/engine.js';
import type { Supervisor } from '../engines/supervisor.js';
import { isUsable } from '../engines/supervisor-machine.js';
import type { SchedulerEvents } from '../synthesis/schedule.js';
import type { SpeechKind } from '../voices/voices.js';

interface Load {
  readonly queue: { readonly waiting: number; readonly running: number };
  readonly backlogSeconds: number;
}
type SupervisedEngine = Supervisor['model'];
/** A value that is read at each scrape. */
type Watched = readonly [
  Metric: typeof Gauge | typeof Counter,
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[],
];

/**
 * The metrics of the speech service.
 *
 * @param registry takes them; one for each service, so that two in a process do not share
 */
export function speechMetrics(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, labelNames: ['engine'], buckets, registers });
  const requests = counter('tts_requests_total', 'Requests for speech by kind and HTTP status.', 'kind', 'status');
  const audio = counter('tts_audio_seconds_total', 'Seconds of speech sent.', 'engine');
  const queueWait = histogram(
    'tts_queue_wait_seconds',
    'How long a request waited for its first chunk to start.',
    [0.01, 0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120],
  );
  const chunkSeconds = histogram(
    'tts_chunk_seconds',
    'How long the engine computed a chunk.',
    [0.01, 0.05, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
  );
  const skips = counter(
    'tts_chunks_skipped_total',
    'Chunks skipped in a response; reason timeout, failed or inaudible.',
    'engine',
    'reason',
  );
  const doubtful = counter(
    'tts_chunks_doubtful_total',
    'Chunks that may not be what their text says; reason cut (what followed the text), repeated (generated again) or short.',
    'engine',
    'reason',
  );
  const fallbacks = counter('tts_fallback_answers_total', 'Responses of the built-in voice instead of the model.');
  const realTimeFactor = histogram(
    'tts_real_time_factor',
    'Time of a request without its wait, divided by the seconds of its audio.',
    [0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 5],
  );
  const cacheHits = counter('tts_reference_cache_hits', 'Requests for a recording whose encoding was cached.');
  const cacheMisses = counter('tts_reference_cache_misses', 'Recordings that were encoded.');
  return {
    watch(supervisor: Supervisor, load: Load): void {
      for (const [Metric, name, help, labelNames, read] of watched(supervisor, load))
        new Metric({
          name,
          help,
          labelNames,
          registers,
          collect() {
            this.reset();
            for (const [labels, value] of read()) this.inc(labels, value);
          },
        });
    },

    recordingUsed: (isCached: boolean) => (isCached ? cacheHits : cacheMisses).inc(),

    requestCompleted: (kind: SpeechKind, status: number) => requests.inc({ kind, status: String(status) }),

    responseCompleted(engine: EngineName, audioSeconds: number, busySeconds: number, isBuiltIn: boolean): void {
      audio.inc({ engine }, audioSeconds);
      if (isBuiltIn) fallbacks.inc();
      realTimeFactor.observe({ engine }, busySeconds / audioSeconds);
    },

    schedulerEvents: (engine: EngineName): SchedulerEvents => ({
      requestStarted: (waitedSeconds) => queueWait.observe({ engine }, waitedSeconds),
      chunkDone: ({ skipped, doubt }, seconds) => {
        chunkSeconds.observe({ engine }, seconds);
        if (skipped) skips.inc({ engine, reason: skipped.cause });
        else if (doubt) doubtful.inc({ engine, reason: doubt.kind });
      },
    }),
  };
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function watched({ all, services = [] }: Supervisor, load: Load): Watched[] {
  const ofEngine = (
    Metric: Watched[0],
    name: string,
    help: string,
    read: (engine: SupervisedEngine) => number | undefined,
  ): Watched => {
    const readAll = () =>
      all.flatMap((engine) => {
        const value = read(engine);
        return value === undefined ? [] : [[{ engine: engine.name }, value] as const];
      });
    return [Metric, name, help, ['engine'], readAll];
  };
  const usage = ({ pid }: SupervisedEngine) => (pid === undefined ? undefined : usageOf(pid));
  const queued = () => {
    const { waiting, running } = load.queue;
    return [[{ state: 'waiting' }, waiting] as const, [{ state: 'running' }, running] as const];
  };
  const devices = () =>
    all
      .filter(({ state }) => state.kind === 'ready')
      .map(({ name: engine, capabilities: { device, variant, precision, checkpoint } }) => {
        const build = checkpoint?.slice(0, 12) ?? '';
        return [{ engine, device, variant: variant ?? '', precision, build }, 1] as const;
      });
  return [
    [Gauge, 'tts_queue_requests', 'Requests in the queue by state: waiting or running.', ['state'], queued],
    [
      Gauge,
      'tts_backlog_seconds',
      'Estimated seconds until all speech that was admitted is made, at the measured speed.',
      [],
      () => [[{}, load.backlogSeconds]],
    ],
    [
      Gauge,
      'tts_device_info',
      '1 for the device of each ready engine, with the variant, precision and checkpoint that it has loaded.',
      ['engine', 'device', 'variant', 'precision', 'build'],
      devices,
    ],
    ofEngine(Gauge, 'tts_engine_ready', '1 while the engine is ready.', ({ state }) => Number(isUsable(state))),
    ofEngine(
      Counter,
      'tts_engine_restarts_total',
      "How often an engine's process was started again after it died.",
      ({ record }) => record.restarts,
    ),
    ofEngine(
      Counter,
      'tts_device_losses_total',
      "How often an engine's GPU was lost; its process is restarted each time.",
      ({ record }) => record.deviceLosses,
    ),
    ofEngine(
      Gauge,
      'tts_device_given_up',
      '1 while an engine runs on the CPU because its GPU was lost again and again, or cannot be used.',
      ({ deviceReason }) => Number(deviceReason !== undefined),
    ),
    ofEngine(
      Gauge,
      'tts_engine_resident_memory_bytes',
      "Resident memory of an engine's process; only on Linux.",
      (engine) => usage(engine)?.residentBytes,
    ),
    ofEngine(
      Counter,
      'tts_engine_cpu_seconds_total',
      "CPU time of an engine's process, from 0 again when it restarts; only on Linux.",
      (engine) => usage(engine)?.cpuSeconds,
    ),
    [
      Gauge,
      'tts_engine_services',
      'Services of --engine-url by state.',
      ['state'],
      () => [...countBy(services.map(({ health }) => health.state))].map(([state, count]) => [{ state }, count]),
    ],
    [
      Counter,
      'tts_engine_service_chunks_total',
      'Chunks given to a service of --engine-url by outcome: spoken, refused, lost (the connection broke) or unusable.',
      ['url', 'outcome'],
      () =>
        services.flatMap(({ health: { url }, outcomes }) =>
          Object.entries(outcomes).map(([outcome, count]) => [{ url, outcome }, count] as const),
        ),
    ],
  ];
}

/** The kernel tells times in hundredths of a second on every architecture. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICKS_PER_SECOND = 100;
/** Indexes of the fields after the name of the program, which may hold spaces and brackets. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Reads the resident memory and the CPU time, user and system, of a process, whatever it is busy with. @returns undefined when it is gone, and where there is no `/proc` */
export function usageOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
    return { residentBytes: Number(kilobytes ?? 0) * 1024, cpuSeconds: ticks / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}
