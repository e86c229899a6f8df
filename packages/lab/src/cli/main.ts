// `npm run model`: the commands of the model, and those that only a checkout of the repository has.
import { MODEL_COMMANDS, runCommandLine } from '@ownvoice/qwen3-tts/internals/cli/command-line';
import { check } from './check.js';
import { random } from './random.js';

try {
  process.loadEnvFile(new URL('../../../../.env', import.meta.url));
} catch {
  // Without `.env` the defaults apply.
}
process.exitCode = await runCommandLine({ ...MODEL_COMMANDS, check, random }, process.argv.slice(2));
