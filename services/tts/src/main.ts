import { CheckpointError } from '@ownvoice/qwen3-tts/store';
import { UsageError } from '@ownvoice/shared/command-line';
import { createLogger } from '@ownvoice/shared/logging';
import { type Config, readSettings, SERVICE_NAME } from './config.js';
import { createSupervisor } from './engines/create-supervisor.js';
import { JobStore } from './jobs/job-store.js';
import { readLexicon } from './lexicon-file.js';
import { EVERYBODY } from './storage.js';
import { VoiceLibrary } from './voice-library/voice-library.js';

async function run(config: Config): Promise<void> {
  const lexicon = config.lexicon === undefined ? [] : await readLexicon(config.lexicon);
  const logger = createLogger({ name: SERVICE_NAME, version: config.version }, config.logLevel);
  const voiceLibrary =
    config.voiceLibrary === undefined ? undefined : await VoiceLibrary.open(config.voiceLibrary, logger);
  const jobs =
    config.jobs === undefined
      ? undefined
      : await JobStore.open(config.jobs, logger, { isShared: config.jobsDatabaseUrl !== undefined });
  const engines = await createSupervisor(config, logger);
  // The model loads for seconds in its own process; meanwhile this one reads the code of the server.
  engines.start();
  // The first list of 10,000 voices takes seconds. Whoever asks meanwhile waits for this one.
  void voiceLibrary?.all(EVERYBODY).catch(() => {});
  const { runService } = await import('./app.js');
  await runService(config, engines, { lexicon, voiceLibrary, jobs });
}

const settings = readSettings(process.argv.slice(2), process.env, process.cwd());
if (settings.kind === 'print') console.log(settings.text);
else if (settings.kind === 'reject') {
  for (const message of settings.messages) console.error(`ownvoice-tts: ${message}`);
  process.exitCode = 2;
} else {
  await run(settings.config).catch((error: unknown) => {
    console.error(`ownvoice-tts: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(error instanceof UsageError || error instanceof CheckpointError ? 2 : 1);
  });
}
