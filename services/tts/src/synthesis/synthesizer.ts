import { createHash, randomInt } from 'node:crypto';
import { pauseSeconds } from '@ownvoice/audio';
import { ApiError } from '@ownvoice/shared';
import type { Language } from '@ownvoice/shared/contract';
import type { Engine, EngineName } from '../engines/engine.js';
import { EngineError } from '../engines/engine.js';
import type { Engines } from '../engines/selection.js';
import type { SpeechMetrics } from '../metrics/speech-metrics.js';
import type { Chunk, PreparedText } from '../text/index.js';
import { nameOfLanguage } from '../voices/languages.js';
import { Admission, type AdmissionLimits } from './admission.js';
import { type Background, OUTPUT_SAMPLE_RATE } from './background.js';
import { ChunkScheduler, EngineLostError, type Spoken } from './scheduler.js';
import { jobsOf, type TextToPrepare, textOf, type Utterance } from './utterance.js';

/** A whole answer and what there is to say about it. */
export interface Speech {
  readonly wav: Buffer;
  readonly audioSeconds: number;
  readonly engine: EngineName;
  readonly language: Language;
  readonly chunks: number;
  /** Which chunks are missing, counted from 0. */
  readonly skipped: readonly number[];
  /** In ms, for `Server-Timing`. */
  readonly timings: Readonly<Record<'text' | 'queue' | 'synthesis' | 'join', number>>;
}

export interface SynthesizerOptions {
  readonly engines: Engines;
  readonly background: Background;
  readonly metrics: SpeechMetrics;
  readonly limits: AdmissionLimits;
  readonly chunkTimeoutMs: number;
  readonly restartPatienceMs: number;
}

/** A preview is milliseconds of work in a worker thread; a flood of them must not hold speech up. */
const PREVIEWS_AT_ONCE = 64;

type Speakable = Extract<PreparedText, { kind: 'speakable' }>;

/** 32 bits of a seed that may be any integer. */
const seedBits = (seed: number) => createHash('sha256').update(String(seed)).digest().readUInt32LE(0);

/** From text to a WAV file: prepares, waits its turn, has the chunks spoken, joins them. */
export class Synthesizer {
  readonly #options: SynthesizerOptions;
  readonly #admission: Admission;
  readonly #previews = new Admission({ requests: PREVIEWS_AT_ONCE, characters: Number.POSITIVE_INFINITY });
  readonly #schedulers: ReadonlyMap<Engine, ChunkScheduler>;

  constructor(options: SynthesizerOptions) {
    this.#options = options;
    this.#admission = new Admission(options.limits);
    const { engines, chunkTimeoutMs, restartPatienceMs, metrics } = options;
    this.#schedulers = new Map(
      engines.all.map((engine) => {
        const events = metrics.schedulerEvents(engine.name);
        return [engine, new ChunkScheduler({ engine, chunkTimeoutMs, restartPatienceMs, events })];
      }),
    );
  }

  /** For /health and metrics. */
  get queue(): { waiting: number; running: number; limit: number } {
    const loads = [...this.#schedulers.values()].map((scheduler) => scheduler.load);
    const running = loads.reduce((sum, load) => sum + load.running, 0);
    return { waiting: this.#admission.requests - running, running, limit: this.#admission.limits.requests };
  }

  /** For a service that is stopping: the oldest requests first. */
  finishInOrder(): void {
    for (const scheduler of this.#schedulers.values()) scheduler.finishInOrder();
  }

  /**
   * Sanitises a text and cuts it into the chunks that would be spoken.
   *
   * @throws ApiError 400 when nothing is left to say; 429 when too many ask at once
   */
  async preview(text: TextToPrepare, signal: AbortSignal): Promise<Speakable> {
    const place = this.#previews.enter(0);
    if (!place)
      throw new ApiError(429, 'Too many previews at once; try again later.', { headers: { 'retry-after': 1 } });
    try {
      return await this.#prepare(text, signal);
    } finally {
      place.leave();
    }
  }

  async #prepare({ input, ...known }: TextToPrepare, signal: AbortSignal): Promise<Speakable> {
    const maxSeconds = this.#options.engines.current?.capabilities.maxChunkSeconds;
    const prepared = await this.#options.background.prepare(input, { ...known, maxSeconds }, signal);
    if (prepared.kind === 'speakable') return prepared;
    throw new ApiError(400, 'Nothing is left to say.', {
      details: ['input has nothing in it that can be spoken once marks, symbols and stage directions are removed.'],
    });
  }

  /**
   * Speaks one request.
   *
   * @param signal fires when the client has gone or the service is closing; computation stops
   * @throws ApiError 400, 409, 429, 500 or 503
   */
  async speak(utterance: Utterance, signal: AbortSignal): Promise<Speech> {
    const startedAt = performance.now();
    // Slow speech is as much longer in memory as it is to listen to.
    const place = this.#admission.enter(Math.ceil(utterance.input.length / Math.min(1, utterance.speed)));
    try {
      if (!place) throw this.#full(this.#select(utterance));
      const text = await this.#prepare(textOf(utterance), signal);
      const preparedAt = performance.now();
      const engine = this.#select(utterance);
      const language = nameOfLanguage(text.language);
      const seed = utterance.seed === undefined ? randomInt(2 ** 32) : seedBits(utterance.seed);
      const jobs = jobsOf(
        utterance,
        text.chunks.map((chunk) => chunk.text),
        language,
        seed,
      );
      const spoken = await this.#run(engine, jobs, signal);
      const spokenAt = performance.now();
      const speech = await this.#join(text.chunks, spoken, utterance.speed, signal);
      const queue = spoken.waitedSeconds * 1000;
      const timings = {
        text: preparedAt - startedAt,
        queue,
        synthesis: spokenAt - preparedAt - queue,
        join: performance.now() - spokenAt,
      };
      const skipped = spoken.outcomes.flatMap((outcome, index) => (outcome.kind === 'skipped' ? [index] : []));
      this.#options.metrics.spoken(engine.name, speech.seconds, (performance.now() - startedAt - queue) / 1000);
      return {
        wav: speech.wav,
        audioSeconds: speech.seconds,
        engine: engine.name,
        language,
        chunks: jobs.length,
        skipped,
        timings,
      };
    } finally {
      place?.leave();
    }
  }

  #select(utterance: Utterance): Engine {
    const selection = this.#options.engines.select(utterance.kind);
    if (selection.kind === 'speaks') return selection.engine;
    if (selection.kind === 'cannot') throw new ApiError(409, selection.reason);
    throw new ApiError(503, selection.reason, { headers: { 'retry-after': selection.retryAfter } });
  }

  #scheduler(engine: Engine): ChunkScheduler {
    const scheduler = this.#schedulers.get(engine);
    if (!scheduler) throw new Error(`No scheduler for ${engine.name}.`);
    return scheduler;
  }

  /** The refusal of a full queue, with a guess of when it will have moved on. */
  #full(engine: Engine): ApiError {
    const { chunksLeft } = this.#scheduler(engine);
    const seconds = (chunksLeft * this.#options.metrics.meanChunkSeconds(engine.name)) / engine.capabilities.parallel;
    const retryAfter = Math.max(1, Math.min(60, Math.ceil(seconds / 2)));
    return new ApiError(429, 'The queue is full; try again later.', { headers: { 'retry-after': retryAfter } });
  }

  async #run(engine: Engine, jobs: ReturnType<typeof jobsOf>, signal: AbortSignal): Promise<Spoken> {
    try {
      return await this.#scheduler(engine).run(jobs, signal);
    } catch (error) {
      if (error instanceof EngineLostError) {
        const sentence = 'The engine stopped while it was speaking; it is coming back.';
        throw new ApiError(503, sentence, { headers: { 'retry-after': 1 }, cause: error });
      }
      if (error instanceof EngineError) throw new ApiError(409, error.message, { cause: error });
      throw error;
    }
  }

  async #join(chunks: readonly Chunk[], { outcomes }: Spoken, speed: number, signal: AbortSignal) {
    const pieces = outcomes.flatMap((outcome, index) => {
      if (outcome.kind === 'skipped') return [];
      const { samples, sampleRate } = outcome.chunk;
      if (sampleRate !== OUTPUT_SAMPLE_RATE) throw new Error(`An engine spoke at ${sampleRate} Hz.`);
      return [{ samples, pauseAfter: pauseSeconds(chunks[index]?.pauseAfter ?? 'none', speed) }];
    });
    if (pieces.length === 0) {
      const reasons = new Set(outcomes.map((outcome) => (outcome.kind === 'skipped' ? outcome.reason : '')));
      throw new ApiError(500, 'Every chunk failed.', { cause: new Error([...reasons].join(' ')) });
    }
    const speech = await this.#options.background.finish(pieces, signal);
    if (speech.seconds > 0) return speech;
    throw new ApiError(400, 'Nothing is left to say.', {
      details: ['input has nothing in it that the voice can pronounce.'],
    });
  }
}
