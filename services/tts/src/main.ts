import { serve, startTracing } from '@ownvoice/shared';
import { buildApp } from './app.js';
import { type Config, readSettings } from './config.js';
import { createBuiltinEngine } from './engines/builtin/index.js';
import { findModelSource } from './engines/model-source.js';
import { Engines } from './engines/selection.js';

async function run(config: Config): Promise<void> {
  const stopTracing = await startTracing('ownvoice-tts', config.version, config.tracesEndpoint);
  const modelSource = await findModelSource(config);
  const app = await buildApp({
    config,
    createEngines: (logger) =>
      new Engines({
        variant: config.model,
        model: modelSource(logger),
        standIn: config.fallback ? createBuiltinEngine(logger) : undefined,
      }),
  });
  app.addHook('onClose', stopTracing);
  const address = await serve(app, config);
  const { modelState } = app.engines;
  if (modelState.kind === 'absent') app.log.warn(modelState.reason);
  if (config.fallback) app.log.info('the built-in voice stands in while no model is ready');
  app.log.info({ address }, 'speech service ready to be asked');
}

const settings = readSettings(process.argv.slice(2), process.env, process.cwd());
if (settings.kind === 'print') console.log(settings.text);
else if (settings.kind === 'refuse') {
  console.error(`ownvoice-tts: ${settings.sentence}`);
  process.exitCode = 2;
} else {
  await run(settings.config).catch((error: unknown) => {
    console.error(`ownvoice-tts: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  });
}
