import { fork } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MODEL_ENVIRONMENT } from '@ownvoice/qwen3-tts/environment';
import {
  CheckpointError,
  choosePrecision,
  type FoundModel,
  findModel,
  findModelAt,
  holdsBuild,
  presetSpeakers,
  readDefaultVariant,
  variantAt,
  writeDefaultVariant,
} from '@ownvoice/qwen3-tts/store';
import { builtEntry } from '@ownvoice/shared/built-entry';
import type { ModelVariant, Precision } from '@ownvoice/shared/contract/models';
import type { Config } from '../config.js';
import { message } from '../errors.js';
import { checkpointVoices } from '../voices/voices.js';
import { type EngineLogger, EngineProcess } from './engine-process.js';
import type { Qwen3Options } from './qwen3/qwen3-process.js';
import type { ServiceTimes } from './remote/engine-service.js';
import { type Fork, type Installation, Supervisor } from './supervisor.js';
import { type EngineEvent, type EngineRules, type FallbackRule, newEngine } from './supervisor-machine.js';

/** The engine's process for a built model; `environment` is completed by what a model needs. */
export const forkQwen3 =
  (options: Omit<Qwen3Options, 'hashAll'>, logger: EngineLogger, environment: NodeJS.ProcessEnv): Fork =>
  ({ cpuFallback, failures, isSuspect }, emit) =>
    new EngineProcess(
      {
        name: 'qwen3-tts',
        entry: builtEntry(import.meta.url, './qwen3/qwen3-process.js'),
        options: { ...options, hashAll: isSuspect || failures > 0, ...(cpuFallback && { device: 'cpu' }) },
        logger,
        environment: { ...MODEL_ENVIRONMENT, ...environment },
      },
      emit,
    );

/**
 * The built-in voice: nine voices by formant synthesis, on any machine, without a model. Its synthesizer is licensed under
 * the GPL-3.0, so it is an optional dependency and only ever loaded in the engine's own process.
 */
export const forkBuiltin =
  (logger: EngineLogger): Fork =>
  (_, emit) =>
    new EngineProcess(
      {
        name: 'builtin',
        entry: builtEntry(import.meta.url, './builtin/builtin-process.js'),
        options: {},
        logger,
      },
      emit,
    );

/** Of an engine that is started without a models folder. */
export const DEFAULT_RULES: EngineRules = {
  pulls: false,
  pullOptions: '',
  mayUseCpu: false,
  pollMs: 5_000,
  restartMs: 250,
};

/** Instead of the usual ones, in ms. */
interface Times extends Pick<Partial<EngineRules>, 'pollMs' | 'unloadAfterMs'> {
  /** Of other services that speak. */
  readonly services?: Partial<ServiceTimes>;
}

/**
 * The configured model, found, installed or awaited, and the built-in voice where it may speak; nothing runs yet.
 * @throws CheckpointError when the folder of `--model-path` has no model, or none of the variant that was chosen too
 */
export async function createSupervisor(
  config: Config,
  logger: EngineLogger,
  { services, ...times }: Times = {},
): Promise<Supervisor> {
  if (config.engineUrls.length > 0) return await createRemoteSupervisor(config, logger, services);
  const { modelsDir, modelPath, precision, chosenPrecision, device, threads, hub, environment, unloadAfter } = config;
  const variantOfPath = modelPath === undefined ? undefined : await variantAt(modelPath);
  if (variantOfPath && config.isModelChosen && variantOfPath !== config.model)
    throw new CheckpointError(`--model-path ${modelPath} is a ${variantOfPath}, and --model is ${config.model}.`);
  const isModelChosen = config.isModelChosen || variantOfPath !== undefined;
  const fallbackRule = await fallbackRuleOf({ ...config, isModelChosen });
  const variant = variantOfPath ?? (isModelChosen ? undefined : await readDefaultVariant(modelsDir)) ?? config.model;
  const pullOptions = chosenPrecision === choosePrecision('auto', 'auto') ? '' : ` --precision ${chosenPrecision}`;
  const rules: EngineRules = {
    ...DEFAULT_RULES,
    modelsDir,
    // What is downloaded is another checkpoint than that of a path.
    pulls: config.pull && modelPath === undefined,
    pullOptions,
    mayUseCpu: device === 'auto' || device === 'webgpu',
    unloadAfterMs: unloadAfter === undefined ? undefined : unloadAfter * 1_000,
    ...times,
  };
  return new Supervisor(
    {
      variant,
      takesFirstModel: !isModelChosen,
      fallbackRule,
      model: newEngine(rules, variant),
      fallback: fallbackRule === 'never' ? undefined : newEngine(DEFAULT_RULES, null),
    },
    {
      logger,
      find: async (wanted) => {
        const found =
          modelPath !== undefined && wanted === variantOfPath
            ? await findModelAt(modelPath, modelsDir, wanted, chosenPrecision)
            : await findModel(modelsDir, wanted, precision, chosenPrecision);
        const speakers = await presetSpeakers(found);
        return { ...found, content: await contentOf(found), voices: speakers && checkpointVoices(speakers) };
      },
      install: ({ variant: wanted, checkpoint }, emit) => {
        const entry = builtEntry(import.meta.url, './qwen3/install-process.js');
        const source = { modelsDir, precision: chosenPrecision, checkpoint, ...hub };
        return startInstallation(entry, { ...source, variant: wanted }, logger, emit);
      },
      fork: {
        model: (engine, emit) => {
          if (engine.variant === null || engine.found?.kind !== 'built') throw new Error('No model was found.');
          const options = { variant: engine.variant, folder: engine.found.folder, device, threads, pullOptions };
          return forkQwen3(options, logger, environment)(engine, emit);
        },
        fallback: forkBuiltin(logger),
      },
      keepVariant: (chosen) => {
        writeDefaultVariant(modelsDir, chosen).catch((error: unknown) =>
          logger.warn({ variant: chosen, reason: String(error) }, 'default variant not written'),
        );
      },
    },
  );
}

/** Other services speak, and the built-in voice only where it is asked for. */
async function createRemoteSupervisor(
  config: Config,
  logger: EngineLogger,
  times: Times['services'] = {},
): Promise<Supervisor> {
  const { engineUrls: urls, engineKey: key, engineKind: kind, engineParallel: parallel, model, fallback } = config;
  const { RemoteEngine } = await import('./remote/remote-engine.js');
  const variant = config.isModelChosen ? model : undefined;
  const remote = new RemoteEngine({ urls, key, kind, parallel, variant, logger, times });
  const rules = { ...DEFAULT_RULES, isRemote: true };
  const never = () => {
    throw new Error('No model is looked for or installed.');
  };
  return new Supervisor(
    {
      variant: model,
      takesFirstModel: false,
      fallbackRule: fallback === 'on' ? 'whenever' : 'never',
      model: newEngine(rules, null),
      fallback: fallback === 'on' ? newEngine(DEFAULT_RULES, null) : undefined,
    },
    {
      logger,
      modelName: 'remote',
      services: remote.services,
      find: never,
      install: never,
      fork: { model: (_, emit) => remote.start(emit), fallback: forkBuiltin(logger) },
      keepVariant: () => {},
    },
  );
}

/**
 * `auto` keeps the built-in voice for machines that have never had a model: whoever chose one, or has one in the models
 * folder in whatever state, is told that it is not ready and does not get another voice.
 */
export async function fallbackRuleOf(
  config: Pick<Config, 'fallback' | 'isModelChosen' | 'modelsDir'>,
): Promise<FallbackRule> {
  if (config.fallback !== 'auto') return config.fallback === 'on' ? 'whenever' : 'never';
  return config.isModelChosen || (await holdsBuild(config.modelsDir)) ? 'never' : 'until-model';
}

/** What lies in the found folder: names, sizes and times of its files, without those that loading writes. */
async function contentOf(found: FoundModel): Promise<string> {
  if (found.kind === 'absent') return found.kind;
  const names = await readdir(found.folder, { recursive: true }).catch(() => []);
  const entries = names.filter((name) => !/(^|[\\/])\./.test(name)).sort();
  const files = await Promise.all(entries.map((name) => stat(join(found.folder, name)).catch(() => undefined)));
  return `${found.kind} ${found.folder} ${files.map((file, at) => `${entries[at]}:${file?.size}:${file?.mtimeMs}`)}`;
}

/** What to install: official files that are downloaded first, or that lie in `checkpoint` already. */
export interface InstallationOptions {
  readonly variant: ModelVariant;
  readonly modelsDir: string;
  readonly precision: Precision;
  readonly checkpoint?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly token?: string | undefined;
}

export type InstallationMessage =
  | Extract<EngineEvent, { readonly type: 'install-progress' | 'install-failed' }>
  | { readonly type: 'warning'; readonly text: string }
  | { readonly type: 'installed' };

/** A process that is asked to end has this long, in ms: it gives its lock back. */
const STOP_GRACE_MS = 5_000;

/**
 * Downloads or builds a model in a process of its own.
 *
 * @param entry the built entry of the process
 */
export function startInstallation(
  entry: URL,
  options: InstallationOptions,
  logger: EngineLogger,
  emit: (event: EngineEvent) => void,
): Installation {
  const child = fork(entry, {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  let isDone = false;
  const finish = (event: EngineEvent) => {
    if (!isDone) emit(event);
    isDone = true;
  };
  const fail = (problem: string) =>
    finish({ type: 'install-failed', reason: message('installation_failed', { problem }), isFinal: false });
  child.on('message', (received: InstallationMessage) => {
    if (received.type === 'warning') logger.warn({ engine: 'qwen3-tts' }, received.text);
    else if (received.type === 'install-progress') emit(received);
    else finish(received);
  });
  child.on('error', (error) => fail(error.message));
  const gone = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      fail(`The process that installs the model ended with ${signal ?? `code ${code}`}.`);
      resolve();
    });
  });
  child.send(options, () => {});
  return {
    async stop() {
      isDone = true;
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      if (child.connected) child.disconnect();
      await gone;
      clearTimeout(timer);
    },
  };
}
