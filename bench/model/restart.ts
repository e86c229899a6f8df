import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MODEL_ENVIRONMENT } from '@ownvoice/qwen3-tts/environment';

/**
 * Runs a measurement with the variables that the service gives its engine. They take effect at process start only, so without
 * them the script is started once more.
 */
export async function withModelEnvironment(script: string, measure: () => Promise<void>): Promise<void> {
  if (process.env.GLIBC_TUNABLES !== undefined) return measure();
  const again = [...process.execArgv, fileURLToPath(script), ...process.argv.slice(2)];
  const env = { ...MODEL_ENVIRONMENT, ...process.env };
  process.exitCode = spawnSync(process.execPath, again, { env, stdio: 'inherit' }).status ?? 1;
}
