import type { App } from '@ownvoice/shared';
import type { ErrorShape, FormatPolicy, ModelVariant } from '@ownvoice/shared/contract';
import { buildApp } from '../app.js';
import type { Config } from '../config.js';
import type { EngineLogger } from '../engines/engine-process.js';
import type { Fork, Supervisor } from '../engines/supervisor.js';
import type { EngineRules } from '../engines/supervisor-machine.js';
import type { JobStore } from '../jobs/job-store.js';
import { WorkerPool } from '../synthesis/prepare.js';
import type { Pronunciation } from '../text/index.js';
import type { VoiceLibrary } from '../voice-library/voice-library.js';
import { ScriptedEngine } from './scripted-engine.js';
import { ScriptedInstaller } from './scripted-installer.js';
import { configWith, supervise } from './supervised.js';

/** A speech service of a test's own, on a free port. */
export interface SpeechServer {
  readonly base: string;
  readonly app: App;
  readonly engines: Supervisor;
  /** Every line that it logged. */
  readonly log: string[];
  close(): Promise<void>;
}

export interface SpeechServerOptions {
  readonly variant?: ModelVariant;
  /** The model, or what starts its process; absent: only the built-in voice speaks. */
  readonly model?: ScriptedEngine | Fork;
  /** The whole supervisor, instead of one around `model`. */
  readonly engines?: Supervisor;
  readonly rules?: Partial<EngineRules>;
  /** Of the engines; the service's own when absent. */
  readonly logger?: EngineLogger;
  /** Whether the built-in voice speaks until the model is ready; default: only where there is no model. */
  readonly fallback?: boolean;
  /** Who installs models when a client asks; nobody when absent. */
  readonly installer?: ScriptedInstaller;
  /** Whether every client may ask; default false. */
  readonly pullFromPage?: boolean;
  /** Whether the first model that is installed is loaded; default false. */
  readonly takesFirstModel?: boolean;
  readonly voiceLibrary?: VoiceLibrary;
  readonly jobs?: JobStore;
  readonly queue?: number;
  readonly lexicon?: readonly Pronunciation[];
  /** Default strict. */
  readonly formats?: FormatPolicy;
  readonly errorShape?: ErrorShape;
  /** Further settings. */
  readonly config?: Partial<Config>;
  readonly chunkTimeoutMs?: number;
  readonly bodyWindowMs?: number;
  readonly stalledMs?: number;
  /** Waits until the service would serve a request; default true. */
  readonly untilReady?: boolean;
}

function noModel(): ScriptedEngine {
  const engine = new ScriptedEngine(() => {});
  engine.enter({ kind: 'absent', reason: 'There is no model in this test.' });
  return engine;
}

function createEngines(options: SpeechServerOptions, logger: EngineLogger): Supervisor {
  const { variant, rules, takesFirstModel, installer = new ScriptedInstaller(), model = noModel() } = options;
  const isScripted = model instanceof ScriptedEngine;
  const supervisor = supervise(isScripted ? model.fork : model, {
    ...(variant && { variant }),
    rules: { ...(isScripted && { modelsDir: '/nowhere/models' }), ...rules },
    fallbackRule: (options.fallback ?? !options.model) ? 'until-model' : 'never',
    takesFirstModel: takesFirstModel ?? false,
    logger: options.logger ?? logger,
    install: installer.install,
    ...(isScripted && { find: model.find }),
  });
  if (isScripted) model.attach(supervisor);
  return supervisor;
}

/** Resolves as soon as an engine would serve a request. */
function untilReady({ engines }: App): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (engines.current) resolve();
    };
    for (const engine of engines.all) engine.onState(look);
    look();
  });
}

/** Goes on when its service ends. */
class KeptPool extends WorkerPool {
  override async close(): Promise<void> {}
}

const pools = new Map<string, KeptPool>();

/** One pool for all services of this process with the same pronunciations: a thread takes a third of a second to start. */
function sharedPool(...settings: ConstructorParameters<typeof WorkerPool>): WorkerPool {
  const key = JSON.stringify(settings);
  const pool = pools.get(key) ?? new KeptPool(...settings);
  pools.set(key, pool);
  return pool;
}

/** Starts the service in this process. */
export async function startSpeechServer(options: SpeechServerOptions = {}): Promise<SpeechServer> {
  const { queue = 32, formats = 'strict', errorShape = 'string', chunkTimeoutMs, bodyWindowMs, stalledMs } = options;
  const log: string[] = [];
  const app = await buildApp({
    config: configWith({
      queue,
      formats,
      errorShape,
      accountsUrl: 'http://localhost:8000',
      version: '0.0.0',
      pullFromPage: options.pullFromPage ?? false,
      modelsDir: '/nowhere/models',
      ...options.config,
    }),
    createEngines: (logger) => options.engines ?? createEngines(options, logger),
    voiceLibrary: options.voiceLibrary,
    jobs: options.jobs,
    ...(options.lexicon && { lexicon: options.lexicon }),
    createPool: sharedPool,
    logStream: { write: (line: string) => void log.push(line) },
    ...(chunkTimeoutMs === undefined ? {} : { chunkTimeoutMs }),
    ...(bodyWindowMs === undefined ? {} : { bodyWindowMs }),
    ...(stalledMs === undefined ? {} : { stalledMs }),
  });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  if (options.untilReady ?? true) await untilReady(app);
  return { base, app, engines: app.engines, log, close: () => app.close() };
}

/**
 * A service that speaks with the built-in voice: one of the test's own, or the one that TTS_BASE_URL names, so that the
 * same tables can be held against a service that runs anywhere.
 */
export function builtinServer(): Promise<Pick<SpeechServer, 'base' | 'close'>> {
  const elsewhere = process.env.TTS_BASE_URL;
  return elsewhere ? Promise.resolve({ base: elsewhere, close: async () => {} }) : startSpeechServer();
}

/** Sends a JSON body. */
export const post = (base: string, path: string, body: unknown, signal?: AbortSignal): Promise<Response> =>
  fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
