import { type ChildProcess, fork } from 'node:child_process';
import { type Message, message, textOf } from '../errors.js';
import {
  type EncodedVoice,
  type EngineCapabilities,
  EngineError,
  type EngineErrorKind,
  type EngineName,
  type EngineWork,
  type ReferenceAudio,
  type SpokenChunk,
  type SynthesisControl,
  type SynthesisJob,
  speechSeconds,
} from './engine.js';
import type { EngineCall, FromEngine, ToEngine } from './engine-host.js';
import type { EngineEvent } from './supervisor-machine.js';

/** `(fields, message)` by level, as pino has it. */
export type EngineLogger = Readonly<Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>>;

export interface EngineProcessOptions {
  readonly name: EngineName;
  /** The built entry file; it calls `serveEngine`. */
  readonly entry: URL;
  /** Passed to the entry's `load`; anything that structured cloning can copy. */
  readonly options: unknown;
  readonly logger: EngineLogger;
  readonly execArgv?: readonly string[];
  /** All environment variables of the process; those of this one when left out. */
  readonly environment?: NodeJS.ProcessEnv;
  /** How long the process may hold jobs without a sign of life, in ms. */
  readonly maxSilenceMs?: number;
}

/** Of a process that hangs. Longer than a chunk's 30 s: a chunk that makes it hang has timed out, and is not tried again. */
const MAX_SILENCE_MS = 35_000;

interface PendingJob {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: EngineError) => void;
  readonly onStart: () => void;
  readonly release: () => void;
  /** It stays until the process confirms that it stopped. */
  isCancelled: boolean;
}

/**
 * The process of an engine, and the jobs that it holds. With jobs it gives a sign of life each second, between two runs of the
 * model; one that is silent for long is killed, because nothing else ends a computation that hangs. A job that is cancelled
 * costs nothing but its own run.
 */
export class EngineProcess implements EngineWork {
  readonly #child: ChildProcess;
  readonly #jobs = new Map<number, PendingJob>();
  readonly #gone: Promise<void>;
  #capabilities: EngineCapabilities | undefined;
  #nextId = 1;
  #silenceTimer: NodeJS.Timeout | undefined;
  /** Set when a hang kills the process. */
  #killReason: Message | undefined;
  #isEnded = false;

  /** Forks the process, which begins to load. @param emit called until the process has exited, or was ended here */
  constructor(
    private readonly options: EngineProcessOptions,
    private readonly emit: (event: EngineEvent) => void,
  ) {
    const { entry, execArgv = [], environment, logger, name } = options;
    const child = fork(entry, {
      serialization: 'advanced',
      execArgv: [...execArgv],
      ...(environment && { env: environment }),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // In a process group of its own: a signal to the service's group does not reach it while it starts.
      detached: true,
    });
    this.#child = child;
    const log = (data: Buffer) => logger.warn({ engine: name, output: data.toString().trimEnd() }, 'engine output');
    child.stdout?.on('data', log);
    child.stderr?.on('data', log);
    child.on('message', (received: FromEngine) => this.#receive(received));
    child.on('error', (error) => logger.error({ engine: name, err: error }, 'engine process error'));
    child.on('exit', (code, signal) => this.#exited(signal ?? `code ${code}`, signal !== null));
    // One that hangs does not notice that this process ends.
    const killOnExit = () => child.kill('SIGKILL');
    process.once('exit', killOnExit);
    this.#gone = new Promise((resolve) => {
      child.once('exit', () => {
        process.off('exit', killOnExit);
        resolve();
      });
    });
    this.#send({ type: 'load', options: options.options });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Undefined until it is ready. */
  get capabilities(): EngineCapabilities | undefined {
    return this.#capabilities;
  }

  async synthesize(job: SynthesisJob, control: SynthesisControl): Promise<SpokenChunk> {
    const chunk = await this.#call<SpokenChunk>({ work: 'synthesize', argument: job }, control);
    if (chunk.doubt) {
      const { name, logger } = this.options;
      logger.info({ engine: name, seconds: speechSeconds(chunk), ...chunk.doubt }, 'doubtful chunk');
    }
    // The samples are a view into the message: without a copy they would keep all of it.
    return { ...chunk, speech: chunk.speech && { ...chunk.speech, samples: chunk.speech.samples.slice() } };
  }

  async encode(reference: ReferenceAudio, control: SynthesisControl): Promise<EncodedVoice> {
    const result = await this.#call<EncodedVoice>({ work: 'encode', argument: reference }, control);
    const { speakerEmbedding, spoken, ...voice } = result;
    return {
      ...voice,
      speakerEmbedding: speakerEmbedding.slice(),
      spoken: spoken && { ...spoken, codes: spoken.codes.slice() },
    };
  }

  /** Kills the process, whose jobs reject as `jobs`; `emit` is not called any more. @returns once it has exited */
  end(jobs: EngineErrorKind): Promise<void> {
    this.#isEnded = true;
    this.#child.kill('SIGKILL');
    this.#rejectAll(jobs);
    return this.#gone;
  }

  #call<Result>(call: EngineCall, { signal, onStart }: SynthesisControl): Promise<Result> {
    if (signal.aborted) return Promise.reject(new EngineError('aborted', 'The request has ended.'));
    const id = this.#nextId++;
    return new Promise<Result>((resolve, reject) => {
      const onAbort = () => this.#cancel(id);
      const release = () => signal.removeEventListener('abort', onAbort);
      this.#jobs.set(id, {
        resolve: resolve as PendingJob['resolve'],
        reject,
        onStart,
        release,
        isCancelled: false,
      });
      signal.addEventListener('abort', onAbort, { once: true });
      if (this.#jobs.size === 1) this.#listen();
      this.#send({ type: 'call', id, ...call });
    });
  }

  #send(sent: ToEngine): void {
    // The exit event settles the jobs of a process that is gone.
    if (this.#child.connected) this.#child.send(sent, () => {});
  }

  #receive(received: FromEngine): void {
    if (this.#isEnded) return;
    const { name, logger } = this.options;
    if (received.type === 'log') logger[received.level]({ engine: name, ...received.fields }, received.text);
    else if ('id' in received) this.#receiveForJob(received);
    else {
      if ('capabilities' in received) this.#capabilities = received.capabilities;
      if (received.type !== 'report') this.emit(received);
    }
    this.#listen();
  }

  #receiveForJob(received: Extract<FromEngine, { readonly id: number }>): void {
    const job = this.#jobs.get(received.id);
    if (!job) return;
    if (received.type === 'started') {
      if (!job.isCancelled) job.onStart();
      return;
    }
    this.#settle(received.id);
    if (received.type === 'error') job.reject(new EngineError(received.kind, received.text));
    else job.resolve(received.result);
  }

  #settle(id: number): void {
    this.#jobs.get(id)?.release();
    this.#jobs.delete(id);
  }

  #cancel(id: number): void {
    const job = this.#jobs.get(id);
    if (!job) return;
    job.isCancelled = true;
    this.#send({ type: 'cancel', id });
    job.reject(new EngineError('aborted', 'The request has ended.'));
  }

  /** Waits for the next sign of life while there are jobs. */
  #listen(): void {
    clearTimeout(this.#silenceTimer);
    if (this.#jobs.size === 0) return;
    const kill = () => this.#kill(message('engine_silent', {}));
    this.#silenceTimer = setTimeout(kill, this.options.maxSilenceMs ?? MAX_SILENCE_MS);
  }

  #kill(reason: Message): void {
    this.#killReason = reason;
    this.options.logger.warn({ engine: this.options.name, reason: textOf(reason) }, 'engine process killed');
    this.#child.kill('SIGKILL');
  }

  #exited(how: string, bySignal: boolean): void {
    if (this.#isEnded) return;
    const reason = this.#killReason;
    this.#rejectAll(reason ? 'interrupted' : 'crashed');
    this.emit({ type: 'exited', how, bySignal: bySignal && !reason, ...(reason && { reason }) });
  }

  #rejectAll(kind: EngineErrorKind): void {
    clearTimeout(this.#silenceTimer);
    for (const [id, job] of [...this.#jobs]) {
      this.#settle(id);
      job.reject(new EngineError(kind, `The process of the ${this.options.name} engine ended.`));
    }
  }
}
