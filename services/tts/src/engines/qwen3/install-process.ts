import { CheckpointError, DownloadError, ModelError, pullModel } from '@ownvoice/qwen3-tts';
import { message, withoutFolder } from '../../errors.js';
import type { InstallationMessage, InstallationOptions } from './installation.js';

const send = (sent: InstallationMessage) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send?.(sent, () => resolve());
    else resolve();
  });

async function install(options: InstallationOptions): Promise<void> {
  const { variant, ...source } = options;
  await pullModel(variant, {
    ...source,
    onProgress: (stage, progress, _detail, bytes) =>
      void send({ type: 'install-progress', stage: `${stage} ${variant}`, progress, bytes }),
    onWarning: (text) => void send({ type: 'warning', text }),
  });
}

/** What an operator can do about errors of the file system. */
const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; make room and start again.',
  EDQUOT: 'the disk quota is used up; make room and start again.',
  EACCES: 'the models folder may not be written by this user.',
  EPERM: 'the models folder may not be written by this user.',
  EROFS: 'the models folder is read-only.',
};

function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof CheckpointError || error instanceof ModelError || error instanceof DownloadError) return text;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return `The model cannot be installed: ${ADVICE[code] ?? text}`;
}

process.once('message', (options: InstallationOptions) => {
  install(options)
    .then(() => send({ type: 'installed' }))
    .catch((error: unknown) => {
      const isFinal = error instanceof CheckpointError || error instanceof ModelError;
      const problem = withoutFolder(problemOf(error), options.modelsDir);
      return send({ type: 'install-failed', reason: message('installation_failed', { problem }), isFinal });
    })
    .finally(() => process.exit());
});
// The service decides when this ends.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', () => process.exit(1));
