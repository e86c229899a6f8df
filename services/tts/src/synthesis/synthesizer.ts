import { createHash, randomInt } from 'node:crypto';
import { ApiError } from '@ownvoice/shared';
import { type LanguageCode, MAX_PAUSES_SECONDS, MAX_SPOKEN_CHARACTERS } from '@ownvoice/shared/contract';
import { followsInstructions } from '@ownvoice/shared/contract/models';
import {
  type EncodedVoice,
  type EngineCapabilities,
  EngineError,
  type EngineName,
  type ReferenceAudio,
  type SpokenChunk,
  type SynthesisJob,
  speechSeconds,
  type VoiceSource,
} from '../engines/engine.js';
import { type Engine, type Selection, type Supervisor, untilReady } from '../engines/supervisor.js';
import { apiError, errorOf } from '../errors.js';
import { RecentlyUsed } from '../recently-used.js';
import { Semaphore } from '../semaphore.js';
import type { Chunk } from '../text/index.js';
import type { SpeechKind } from '../voices/voices.js';
import { withinTime } from '../within-time.js';
import type { Admission, Permit } from './admit.js';
import type { WorkerPool } from './prepare.js';
import { ChunkScheduler, type SchedulerEvents } from './schedule.js';
import {
  kindOf,
  languageLabel,
  type SpeakableText,
  type SpeechRequest,
  speakerOf,
  speakerOfChunk,
  synthesisJobs,
  type TextRequest,
  voicesOf,
} from './speech-request.js';
import { estimatedSeconds, streamSpeech } from './stream.js';

/** A whole response, with what its headers report. Its audio is kept until `wav` is closed. */
export type Speech = Awaited<ReturnType<Synthesizer['speak']>>;

interface SynthesisMetrics {
  schedulerEvents(engine: EngineName): SchedulerEvents;
  /** What clones a recording needs its encoding. */
  recordingUsed(isCached: boolean): void;
  /** `busySeconds`: without the time in the queue; `isBuiltIn`: by the built-in voice, perhaps of another service. */
  responseCompleted(engine: EngineName, audioSeconds: number, busySeconds: number, isBuiltIn: boolean): void;
}

export interface SynthesizerOptions {
  readonly engines: Pick<Supervisor, 'all' | 'current' | 'select'>;
  readonly workerPool: WorkerPool;
  /** Prepares the texts of background work, which take seconds. */
  readonly backgroundPool: WorkerPool;
  readonly metrics: SynthesisMetrics;
  readonly admission: Admission;
  readonly chunkTimeoutMs: number;
  readonly restartTimeoutMs: number;
}

const MAX_RETRY_AFTER_SECONDS = 60;
const RETRY_WHILE_WAKING = 10;
/** Encodings of recordings in memory; the largest takes 70 kB. */
const CACHED_ENCODINGS = 256;
/** Twelve seconds of audio take about 5 s on a slow machine. */
const ENCODING_TIMEOUT_MS = 30_000;

const TOO_LONG = {
  pauses: { code: 'too_many_pauses', parameters: { limit: MAX_PAUSES_SECONDS } },
  pronunciations: { code: 'too_long_pronounced', parameters: { limit: MAX_SPOKEN_CHARACTERS } },
} as const;

/** 32 bits of a seed that may be any integer. */
const seedBits = (seed: number) => createHash('sha256').update(String(seed)).digest().readUInt32LE(0);

/** The built-in voice, which is no variant, reads instructions. */
const takesInstruct = ({ variant }: EngineCapabilities) => variant === null || followsInstructions(variant);

function ignoredOf({ voice, seed, instruct }: SpeechRequest, capabilities: EngineCapabilities): string[] {
  const ignored: string[] = [];
  if (instruct && (voice.kind !== 'speech' || !takesInstruct(capabilities))) ignored.push('instruct');
  if (seed !== undefined && capabilities.ignoresSeed) ignored.push('seed');
  return ignored;
}

/**
 * The path of a request through its five stations: admit, prepare, schedule, engine, stream.
 *
 * Whoever is turned away is turned away in the order of 400, 409, 429 and 503.
 */
export class Synthesizer {
  readonly #schedulers: ReadonlyMap<Engine, ChunkScheduler>;
  /** Each takes the whole machine for seconds. */
  readonly #encoding = new Semaphore(1);
  readonly #encodings = new RecentlyUsed<EncodedVoice>(CACHED_ENCODINGS);

  constructor(private readonly options: SynthesizerOptions) {
    const { engines, chunkTimeoutMs, restartTimeoutMs, metrics, admission } = options;
    const room = { hasRoom: () => !admission.full, isCrowded: () => admission.isCrowded };
    this.#schedulers = new Map(
      engines.all.map((engine) => {
        const events = metrics.schedulerEvents(engine.name);
        return [engine, new ChunkScheduler({ engine, chunkTimeoutMs, restartTimeoutMs, events, ...room })];
      }),
    );
  }

  get queue(): { waiting: number; running: number; limit: number } {
    const { requests, limits } = this.options.admission;
    const active = [...this.#schedulers.values()].reduce((sum, { running }) => sum + running, 0);
    return { waiting: requests - active, running: active, limit: limits.all.requests };
  }

  /** Until all speech that was admitted is made, at the measured speed. */
  get backlogSeconds(): number {
    return [...this.#schedulers.values()].reduce((sum, { backlogSeconds }) => sum + backlogSeconds, 0);
  }

  /** Seconds of work for a second of speech: of the model, or of the built-in voice where that alone has spoken. */
  get realTimeFactor(): number | undefined {
    return this.options.engines.all.map((engine) => this.#scheduler(engine).realTimeFactor).find((known) => known);
  }

  /** For a graceful shutdown: the oldest requests first. */
  finishInOrder(): void {
    for (const scheduler of this.#schedulers.values()) scheduler.finishInOrder();
  }

  /**
   * Sanitises a text and cuts it into the chunks that would be synthesized.
   *
   * @throws ApiError 400 when nothing is left to say; 429 when too many previews run
   */
  async preview(text: TextRequest, signal: AbortSignal): Promise<SpeakableText> {
    using permit = this.options.admission.permit();
    if (!permit.add({ previews: 1 })) throw apiError('too_many_previews', { headers: { 'retry-after': 1 } });
    return await this.#prepare(text, this.options.engines.current, signal);
  }

  /**
   * Sanitises the text of a request for speech and cuts it into its chunks, without a place in the queue.
   *
   * @throws ApiError 400, 409, 429 or 503
   */
  async cut(request: SpeechRequest, signal: AbortSignal): Promise<SpeakableText> {
    using permit = this.options.admission.permit();
    const selection = this.#select(request);
    const text = await this.#prepareSpeech(request, selection, permit, signal);
    engineOf(selection);
    return text;
  }

  /**
   * Synthesizes the response to one request.
   *
   * @param gone fires when the client has gone or the service is closing; computation stops
   * @param client who shares places and turns with the others: an address or a user
   * @throws ApiError 400, 409, 429, 500 or 503
   */
  async speak(request: SpeechRequest, gone: AbortSignal, client: string) {
    const { admission, metrics } = this.options;
    const startedAt = performance.now();
    // Chosen once: the text is cut for the engine that speaks it.
    const selection = this.#select(request);
    const ended = new AbortController();
    const { signal } = ended;
    const permit = admission.permit(client, () => ended.abort(this.#full(selection)));
    const leave = () => ended.abort(gone.reason);
    gone.addEventListener('abort', leave, { once: true });
    if (gone.aborted) leave();
    try {
      using _held = selection.kind === 'engine' ? selection.engine.hold() : undefined;
      const text = await this.#prepareSpeech(request, selection, permit, signal);
      const references = await referencesOf(request, text, selection);
      const preparedAt = performance.now();
      const engine = this.#admit(selection, permit, estimatedSeconds(text, request.speed));
      const seed = request.seed === undefined ? randomInt(2 ** 32) : seedBits(request.seed);
      const jobs = synthesisJobs(request, text, await this.#sourcesOf(request, references, engine, signal), seed);
      const { chunks, waitedSeconds } = await this.#scheduler(engine)
        .run(jobs, signal, {
          client,
          onStart: () => permit.start(),
          onChunk: (chunk) => permit.keep(speechSeconds(chunk)),
        })
        .catch(inClientTerms);
      permit.release('requests');
      const synthesizedAt = performance.now();
      const stream = streamSpeech(text, chunks, request, gone);
      stream.audio.once('close', () => this.#release(permit));
      const queue = waitedSeconds * 1000;
      const busy = (performance.now() - startedAt - queue) / 1000;
      const isBuiltIn = engine.capabilities.variant === null;
      metrics.responseCompleted(engine.name, stream.audioSeconds, busy, isBuiltIn);
      return {
        ...stream,
        engine: engine.name,
        isBuiltIn,
        text,
        language: languageLabel(text.language),
        /** ISO 639-1, when the text is in none of the ten languages. */
        detectedLanguage: text.detectedLanguage,
        /** Indexes of the chunks that failed, from 0. */
        skipped: chunks.flatMap(({ skipped }, index) => (skipped ? [index] : [])),
        /** Indexes of the chunks that may not be what their text says. */
        doubtful: chunks.flatMap(({ doubt }, index) => (doubt ? [index] : [])),
        /** What was asked for and the engine does not follow. */
        ignored: ignoredOf(request, engine.capabilities),
        /** In ms, for `Server-Timing`. */
        timings: {
          text: preparedAt - startedAt,
          queue,
          synthesis: synthesizedAt - preparedAt - queue,
          join: performance.now() - synthesizedAt,
        },
      };
    } catch (error) {
      this.#release(permit);
      throw error;
    } finally {
      gone.removeEventListener('abort', leave);
    }
  }

  /**
   * Speaks one chunk that another service has cut, and leaves it as the engine made it.
   *
   * @param client as of `speak`
   * @param onStart called when the engine starts on it, and on each half of it
   * @throws ApiError 409, 429, 500 or 503
   */
  async speakChunk(
    job: SynthesisJob,
    signal: AbortSignal,
    { client, onStart }: { readonly client: string; readonly onStart: () => void },
  ): Promise<SpokenChunk> {
    const { engines, metrics } = this.options;
    using permit = this.options.admission.permit();
    const selection = engines.select(job.voice.kind, speakerOf(job.voice));
    const engine = this.#admit(selection, permit, job.estimatedSeconds / job.speed);
    using _held = engine.hold();
    const startedAt = performance.now();
    let spoken: SpokenChunk = { speech: null };
    const onChunk = (chunk: SpokenChunk) => {
      spoken = chunk;
    };
    const { isBackground = false } = job;
    const { waitedSeconds } = await this.#scheduler(engine)
      .run([job], signal, { client, isBackground, onChunk, onChunkStart: onStart })
      .catch(inClientTerms);
    const { skipped } = spoken;
    if (skipped) throw apiError('every_chunk_failed', { cause: new Error(skipped.reason) });
    const seconds = (performance.now() - startedAt) / 1000 - waitedSeconds;
    const isBuiltIn = engine.capabilities.variant === null;
    if (spoken.speech) metrics.responseCompleted(engine.name, speechSeconds(spoken), seconds, isBuiltIn);
    return spoken;
  }

  /**
   * Sanitises a text of background work and cuts it into its chunks, as `cut` does, behind all other texts of its kind.
   *
   * @param engine the one that will speak it; absent: the one that would now
   * @param field the place of the text in its request, for errors
   * @throws ApiError 400
   */
  cutInBackground(
    request: SpeechRequest,
    signal: AbortSignal,
    { engine, field }: { readonly engine?: Engine; readonly field?: string } = {},
  ): Promise<SpeakableText> {
    const { backgroundPool } = this.options;
    const selection = this.#select(request);
    const now = selection.kind === 'engine' ? selection.engine : undefined;
    return this.#prepare(request, engine ?? now, signal, backgroundPool, field);
  }

  /**
   * Speaks chunks of a request while nobody else wants the engine.
   *
   * @param wanted indexes of chunks
   * @param onChunk called with each chunk as soon as it is there, in any order
   * @throws ApiError 409 for a voice that the model cannot use; EngineError when the engine does not come back; the signal's reason
   */
  async speakInBackground(
    request: SpeechRequest & { readonly seed: number; readonly rank: number },
    text: SpeakableText,
    wanted: readonly number[],
    engine: Engine,
    signal: AbortSignal,
    onChunk: (chunk: SpokenChunk, index: number) => void,
  ): Promise<void> {
    const references = await referencesOf(request, text, { kind: 'engine', engine });
    const sources = await this.#sourcesOf(request, references, engine, signal);
    const all = synthesisJobs(request, text, sources, seedBits(request.seed));
    const jobs = wanted.flatMap((index) => (all[index] ? { ...all[index], isBackground: true as const } : []));
    await this.#scheduler(engine).run(jobs, signal, {
      isBackground: true,
      rank: request.rank,
      onChunk: (chunk, at) => onChunk(chunk, wanted[at] ?? 0),
    });
  }

  /**
   * Encodes a recording, so that its voice can be kept.
   *
   * @returns what the model makes of it, and which model that is
   * @throws ApiError 409, 429, 500 or 503
   */
  async encode(
    reference: ReferenceAudio,
    signal: AbortSignal,
  ): Promise<{ readonly encoding: EncodedVoice; readonly model: EngineCapabilities }> {
    using permit = this.options.admission.permit();
    const engine = this.#admit(this.options.engines.select('clone'), permit, 0);
    using _held = engine.hold();
    return { encoding: await this.#encode(engine, reference, signal), model: engine.capabilities };
  }

  /** The language of a text; undefined when it cannot be told. @throws ApiError 429 when too many texts wait */
  async languageOf(text: string, signal: AbortSignal): Promise<LanguageCode | undefined> {
    using permit = this.options.admission.permit();
    if (!permit.add({ texts: 1 })) throw this.#full(this.options.engines.select('clone'));
    return await this.options.workerPool.languageOf(text, signal);
  }

  /** Rejects a request of a kind that the configured variant does not serve, or for a voice that it lacks. @throws ApiError 409 */
  expect(kind: SpeechKind, speaker?: string): void {
    const selection = this.options.engines.select(kind, speaker);
    if (selection.kind === 'unsupported') throw errorOf(selection.reason);
  }

  /** Rejects a request that nobody would answer now. @throws ApiError 409 or 503 */
  expectEngine(request: SpeechRequest): void {
    engineOf(this.#select(request));
  }

  /** The engine for all voices of a request, or why one of them cannot be spoken. */
  #select(request: SpeechRequest): Selection {
    const [selection, ...others] = [request, ...(request.voices?.values() ?? [])].map(({ voice }) =>
      this.options.engines.select(kindOf(voice), speakerOf(voice)),
    ) as [Selection, ...Selection[]];
    return others.find(({ kind }) => kind === 'unsupported') ?? selection;
  }

  /** Prepares the text of a request for speech; those that wait for it are bounded too. */
  async #prepareSpeech(
    request: SpeechRequest,
    selection: Selection,
    permit: Permit,
    signal: AbortSignal,
  ): Promise<SpeakableText> {
    if (!permit.add({ texts: 1 })) throw this.#full(selection);
    const text = await this.#prepare(request, selection.kind === 'engine' ? selection.engine : undefined, signal);
    permit.release('texts');
    return text;
  }

  async #prepare(
    request: TextRequest,
    engine: Engine | undefined,
    signal: AbortSignal,
    pool = this.options.workerPool,
    field = 'input',
  ): Promise<SpeakableText> {
    const { input, seed, language, voiceLanguage, pronunciations, normalize, asItIs, voices } = request;
    const plan = seed === undefined ? engine?.capabilities : engine?.capabilities.seeded;
    const maxSeconds = plan?.maxChunkSeconds;
    const voiceTags = voices !== undefined;
    const options = { language, voiceLanguage, maxSeconds, pronunciations, normalize, asItIs, voiceTags };
    const prepared = await pool.prepare(input, options, signal);
    if (prepared.kind === 'speakable') return prepared;
    throw prepared.kind === 'too-long'
      ? ApiError.invalid([{ field, ...TOO_LONG[prepared.why] }], 'text_too_long')
      : ApiError.invalid([{ field, code: 'nothing_to_speak' }], 'nothing_to_speak');
  }

  #admit(selection: Selection, permit: Permit, audioSeconds: number): Engine {
    if (selection.kind !== 'unsupported' && !permit.add({ requests: 1, audioSeconds })) throw this.#full(selection);
    return engineOf(selection);
  }

  /** Back-pressure, with an estimate of when half of the queue is done. */
  #full(selection: Selection): ApiError {
    if (selection.kind === 'unsupported') return errorOf(selection.reason);
    if (selection.kind === 'engine' && selection.engine.state.kind === 'asleep')
      return apiError('waking_and_full', { headers: { 'retry-after': RETRY_WHILE_WAKING } });
    const backlog = selection.kind === 'engine' ? this.#scheduler(selection.engine).backlogSeconds : 0;
    const retryAfter = Math.max(1, Math.min(MAX_RETRY_AFTER_SECONDS, Math.ceil(backlog / 2)));
    return apiError('queue_full', { headers: { 'retry-after': retryAfter } });
  }

  /** Requests that waited for memory go on. */
  #release(permit: Permit): void {
    permit.release();
    for (const scheduler of this.#schedulers.values()) scheduler.dispatch();
  }

  #scheduler(engine: Engine): ChunkScheduler {
    const scheduler = this.#schedulers.get(engine);
    if (!scheduler) throw new Error(`No scheduler for ${engine.name}.`);
    return scheduler;
  }

  async #sourcesOf(
    request: SpeechRequest,
    references: References,
    engine: Engine,
    signal: AbortSignal,
  ): Promise<(chunk: Chunk) => VoiceSource> {
    const sources = new Map<SpeechRequest['voice'], VoiceSource>();
    for (const [voice, reference] of references)
      sources.set(voice, await this.#sourceOf(voice, reference, engine, signal));
    return (chunk) => sources.get(speakerOfChunk(request, chunk).voice) as VoiceSource;
  }

  /** A recording is encoded for the loaded model the first time that it is used. */
  async #sourceOf(
    voice: SpeechRequest['voice'],
    reference: ReferenceAudio | EncodedVoice | undefined,
    engine: Engine,
    signal: AbortSignal,
  ): Promise<VoiceSource> {
    if (voice.kind === 'speech' || voice.kind === 'design') return voice;
    if (!reference) throw new Error('An engine was selected without a reference.');
    if (!('samples' in reference) || engine.capabilities.clonesOnly) return { kind: 'clone', reference };
    const encoding = await this.#encode(engine, reference, signal);
    if (voice.kind === 'library') await voice.keep(encoding, engine.capabilities);
    return { kind: 'clone', reference: encoding };
  }

  async #encode(engine: Engine, reference: ReferenceAudio, signal: AbortSignal): Promise<EncodedVoice> {
    const keyNow = () => JSON.stringify([engine.capabilities.checkpoint, reference.hash, reference.text]);
    const known = this.#encodings.get(keyNow());
    this.options.metrics.recordingUsed(known !== undefined);
    if (known) return known;
    let allowed = signal;
    try {
      return await this.#encoding.run(async () => {
        await untilReady(engine, this.options.restartTimeoutMs, signal);
        const encoding = await withinTime(signal, ENCODING_TIMEOUT_MS, (inTime) => {
          allowed = inTime;
          return engine.encode(reference, { signal: inTime, onStart: () => {} });
        });
        this.#encodings.set(keyNow(), encoding);
        return encoding;
      }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (allowed.aborted) throw apiError('encoding_timed_out', { cause: error });
      return inClientTerms(error);
    }
  }
}

type References = ReadonlyMap<SpeechRequest['voice'], ReferenceAudio | EncodedVoice | undefined>;

/** What the voices of a text are cloned from, before there is room for its request. @throws ApiError 409 when the model cannot use one */
async function referencesOf(request: SpeechRequest, text: SpeakableText, selection: Selection): Promise<References> {
  const references = new Map<SpeechRequest['voice'], ReferenceAudio | EncodedVoice | undefined>();
  for (const voice of voicesOf(request, text)) {
    const isStored = voice.kind === 'library' && selection.kind === 'engine';
    const stored = isStored ? await voice.referenceFor(selection.engine.capabilities) : undefined;
    references.set(voice, voice.kind === 'clone' ? voice.reference : stored);
  }
  return references;
}

/** @throws ApiError 409 or 503 */
function engineOf(selection: Selection): Engine {
  if (selection.kind === 'engine') return selection.engine;
  if (selection.kind === 'unsupported') throw errorOf(selection.reason);
  const { reason, retryAfter, lasts } = selection;
  // The official clients wait for `Retry-After` in silence, up to twice, unless `x-should-retry` is false.
  const headers = { 'retry-after': retryAfter, ...(lasts && { 'x-should-retry': 'false' }) };
  throw errorOf(reason, { headers });
}

/** @throws ApiError 409 for what no engine of this kind can do, 500 for a recording, else 503; what is no fault of an engine */
function inClientTerms(error: unknown): never {
  if (!(error instanceof EngineError)) throw error;
  if (error.kind === 'unsupported') throw apiError('unsupported', { cause: error });
  // Chunks that fail are skipped.
  if (error.kind === 'failed') throw apiError('encoding_failed', { cause: error });
  throw apiError('engine_lost', { headers: { 'retry-after': 1 }, cause: error });
}
