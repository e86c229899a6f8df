import { CheckpointError, DownloadError, ModelError, obtainModel } from '@ownvoice/qwen3-tts';
import type { InstallationMessage, InstallationOptions } from './installation.js';

const send = (message: InstallationMessage) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });

async function install(options: InstallationOptions): Promise<void> {
  const { variant, ...source } = options;
  await obtainModel(variant, {
    ...source,
    onProgress: (stage, share) => void send({ type: 'progress', stage: `${stage} ${variant}`, progress: share }),
    onWarning: (sentence) => void send({ type: 'warning', sentence }),
  });
}

process.once('message', (options: InstallationOptions) => {
  install(options)
    .then(() => send({ type: 'done' }))
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
