import { Session } from 'node:inspector';
import { onStopSignals, serve } from '@ownvoice/shared';
import { packageVersion } from '@ownvoice/shared/settings';
import { type Config, loadConfig } from './config.js';
import type { Opened } from './services.js';
import { start } from './start.js';

/** Until when after a signal the service has ended. */
const GRACE_MS = 10_000;

const HELP = `Accounts, roles, sign-in, bearer tokens and single sign-on over HTTP.

Usage: npm run start -w services/auth

Settings are environment variables; .env.example explains each. In development
.env is read too. npm run admin -- --help lists the administrators' commands.`;

/** The service has no options: one that is given prints a text, or is a mistake. */
function respondToArguments([argument]: readonly string[]): void {
  if (argument === undefined) return;
  const text = { '--help': HELP, '-h': HELP, '--version': packageVersion(new URL('../package.json', import.meta.url)) }[
    argument
  ];
  if (text !== undefined) process.stdout.write(`${text}\n`);
  else process.stderr.write(`ownvoice auth: There is no option ${argument}: settings are variables. Try --help.\n`);
  process.exit(text === undefined ? 2 : 0);
}

/** Not a log line, which may be kept: credentials are for the person at the console, once. */
const announce = (text: string) => process.stdout.write(`${text}\n`);

function announceStart({ firstStart, setupToken }: Opened, config: Config, address: string): void {
  if (firstStart.kind === 'created') {
    const { username, password, passwordFile } = firstStart;
    const where = passwordFile === undefined ? password : `in ${passwordFile}`;
    announce(`Default administrator created. Username: ${username}  Password: ${where}`);
    if (passwordFile === undefined) announce('This is shown once.');
  }
  // For `npm start`: only the listener knows the port that the system chose for 0, and only the database the administrator.
  const administrator = firstStart.kind === 'accounts-exist' ? firstStart.administrator : undefined;
  process.send?.({ type: 'listening', address, administrator });
  if (firstStart.kind !== 'set-up-needed') return;
  const publicUrl = config.publicUrl.endsWith(':0') ? address : config.publicUrl;
  announce(`There is no account yet. Create the first one at ${publicUrl}/`);
  if (config.setupToken === undefined) announce(`Set-up token: ${setupToken}`);
}

/**
 * Frees what start-up has left on the heap: a third of the memory of an idle service, which V8 would otherwise keep until
 * there is load. It takes some tens of milliseconds, so it is for the moment after everything is ready.
 */
function collectGarbage(): void {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

respondToArguments(process.argv.slice(2));

/** Until the service listens, when `serve` takes over. */
const stop = new AbortController();
try {
  const config = loadConfig(process.env);
  const { underNpm } = config;
  const defaultSignals = onStopSignals({ stop: () => stop.abort(), endAtOnce: () => process.exit(1), underNpm });
  const { app, opened, closing } = await start(config);
  if (stop.signal.aborted) {
    await app.close();
    process.exit(0);
  }
  defaultSignals();
  const address = await serve(app, { host: config.host, port: config.port, graceMs: GRACE_MS, underNpm });
  const open = await opened.catch((error: unknown) => {
    if (!closing.aborted) throw error;
  });
  if (open !== undefined) announceStart(open, config, address);
  setImmediate(collectGarbage);
} catch (error) {
  process.stderr.write(`ownvoice auth: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
