import { serve } from '@ownvoice/shared';
import type { FirstStart } from './accounts/default-admin.js';
import { loadConfig } from './config.js';
import { start } from './start.js';
import { collectStartUpGarbage } from './start-up-garbage.js';

/** Not a log line: what is said here is meant for the person at the console, once. */
const announce = (text: string) => process.stdout.write(`${text}\n`);

/** Said before anything else can fail: a password that was made at random can't be had a second time. */
function announceFirstStart(firstStart: FirstStart): void {
  if (firstStart.kind !== 'created') return;
  const { username, password } = firstStart;
  announce(`The default administrator has been made. Username: ${username}  Password: ${password}`);
}

function announceSetUp(firstStart: FirstStart, madeToken: string | undefined, address: string): void {
  if (firstStart.kind !== 'set-up-needed') return;
  announce(`There is no account yet. Make the first one at ${address}/`);
  if (madeToken !== undefined) announce(`Set-up token: ${madeToken}`);
}

try {
  const config = loadConfig(process.env);
  const { app, firstStart, setupToken } = await start(config);
  announceFirstStart(firstStart);
  const address = await serve(app, { host: config.host, port: config.port });
  announceSetUp(firstStart, config.setupToken === undefined ? setupToken : undefined, address);
  setImmediate(collectStartUpGarbage);
} catch (error) {
  process.stderr.write(`ownvoice auth: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
