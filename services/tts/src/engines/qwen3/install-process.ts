import {
  buildVariant,
  builtFolder,
  CheckpointError,
  DownloadError,
  ModelError,
  obtainModel,
} from '@ownvoice/qwen3-tts';
import type { InstallationMessage, InstallationOptions } from './installation.js';

const send = (message: InstallationMessage) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });

async function install(options: InstallationOptions): Promise<string> {
  const { variant, modelsDir, precision, checkpoint, endpoint, token } = options;
  if (checkpoint === undefined) {
    return obtainModel(variant, {
      modelsDir,
      precision,
      endpoint,
      token,
      onProgress: (stage, share) => void send({ type: 'progress', stage: `${stage} ${variant}`, progress: share }),
      onWarning: (sentence) => void send({ type: 'warning', sentence }),
    });
  }
  const out = builtFolder(modelsDir, variant, precision);
  await buildVariant(variant, {
    checkpoint,
    out,
    precision,
    onProgress: (_stage, share) => void send({ type: 'progress', stage: `building ${variant}`, progress: share }),
  });
  return out;
}

process.once('message', (options: InstallationOptions) => {
  install(options)
    .then((folder) => send({ type: 'done', folder }))
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      const final = error instanceof CheckpointError || error instanceof ModelError;
      const sentence = final || error instanceof DownloadError ? reason : `The model cannot be installed: ${reason}`;
      return send({ type: 'failed', reason: sentence, final });
    })
    .finally(() => process.exit());
});
// The service decides when this ends.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', () => process.exit(1));
