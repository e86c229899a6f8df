import { createHash, randomInt } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { encodeWav, type JoinedSpeech, joinPacked, type PackedPiece, wavBytes } from '@ownvoice/audio';
import { ApiError } from '@ownvoice/shared';
import { MAX_PAUSES_SECONDS, MAX_SPOKEN_CHARACTERS, numberText } from '@ownvoice/shared/contract';
import { LANGUAGE_NAMES, type Language, type LanguageCode } from '@ownvoice/shared/contract/languages';
import {
  type EncodedVoice,
  type Engine,
  type EngineCapabilities,
  EngineError,
  type EngineName,
  type ReferenceAudio,
  type VoiceSource,
} from '../engines/engine.js';
import type { Engines, Selection } from '../engines/selection.js';
import { untilReady } from '../engines/until-ready.js';
import type { ChunkContext } from '../options.js';
import { Turns } from '../reference-audio/turns.js';
import type { PreparedText } from '../text/index.js';
import type { SpeechKind } from '../voices/models.js';
import { Admission, type AdmissionLimits, type Place } from './admission.js';
import { pauseAfterChunk } from './chunk-pause.js';
import { ChunkScheduler, EngineLostError, type SchedulerEvents, type SynthesisResult } from './chunk-scheduler.js';
import { kindOf, type SpeechRequest, synthesisJobs, type TextRequest } from './speech-request.js';
import type { ChunkTimes } from './subtitles.js';
import type { WorkerPool } from './worker-pool.js';

/** A whole answer, with what its headers report. */
export interface Speech extends ChunkTimes {
  /** A complete RIFF/WAVE file, put together as it is read. */
  readonly wav: Readable;
  /** Its size. */
  readonly wavBytes: number;
  readonly engine: EngineName;
  /** What was spoken. */
  readonly text: SpeakableText;
  readonly language: Language;
  /** ISO 639-1, when the text is in none of the ten languages. */
  readonly detectedLanguage: string | undefined;
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
  readonly chunkContext: ChunkContext;
}

/** A preview takes milliseconds in the worker pool; a flood of them must not delay speech. */
const MAX_PREVIEWS = 64;
/** Texts that wait to be prepared, at least; otherwise twice as many as the queue takes, so that it can always fill. */
const MIN_TEXTS = 64;
/** The sample rate of every answer, in Hz. */
const OUTPUT_SAMPLE_RATE = 24_000;
const MAX_RETRY_AFTER_SECONDS = 60;
const RETRY_WHILE_WAKING = 10;
/** A minute of audio takes about 20 s on a slow machine. */
const ENCODING_TIMEOUT_MS = 120_000;

const NOTHING_TO_SAY =
  'input has nothing in it that can be spoken once marks, symbols and stage directions are removed.';
const TOO_LONG = {
  pauses: `input has more than ${MAX_PAUSES_SECONDS} seconds of pauses.`,
  pronunciations: `input is longer than ${numberText(MAX_SPOKEN_CHARACTERS)} characters with its pronunciations.`,
} as const;

export type SpeakableText = Extract<PreparedText, { kind: 'speakable' }>;

/** 32 bits of a seed that may be any integer. */
const seedBits = (seed: number) => createHash('sha256').update(String(seed)).digest().readUInt32LE(0);

/** From a request to a WAV file: prepare the text, wait for a turn, synthesise the chunks, join their audio. */
export class Synthesizer {
  readonly #options: SynthesizerOptions;
  readonly #admission: Admission;
  readonly #previews = new Admission({ requests: MAX_PREVIEWS, audioSeconds: 0 });
  readonly #texts: Admission;
  readonly #schedulers: ReadonlyMap<Engine, ChunkScheduler>;
  /** Each takes the whole machine for seconds. */
  readonly #encodings = new Turns(1);

  constructor(options: SynthesizerOptions) {
    this.#options = options;
    const { engines, chunkTimeoutMs, restartTimeoutMs, metrics, limits } = options;
    this.#admission = new Admission(limits, () => {
      for (const scheduler of this.#schedulers.values()) scheduler.resume();
    });
    this.#texts = new Admission({ requests: Math.max(MIN_TEXTS, 2 * limits.requests), audioSeconds: 0 });
    const hasRoom = () => !this.#admission.full;
    this.#schedulers = new Map(
      engines.all.map((engine) => {
        const events = metrics.schedulerEvents(engine.name);
        return [engine, new ChunkScheduler({ engine, chunkTimeoutMs, restartTimeoutMs, events, hasRoom })];
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
   * Sanitises the text of a request for speech and cuts it into its chunks, without a place in the queue.
   *
   * @throws ApiError 400, 409, 429 or 503
   */
  async cut(request: SpeechRequest, signal: AbortSignal): Promise<SpeakableText> {
    const selection = this.#options.engines.select(kindOf(request.voice));
    const text = await this.#prepareInTurn(request, selection, signal);
    if (selection.kind === 'engine') return text;
    throw selection.kind === 'unsupported' ? this.#refusal(selection) : unavailable(selection);
  }

  /** Synthesises a request for its times alone. @throws as {@link speak} */
  async time(request: SpeechRequest, signal: AbortSignal): Promise<Omit<Speech, 'wav'>> {
    const speech = await this.speak(request, signal);
    // Its audio is not wanted; the place in memory goes with it.
    speech.wav.destroy();
    return speech;
  }

  /**
   * Synthesises the answer to one request. Its audio is kept until `wav` is closed.
   *
   * @param signal fires when the client has gone or the service is closing; computation stops
   * @throws ApiError 400, 409, 429, 500 or 503
   */
  async speak(request: SpeechRequest, signal: AbortSignal): Promise<Speech> {
    const startedAt = performance.now();
    // Chosen once: the text is cut for the engine that speaks it.
    const selection = this.#options.engines.select(kindOf(request.voice));
    const text = await this.#prepareInTurn(request, selection, signal);
    const stored = selection.kind === 'engine' ? await this.#sourceOf(request.voice, selection.engine) : undefined;
    const preparedAt = performance.now();
    const { place, engine } = this.#enter(selection, secondsOf(text, request.speed));
    try {
      const voice = stored && (await this.#encoded(request.voice, stored, engine, signal));
      if (!voice) throw new Error('An engine was selected without a voice.');
      const language = LANGUAGE_NAMES[text.language];
      const seed = request.seed === undefined ? randomInt(2 ** 32) : seedBits(request.seed);
      const jobs = synthesisJobs(request, voice, text.chunks, language, seed, this.#options.chunkContext);
      const result = await this.#run(engine, jobs, place, signal);
      place.synthesized();
      const synthesizedAt = performance.now();
      const joined = join(text, result, request.speed);
      signal.throwIfAborted();
      const audioSeconds = joined.length / OUTPUT_SAMPLE_RATE;
      const queue = result.waitedSeconds * 1000;
      this.#options.metrics.answerCompleted(engine.name, audioSeconds, (performance.now() - startedAt - queue) / 1000);
      const wav = addAbortSignal(signal, Readable.from(inTurns(joined), { objectMode: false }));
      wav.once('close', () => place.leave());
      return {
        wav,
        wavBytes: wavBytes(joined.length),
        audioSeconds,
        engine: engine.name,
        text,
        language,
        detectedLanguage: text.detectedLanguage,
        chunkStarts: joined.starts.map((start) => start / OUTPUT_SAMPLE_RATE),
        skipped: result.outcomes.flatMap((outcome, index) => (outcome.kind === 'skipped' ? [index] : [])),
        timings: {
          text: preparedAt - startedAt,
          queue,
          synthesis: synthesizedAt - preparedAt - queue,
          join: performance.now() - synthesizedAt,
        },
      };
    } catch (error) {
      place.leave();
      throw error;
    }
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
    const { place, engine } = this.#enter(this.#options.engines.select('clone'), 0);
    try {
      const encoding = await this.#encode(engine, reference, signal);
      return { encoding, model: engine.capabilities };
    } finally {
      place.leave();
    }
  }

  /** The language of a transcript; undefined when it cannot be told. @throws ApiError 429 when too many texts wait */
  async languageOf(text: string | undefined, signal: AbortSignal): Promise<LanguageCode | undefined> {
    if (text === undefined) return undefined;
    const turn = this.#texts.enter(0);
    if (!turn) throw this.#refusal(this.#options.engines.select('clone'));
    try {
      return await this.#options.workerPool.languageOf(text, signal);
    } finally {
      turn.leave();
    }
  }

  /** Refuses a request of a kind that the configured variant does not serve. @throws ApiError 409 */
  expect(kind: SpeechKind): void {
    const selection = this.#options.engines.select(kind);
    if (selection.kind === 'unsupported') throw this.#refusal(selection);
  }

  /** What is known of a voice before there is a place for its request. @throws ApiError 409 when the model cannot use it */
  async #sourceOf(voice: SpeechRequest['voice'], { capabilities }: Engine): Promise<VoiceSource> {
    if (voice.kind !== 'library') return voice;
    return { kind: 'clone', reference: await voice.referenceFor(capabilities) };
  }

  /** A recording of the library is encoded for the loaded model the first time that it is used. */
  async #encoded(
    voice: SpeechRequest['voice'],
    source: VoiceSource,
    engine: Engine,
    signal: AbortSignal,
  ): Promise<VoiceSource> {
    if (voice.kind !== 'library' || source.kind !== 'clone' || !('samples' in source.reference)) return source;
    const reference = await this.#encode(engine, source.reference, signal);
    await voice.keep(reference, engine.capabilities);
    return { kind: 'clone', reference };
  }

  async #encode(engine: Engine, reference: ReferenceAudio, signal: AbortSignal): Promise<EncodedVoice> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(ENCODING_TIMEOUT_MS)]);
    try {
      return await this.#encodings.run(async () => {
        await untilReady(engine, this.#options.restartTimeoutMs, inTime);
        return await engine.encode(reference, { signal: inTime, onStart: () => {} });
      }, inTime);
    } catch (error) {
      signal.throwIfAborted();
      if (inTime.aborted) throw new ApiError(500, 'The recording took too long to encode.', { cause: error });
      if (error instanceof EngineError && error.kind === 'failed')
        throw new ApiError(500, 'The recording could not be encoded.', { cause: error });
      if (error instanceof EngineError && error.kind !== 'unsupported') throw engineLost(error);
      throw inClientTerms(error);
    }
  }

  /** Prepares the text of a request for speech. Texts that wait to be prepared are bounded too. */
  async #prepareInTurn(request: SpeechRequest, selection: Selection, signal: AbortSignal): Promise<SpeakableText> {
    const turn = this.#texts.enter(0);
    if (!turn) throw this.#refusal(selection);
    try {
      const capabilities = selection.kind === 'engine' ? selection.engine.capabilities : undefined;
      return await this.#prepare(request, capabilities, signal);
    } finally {
      turn.leave();
    }
  }

  /** @throws ApiError in the order 409, 429, 503; every 400 comes before */
  #enter(selection: Selection, seconds: number): { place: Place; engine: Engine } {
    if (selection.kind === 'unsupported') throw this.#refusal(selection);
    const place = this.#admission.enter(seconds);
    if (!place && selection.kind === 'engine' && selection.engine.state.kind === 'asleep')
      throw new ApiError(503, 'The model is being loaded again, and the queue is full.', {
        headers: { 'retry-after': RETRY_WHILE_WAKING },
      });
    if (!place) throw this.#refusal(selection);
    if (selection.kind === 'engine') return { place, engine: selection.engine };
    place.leave();
    throw unavailable(selection);
  }

  async #prepare(
    { input, language, voiceLanguage, seed, pronunciations }: TextRequest,
    capabilities: EngineCapabilities | undefined,
    signal: AbortSignal,
  ): Promise<SpeakableText> {
    const plan = seed === undefined ? capabilities : capabilities?.seeded;
    const options = { language, voiceLanguage, maxSeconds: plan?.maxChunkSeconds, pronunciations };
    const prepared = await this.#options.workerPool.prepare(input, options, signal);
    if (prepared.kind === 'speakable') return prepared;
    throw ApiError.invalid([prepared.kind === 'too-long' ? TOO_LONG[prepared.why] : NOTHING_TO_SAY]);
  }

  #scheduler(engine: Engine): ChunkScheduler {
    const scheduler = this.#schedulers.get(engine);
    if (!scheduler) throw new Error(`No scheduler for ${engine.name}.`);
    return scheduler;
  }

  /** Back-pressure: why there is no place for a request, with an estimate of when half of the queue is done. */
  #refusal(selection: Selection): ApiError {
    if (selection.kind === 'unsupported') return new ApiError(409, selection.reason);
    const backlog = selection.kind === 'engine' ? this.#scheduler(selection.engine).backlogSeconds : 0;
    const seconds = Math.ceil(backlog / 2);
    const retryAfter = Math.max(1, Math.min(MAX_RETRY_AFTER_SECONDS, seconds));
    return new ApiError(429, 'The queue is full; try again later.', { headers: { 'retry-after': retryAfter } });
  }

  async #run(
    engine: Engine,
    jobs: ReturnType<typeof synthesisJobs>,
    place: Place,
    signal: AbortSignal,
  ): Promise<SynthesisResult> {
    try {
      return await this.#scheduler(engine).run(jobs, signal, (seconds) => place.keep(seconds));
    } catch (error) {
      if (error instanceof EngineLostError) throw engineLost(error);
      throw inClientTerms(error);
    }
  }
}

const engineLost = (cause: Error) =>
  new ApiError(503, 'The engine stopped during the request; it is being started again.', {
    headers: { 'retry-after': 1 },
    cause,
  });

/** What no engine of this kind can do is a 409. */
const inClientTerms = (error: unknown) =>
  error instanceof EngineError ? new ApiError(409, error.message, { cause: error }) : error;

/** The official clients wait for `Retry-After` in silence, up to twice, unless `x-should-retry` is false. */
const unavailable = ({ reason, retryAfter, lasts }: Extract<Selection, { kind: 'unavailable' }>) =>
  new ApiError(503, reason, {
    headers: { 'retry-after': retryAfter, ...(lasts && { 'x-should-retry': 'false' }) },
  });

/** Estimated seconds of audio, pauses included. */
function secondsOf({ chunks, silence }: SpeakableText, speed: number): number {
  return chunks.reduce(
    (sum, chunk) => sum + chunk.estimatedSeconds / speed + pauseAfterChunk(chunk, speed),
    silence.before + silence.after,
  );
}

/** @throws ApiError 400 or 500 when nothing is there to be heard */
function join(text: SpeakableText, { outcomes }: SynthesisResult, speed: number): JoinedSpeech {
  if (outcomes.every(({ kind }) => kind === 'skipped')) {
    const reasons = new Set(outcomes.map((outcome) => (outcome.kind === 'skipped' ? outcome.reason : '')));
    throw new ApiError(500, 'Every chunk failed.', { cause: new Error([...reasons].join(' ')) });
  }
  const pieces = text.chunks.map((chunk, index): PackedPiece => {
    const outcome = outcomes[index];
    if (outcome?.kind === 'completed' && outcome.audio.sampleRate !== OUTPUT_SAMPLE_RATE) {
      throw new Error(`The engine answered at ${outcome.audio.sampleRate} Hz.`);
    }
    const speech = outcome?.kind === 'completed' ? outcome.audio.speech : null;
    return { speech, pauseAfter: pauseAfterChunk(chunk, speed), isPauseKept: chunk.silenceAfter !== undefined };
  });
  const joined = joinPacked(pieces, OUTPUT_SAMPLE_RATE, text.silence);
  if (joined.length > 0) return joined;
  throw ApiError.invalid(['input has nothing in it that the voice can pronounce.']);
}

/** The bytes of the WAV file, a block in each turn of the event loop. */
async function* inTurns({ blocks, length }: JoinedSpeech): AsyncGenerator<Uint8Array> {
  for (const bytes of encodeWav(blocks, length, OUTPUT_SAMPLE_RATE)) {
    yield bytes;
    await setImmediate();
  }
}
