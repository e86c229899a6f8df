import { serve, startTracing } from '@ownvoice/shared';
import { buildApp } from './app.js';
import { type Config, SERVICE_NAME } from './config.js';
import type { Supervisor } from './engines/supervisor.js';
import type { JobStore } from './jobs/job-store.js';
import type { Pronunciation } from './text/index.js';
import type { VoiceLibrary } from './voice-library/voice-library.js';

/** For refusals of what the grace period has ended, and the end of the engines. */
const CLOSING_MS = 5_000;

export interface ServiceParts {
  readonly engines: Supervisor;
  readonly lexicon: readonly Pronunciation[];
  readonly voiceLibrary: VoiceLibrary | undefined;
  readonly jobs: JobStore | undefined;
}

/** Serves until a signal. @throws {Error} when it cannot listen */
export async function runService(config: Config, { engines, ...parts }: ServiceParts): Promise<void> {
  const stopTracing = await startTracing(SERVICE_NAME, config.version, config.traces);
  const app = await buildApp({ config, createEngines: () => engines, ...parts });
  app.addHook('onClose', stopTracing);
  const { host, port, grace, underNpm } = config;
  const address = await serve(app, { host, port, graceMs: grace * 1_000 + CLOSING_MS, underNpm });
  // For `npm start`, which cannot know the port that the system chooses for 0.
  process.send?.({ type: 'listening', address });
  app.log.info({ address, fallback: engines.state.fallback ? 'builtin' : 'none' }, 'listening');
}
