// Starts both services on this machine, with one log, until Ctrl-C: `npm start`. Settings come from the environment or
// `.env`; arguments after `--` go to the speech service (`npm start -- --model base-0.6b`).
import './start/require-node.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { root } from './build/projects.mjs';
import { startSpinner } from './build/spinner.mjs';
import { followNpm } from './follow-npm.mjs';
import { banner } from './start/banner.mjs';
import { startService, untilReady, untilSettled } from './start/child-service.mjs';
import { consoleLog, fileLog } from './start/log.mjs';
import { folderFault, listenFault } from './start/preflight.mjs';
import { misspelledNames, readStartSettings } from './start/settings.mjs';

const BUILD_MB = 100;

function stop(code, ...messages) {
  for (const message of messages) console.error(`ownvoice: ${message}`);
  process.exit(code);
}

if (!existsSync(join(root, 'services/tts/dist'))) {
  const fault = folderFault('The program', root, BUILD_MB);
  if (fault !== undefined) stop(1, fault);
}
ensureBuilt(['services/auth', 'services/tts']);
followNpm();
const { onStopSignals } = await import('../packages/shared/dist/http/stop-signals.js');

// Other commands find these by themselves only in `.env`.
const databaseSettings = ['DATA_DIR', 'DATABASE_URL'].filter((name) => process.env[name]?.trim());
let misspelled = [];
try {
  process.loadEnvFile(join(root, '.env'));
  const [file, example] = ['.env', '.env.example'].map((name) => readFileSync(join(root, name), 'utf8'));
  misspelled = await misspelledNames(file, example);
} catch {
  // Without `.env` the defaults apply.
}
if (misspelled.length > 0) stop(2, ...misspelled);
const speechArguments = process.argv.slice(2);
const settings = await readStartSettings(speechArguments, process.env);
if (settings.kind === 'print') {
  console.log(settings.text);
  process.exit(0);
}
if (settings.kind === 'reject') stop(2, ...settings.messages);
const { accounts, speech, dataFolder, environment: env } = settings;
const faults = [
  await listenFault(accounts, { host: 'HOST', port: 'PORT' }),
  await listenFault(speech, { host: '--host or TTS_HOST', port: '--port or TTS_PORT' }),
].filter(Boolean);
if (faults.length > 0) stop(1, ...faults);

// A person at a terminal reads the banner, not the log.
const isQuiet = process.stdout.isTTY === true && !process.env.LOG_LEVEL?.trim();
const log = isQuiet ? fileLog(dataFolder) : consoleLog();
const endSpinner = isQuiet ? startSpinner('Starting accounts and speech') : () => undefined;

const services = new Map();
const closing = new AbortController();

/** What the accounts say to the person at the console; in the banner it is the last thing on the screen. */
const announcements = [];
const flushAnnouncements = () => {
  for (const line of announcements.splice(0)) console.log(line);
};

/** Stops both services; each bounds the time that its requests in flight may take. */
function close(code) {
  if (closing.signal.aborted) return;
  closing.abort();
  endSpinner();
  process.exitCode = code;
  flushAnnouncements();
  for (const { child } of services.values()) child.kill('SIGTERM');
}

/** The second signal ends a service at once. */
function endAtOnce() {
  process.exitCode = 1;
  for (const { child } of services.values()) child.kill('SIGTERM');
}

function launch(name, file, args, announce) {
  const service = startService(name, file, args, { env, log: log.write, announce });
  services.set(name, service);
  void service.ended.then(({ code, signal }) => {
    services.delete(name);
    if (!closing.signal.aborted) {
      endSpinner();
      for (const line of log.lastLines()) console.error(line);
      console.error(`ownvoice: ${name} ended (${signal ?? `code ${code}`}); stopping.`);
      close(code || 1);
    }
    if (services.size === 0) process.disconnect?.();
  });
  return service;
}

onStopSignals({ stop: () => close(0), endAtOnce, underNpm: process.env.npm_lifecycle_event !== undefined });
let hasBanner = false;
const auth = launch('auth', 'services/auth/dist/main.js', [], (line) => {
  announcements.push(line);
  if (hasBanner || closing.signal.aborted) flushAnnouncements();
});
const tts = launch('tts', 'services/tts/dist/main.js', speechArguments);
const [{ address: accountsAddress, administrator }, { address: speechAddress }] = await Promise.all([
  auth.listening,
  tts.listening,
]);
const [health] = await Promise.all([
  untilSettled(speechAddress, closing.signal),
  untilReady(accountsAddress, closing.signal),
]);
if (!closing.signal.aborted) {
  hasBanner = true;
  endSpinner();
  const address = process.env.PUBLIC_URL?.trim().replace(/\/+$/, '') || accountsAddress;
  console.log(
    banner({
      accounts: { address, administrator, announcements: announcements.splice(0), databaseSettings },
      speech: { address: speechAddress, health },
      logFile: log.file,
    }),
  );
}
