import { fileURLToPath } from 'node:url';
import { type App, type AppOptions, createApp, pages, serve, startTracing } from '@ownvoice/shared';
import { SpeechHealth } from '@ownvoice/shared/contract';
import { type Config, SERVICE_NAME } from './config.js';
import type { EngineLogger } from './engines/engine-process.js';
import { engineHealth, readiness } from './engines/health.js';
import type { Supervisor } from './engines/supervisor.js';
import type { JobStore } from './jobs/job-store.js';
import { clientGone } from './plugins/client-gone.js';
import { narration } from './plugins/narration.js';
import { referenceUploads } from './plugins/reference-uploads.js';
import { type SynthesisOptions, synthesis } from './plugins/synthesis.js';
import { users } from './plugins/users.js';
import { mcpRoute } from './routes/mcp.js';
import { jobAudioRoutes } from './routes/v1/audio/jobs/audio.js';
import { createJobRoute, requestOfPart } from './routes/v1/audio/jobs/create.js';
import { jobsRoutes } from './routes/v1/audio/jobs/index.js';
import { speechRoute, voiceCloneRoute, voiceDesignRoute } from './routes/v1/audio/speech.js';
import { subtitlesRoute } from './routes/v1/audio/subtitles.js';
import { modelPullRoutes, modelsRoutes } from './routes/v1/models.js';
import { textChunksRoute } from './routes/v1/text/chunks.js';
import { designVoiceRoute } from './routes/v1/voices/design.js';
import { createVoiceRoute, voiceEncodingRoute, voiceRoutes, voicesRoute } from './routes/v1/voices/index.js';
import type { Pronunciation } from './text/index.js';
import type { VoiceLibrary } from './voice-library/voice-library.js';

/** From the moment the engine starts on a chunk. */
const CHUNK_TIMEOUT_MS = 30_000;
/** How long work waits for an engine that restarts. */
const RESTART_TIMEOUT_MS = 30_000;
/** For refusals of what the grace period has ended, and the end of the engines. */
const CLOSING_MS = 5_000;
/** Enough for a page that plays an answer while it comes. */
const STALLED_CLIENT_MS = 60_000;

declare module 'fastify' {
  interface FastifyInstance {
    config: Config;
    voiceLibrary: VoiceLibrary | undefined;
  }
}

export interface SpeechAppOptions {
  readonly config: Config;
  readonly createEngines: (logger: EngineLogger) => Supervisor;
  readonly lexicon?: readonly Pronunciation[];
  readonly createPool?: SynthesisOptions['createPool'];
  readonly voiceLibrary?: VoiceLibrary | undefined;
  readonly jobs?: JobStore | undefined;
  readonly logStream?: AppOptions['logStream'];
  readonly chunkTimeoutMs?: number;
  /** In each such time a body must bring 10 KiB, in ms; 10 seconds when absent. */
  readonly bodyWindowMs?: number;
  /** A client that takes nothing of its answer for so long is disconnected, in ms; a minute when absent. */
  readonly stalledMs?: number;
}

/** In the order of the reference at /docs. */
const ROUTES = [
  speechRoute,
  voicesRoute,
  textChunksRoute,
  subtitlesRoute,
  createJobRoute,
  jobsRoutes,
  jobAudioRoutes,
  voiceDesignRoute,
  voiceCloneRoute,
  createVoiceRoute,
  voiceEncodingRoute,
  designVoiceRoute,
  voiceRoutes,
  modelsRoutes,
  modelPullRoutes,
];

const builtPage = (name: string): string =>
  fileURLToPath(new URL(`../../../packages/console/dist-app/${name}`, import.meta.url));

/** Builds the speech service. Its engines start with `app.ready()`; it never listens. */
export async function buildApp(options: SpeechAppOptions): Promise<App> {
  const { config, voiceLibrary, jobs, bodyWindowMs } = options;
  const { properties } = SpeechHealth;
  const { status: _status, ...healthFields } = properties;
  const app: App = await createApp({
    service: { name: SERVICE_NAME, version: config.version },
    docs: {
      title: 'Ownvoice speech',
      description: 'Text to speech over HTTP. No route asks for credentials.',
      page: config.worker ? undefined : builtPage('docs'),
      version: config.version,
      tags: [{ name: 'speech', description: 'Voices, models and audio' }],
      bearer: false,
    },
    health: {
      health: () => ({
        ...engineHealth(app.engines),
        ...(voiceLibrary && { voice_library: voiceLibrary.isWritable ? 'writable' : 'read-only' }),
        ...(jobs && { jobs: true }),
        queue: app.synthesizer.queue,
        ...(config.accountsUrl !== undefined && { accounts_url: config.accountsUrl }),
        version: config.version,
      }),
      healthFields,
      ready: () => readiness(app.engines),
    },
    security: { corsOrigins: config.corsOrigins, https: false },
    development: config.development,
    logLevel: config.logLevel,
    logStream: options.logStream,
    trustProxy: config.trustProxy,
    bodyWindowMs,
    errorShapeOf: (url) => (url.startsWith('/v1/') ? config.errorShape : 'string'),
    // The sanitiser drops what cannot be spoken.
    textPolicy: 'keep',
    tracing: config.traces !== undefined,
  });
  await app.register(clientGone, {
    closingGraceMs: config.grace * 1_000,
    stalledMs: options.stalledMs ?? STALLED_CLIENT_MS,
  });
  await app.register(users, config);
  await app.register(synthesis, {
    engines: options.createEngines(app.log),
    lexicon: options.lexicon ?? [],
    createPool: options.createPool,
    queue: config.queue,
    chunkTimeoutMs: options.chunkTimeoutMs ?? CHUNK_TIMEOUT_MS,
    restartTimeoutMs: RESTART_TIMEOUT_MS,
  });
  await app.register(referenceUploads, { bodyWindowMs });
  app.decorate('config', config);
  app.decorate('voiceLibrary', voiceLibrary);
  await app.register(narration, {
    store: jobs,
    databaseUrl: config.jobsDatabaseUrl,
    keepMs: config.jobsKeep * 1_000,
    maxBytes: config.jobsMaxGb * 1e9,
    requestOf: (part, job, input) => requestOfPart(app, part, job, input),
  });
  if (config.worker) return app;
  for (const routes of ROUTES) await app.register(routes);
  if (config.mcp) await app.register(mcpRoute);
  await app.register(pages, { root: builtPage('speech') });
  return app;
}

/** Serves until a signal. @throws {Error} when it cannot listen */
export async function runService(config: Config, engines: Supervisor, parts: Partial<SpeechAppOptions>): Promise<void> {
  const stopTracing = await startTracing(SERVICE_NAME, config.version, config.traces);
  const app = await buildApp({ config, createEngines: () => engines, ...parts });
  app.addHook('onClose', stopTracing);
  const { host, port, grace, underNpm } = config;
  const address = await serve(app, { host, port, graceMs: grace * 1_000 + CLOSING_MS, underNpm });
  // For `npm start`, which cannot know the port that the system chooses for 0.
  process.send?.({ type: 'listening', address });
  app.log.info({ address, fallback: engines.state.fallback ? 'builtin' : 'none' }, 'listening');
}
