import { createHash, randomInt } from 'node:crypto';
import { pauseSeconds } from '@ownvoice/audio';
import { ApiError } from '@ownvoice/shared';
import { LANGUAGE_NAMES, type Language } from '@ownvoice/shared/contract/languages';
import { type Engine, type EngineCapabilities, EngineError, type EngineName } from '../engines/engine.js';
import type { Engines, Selection } from '../engines/selection.js';
import type { Chunk, PreparedText } from '../text/index.js';
import { Admission, type AdmissionLimits } from './admission.js';
import { ChunkScheduler, EngineLostError, type SchedulerEvents, type SynthesisResult } from './chunk-scheduler.js';
import { type SpeechRequest, synthesisJobs, type TextRequest } from './speech-request.js';
import { OUTPUT_SAMPLE_RATE, type WorkerPool } from './worker-pool.js';

/** A whole answer, with what its headers report. */
export interface Speech {
  readonly wav: Buffer;
  readonly audioSeconds: number;
  readonly engine: EngineName;
  readonly language: Language;
  /** ISO 639-1, when the text is in none of the ten languages. */
  readonly detectedLanguage: string | undefined;
  /** Where each chunk begins in the audio, in seconds; a missing one begins where the next one does, or at the end. */
  readonly chunkStarts: readonly number[];
  /** Indexes of the chunks that failed, from 0. */
  readonly skipped: readonly number[];
  /** In ms, for `Server-Timing`. */
  readonly timings: Readonly<Record<'text' | 'queue' | 'synthesis' | 'join', number>>;
}

/** What is counted of each engine. */
interface SynthesisMetrics {
  schedulerEvents(engine: EngineName): SchedulerEvents;
  /** `busySeconds`: without the time in the queue. */
  answerCompleted(engine: EngineName, audioSeconds: number, busySeconds: number): void;
}

export interface SynthesizerOptions {
  readonly engines: Engines;
  readonly workerPool: WorkerPool;
  readonly metrics: SynthesisMetrics;
  readonly limits: AdmissionLimits;
  readonly chunkTimeoutMs: number;
  readonly restartTimeoutMs: number;
}

/** A preview takes milliseconds in the worker pool; a flood of them must not delay speech. */
const MAX_PREVIEWS = 64;
const MAX_RETRY_AFTER_SECONDS = 60;

type SpeakableText = Extract<PreparedText, { kind: 'speakable' }>;

/** 32 bits of a seed that may be any integer. */
const seedBits = (seed: number) => createHash('sha256').update(String(seed)).digest().readUInt32LE(0);

/** @throws ApiError 409 or 503 when no engine speaks */
function engineOf(selection: Selection): Engine {
  if (selection.kind === 'engine') return selection.engine;
  if (selection.kind === 'unsupported') throw new ApiError(409, selection.reason);
  throw new ApiError(503, selection.reason, { headers: { 'retry-after': selection.retryAfter } });
}

/** From a request to a WAV file: prepare the text, wait for a turn, synthesise the chunks, join their audio. */
export class Synthesizer {
  readonly #options: SynthesizerOptions;
  readonly #admission: Admission;
  readonly #previews = new Admission({ requests: MAX_PREVIEWS, characters: Number.POSITIVE_INFINITY });
  readonly #schedulers: ReadonlyMap<Engine, ChunkScheduler>;

  constructor(options: SynthesizerOptions) {
    this.#options = options;
    this.#admission = new Admission(options.limits);
    const { engines, chunkTimeoutMs, restartTimeoutMs, metrics } = options;
    this.#schedulers = new Map(
      engines.all.map((engine) => {
        const events = metrics.schedulerEvents(engine.name);
        return [engine, new ChunkScheduler({ engine, chunkTimeoutMs, restartTimeoutMs, events })];
      }),
    );
  }

  /** For /health and metrics. */
  get queue(): { waiting: number; running: number; limit: number } {
    const loads = [...this.#schedulers.values()].map((scheduler) => scheduler.load);
    const running = loads.reduce((sum, load) => sum + load.running, 0);
    return { waiting: this.#admission.requests - running, running, limit: this.#admission.limits.requests };
  }

  /** For a graceful shutdown: the oldest requests first. */
  finishInOrder(): void {
    for (const scheduler of this.#schedulers.values()) scheduler.finishInOrder();
  }

  /**
   * Sanitises a text and cuts it into the chunks that would be synthesised.
   *
   * @throws ApiError 400 when nothing is left to say; 429 when too many previews run
   */
  async preview(text: TextRequest, signal: AbortSignal): Promise<SpeakableText> {
    const place = this.#previews.enter(0);
    if (!place)
      throw new ApiError(429, 'Too many previews at once; try again later.', { headers: { 'retry-after': 1 } });
    try {
      return await this.#prepare(text, this.#options.engines.current?.capabilities, signal);
    } finally {
      place.leave();
    }
  }

  /**
   * Synthesises the answer to one request.
   *
   * @param signal fires when the client has gone or the service is closing; computation stops
   * @throws ApiError 400, 409, 429, 500 or 503
   */
  async speak(request: SpeechRequest, signal: AbortSignal): Promise<Speech> {
    const startedAt = performance.now();
    // Slow speech takes proportionally more memory.
    const place = this.#admission.enter(Math.ceil(request.input.length / Math.min(1, request.speed)));
    try {
      // Chosen once: the text is cut for the engine that speaks it.
      const selection = this.#options.engines.select(request.voice.kind);
      if (!place) throw this.#queueFull(selection);
      const capabilities = selection.kind === 'engine' ? selection.engine.capabilities : undefined;
      const text = await this.#prepare(request, capabilities, signal);
      const engine = engineOf(selection);
      const preparedAt = performance.now();
      const language = LANGUAGE_NAMES[text.language];
      const seed = request.seed === undefined ? randomInt(2 ** 32) : seedBits(request.seed);
      const jobs = synthesisJobs(request, text.chunks, language, seed);
      const result = await this.#run(engine, jobs, signal);
      const synthesizedAt = performance.now();
      const speech = await this.#join(text.chunks, result, request.speed, signal);
      const queue = result.waitedSeconds * 1000;
      this.#options.metrics.answerCompleted(
        engine.name,
        speech.seconds,
        (performance.now() - startedAt - queue) / 1000,
      );
      return {
        wav: speech.wav,
        audioSeconds: speech.seconds,
        engine: engine.name,
        language,
        detectedLanguage: text.detectedLanguage,
        chunkStarts: speech.starts,
        skipped: result.outcomes.flatMap((outcome, index) => (outcome.kind === 'skipped' ? [index] : [])),
        timings: {
          text: preparedAt - startedAt,
          queue,
          synthesis: synthesizedAt - preparedAt - queue,
          join: performance.now() - synthesizedAt,
        },
      };
    } finally {
      place?.leave();
    }
  }

  async #prepare(
    { input, language, voiceLanguage, seed }: TextRequest,
    capabilities: EngineCapabilities | undefined,
    signal: AbortSignal,
  ): Promise<SpeakableText> {
    const plan = seed === undefined ? capabilities : capabilities?.seeded;
    const options = { language, voiceLanguage, maxSeconds: plan?.maxChunkSeconds };
    const prepared = await this.#options.workerPool.prepare(input, options, signal);
    if (prepared.kind === 'speakable') return prepared;
    throw ApiError.invalid([
      'input has nothing in it that can be spoken once marks, symbols and stage directions are removed.',
    ]);
  }

  #scheduler(engine: Engine): ChunkScheduler {
    const scheduler = this.#schedulers.get(engine);
    if (!scheduler) throw new Error(`No scheduler for ${engine.name}.`);
    return scheduler;
  }

  /** Back-pressure: refuses a request, with an estimate of when half of the queue is done. */
  #queueFull(selection: Selection): ApiError {
    if (selection.kind === 'unsupported') return new ApiError(409, selection.reason);
    const backlog = selection.kind === 'engine' ? this.#scheduler(selection.engine).backlogSeconds : 0;
    const seconds = Math.ceil(backlog / 2);
    const retryAfter = Math.max(1, Math.min(MAX_RETRY_AFTER_SECONDS, seconds));
    return new ApiError(429, 'The queue is full; try again later.', { headers: { 'retry-after': retryAfter } });
  }

  async #run(engine: Engine, jobs: ReturnType<typeof synthesisJobs>, signal: AbortSignal): Promise<SynthesisResult> {
    try {
      return await this.#scheduler(engine).run(jobs, signal);
    } catch (error) {
      if (error instanceof EngineLostError) {
        const sentence = 'The engine stopped during the request; it is being started again.';
        throw new ApiError(503, sentence, { headers: { 'retry-after': 1 }, cause: error });
      }
      if (error instanceof EngineError) throw new ApiError(409, error.message, { cause: error });
      throw error;
    }
  }

  async #join(chunks: readonly Chunk[], { outcomes }: SynthesisResult, speed: number, signal: AbortSignal) {
    const pieces = outcomes.map((outcome, index) => {
      if (outcome.kind === 'skipped') return { samples: new Float32Array(0), pauseAfter: 0 };
      const { samples, sampleRate } = outcome.audio;
      if (sampleRate !== OUTPUT_SAMPLE_RATE) throw new Error(`The engine answered at ${sampleRate} Hz.`);
      return { samples, pauseAfter: pauseSeconds(chunks[index]?.pauseAfter ?? 'none', speed) };
    });
    if (outcomes.every(({ kind }) => kind === 'skipped')) {
      const reasons = new Set(outcomes.map((outcome) => (outcome.kind === 'skipped' ? outcome.reason : '')));
      throw new ApiError(500, 'Every chunk failed.', { cause: new Error([...reasons].join(' ')) });
    }
    const speech = await this.#options.workerPool.finish(pieces, signal);
    if (speech.seconds > 0) return speech;
    throw ApiError.invalid(['input has nothing in it that the voice can pronounce.']);
  }
}
