import { dirname } from 'node:path';
import { CheckpointError, DownloadError, ModelError, pullModel } from '@ownvoice/qwen3-tts';
import { type Message, message, withoutFolder } from '../../errors.js';
import type { InstallationMessage, InstallationOptions } from '../create-supervisor.js';
import { dieFirstWithoutMemory } from '../engine-host.js';

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

/** Errors of the file system that an operator can do something about. */
const FILE_ERRORS: Readonly<Record<string, Message>> = Object.fromEntries([
  ...['ENOSPC', 'EDQUOT'].map((code) => [code, message('installation_disk_full', {})]),
  ...['EACCES', 'EPERM', 'EROFS'].map((code) => [code, message('models_folder_closed', {})]),
]);

function reasonOf(error: unknown, { modelsDir, checkpoint }: InstallationOptions): Message {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const folders = [modelsDir, ...(checkpoint === undefined ? [] : [dirname(checkpoint)])];
  const problem = withoutFolder(error instanceof Error ? error.message : String(error), ...folders);
  if (error instanceof DownloadError) return message('download_failed', { problem });
  return FILE_ERRORS[code] ?? message('installation_failed', { problem });
}

dieFirstWithoutMemory();
process.once('message', (options: InstallationOptions) => {
  install(options)
    .then(() => send({ type: 'installed' }))
    .catch((error: unknown) => {
      const isFinal = error instanceof CheckpointError || error instanceof ModelError;
      return send({ type: 'install-failed', reason: reasonOf(error, options), isFinal });
    })
    .finally(() => process.exit());
});
// The service decides when this ends.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', () => process.exit(1));
