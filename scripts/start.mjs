// Starts both services on this machine, with one log, until Ctrl-C: `npm start`. Settings come from the environment or
// `.env`; arguments after `--` go to the speech service (`npm start -- --model base-0.6b`).
import { fork } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt } from './build/ensure-built.mjs';
import { root } from './build/projects.mjs';
import { followNpm } from './follow-npm.mjs';

const NEEDED_MB = 300;

function stop(sentence) {
  console.error(`ownvoice: ${sentence}`);
  process.exit(1);
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  stop(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);

const disk = statfsSync(root);
const freeMb = Math.floor((disk.bavail * disk.bsize) / 1e6);
if (freeMb < NEEDED_MB) stop(`only ${freeMb} MB of disk are free here and ${NEEDED_MB} MB are needed.`);

ensureBuilt(['services/auth', 'services/tts']);
followNpm();
const { onStopSignals } = await import('../packages/shared/dist/http/stop-signals.js');

try {
  process.loadEnvFile(join(root, '.env'));
} catch {
  // Without `.env` the defaults apply.
}
const speechArguments = process.argv.slice(2);
/** The value of one of the speech service's options, `--port 8200` or `--port=8200`. */
function argument(name) {
  const index = speechArguments.findIndex((text) => text === `--${name}` || text.startsWith(`--${name}=`));
  return index < 0 ? undefined : (speechArguments[index].split('=')[1] ?? speechArguments[index + 1]);
}
const ports = {
  auth: Number(process.env.PORT ?? 8000),
  tts: Number(argument('port') ?? process.env.TTS_PORT ?? 8100),
};
// A service that is started alone listens on all addresses; on a desk nobody else has to reach it.
const host = process.env.HOST || '127.0.0.1';
const hosts = { auth: host, tts: argument('host') ?? (process.env.TTS_HOST || host) };

/** Resolves to whether a port of this machine is free. */
const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, () => probe.close(() => resolve(true)));
  });
for (const [name, port] of Object.entries(ports)) {
  const setting = name === 'auth' ? 'PORT' : 'TTS_PORT';
  if (!(await isFree(port))) stop(`port ${port} is taken by another program; set ${setting} to another one.`);
}

/** Log lines for people; in a production install, which has no pino-pretty, they stay JSON. */
const pretty = await import('pino-pretty').then(
  ({ prettyFactory }) =>
    prettyFactory({
      colorize: process.stdout.isTTY === true,
      translateTime: 'SYS:HH:MM:ss',
      ignore: 'pid,hostname,service,version',
      singleLine: true,
    }),
  () => (line) => line,
);

/** Prints a child's output line by line, prefixed with its name. */
function relay(name, stream) {
  createInterface({ input: stream }).on('line', (line) => {
    const text = line.startsWith('{"level":') ? pretty(line).trimEnd() : line;
    console.log(`${name.padEnd(4)} | ${text}`);
  });
}

const children = new Map();
let closing = false;

/** Stops both services; each bounds the time that its requests in flight may take. */
function close(code) {
  if (closing) return;
  closing = true;
  process.exitCode = code;
  for (const child of children.values()) child.kill('SIGTERM');
}

/** The second signal ends a service at once. */
function endAtOnce() {
  process.exitCode = 1;
  for (const child of children.values()) child.kill('SIGTERM');
}

function launch(name, file, args) {
  // In its own process group: Ctrl-C reaches this process alone, and each service gets SIGTERM exactly once.
  const env = { ...process.env, HOST: hosts.auth, TTS_HOST: hosts.tts };
  const child = fork(join(root, file), args, { cwd: root, detached: true, silent: true, env });
  children.set(name, child);
  relay(name, child.stdout);
  relay(name, child.stderr);
  child.on('exit', (code, signal) => {
    children.delete(name);
    if (!closing) {
      console.error(`ownvoice: ${name} ended (${signal ?? `code ${code}`}); stopping.`);
      close(code || 1);
    }
    if (children.size === 0) process.disconnect?.();
  });
}

onStopSignals({ stop: () => close(0), endAtOnce });
launch('auth', 'services/auth/dist/main.js', []);
launch('tts', 'services/tts/dist/main.js', speechArguments);

/** Waits for a service's `/ready`. */
async function ready(name) {
  const address = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[hosts[name]] ?? hosts[name];
  while (!closing) {
    const answer = await fetch(`http://${address}:${ports[name]}/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
await Promise.all([ready('auth'), ready('tts')]);
if (!closing) {
  const accounts = (process.env.PUBLIC_URL || `http://localhost:${ports.auth}`).replace(/\/+$/, '');
  console.log(`
  Ownvoice is ready.

  Accounts  ${accounts}    API: ${accounts}/docs
  Speech    http://localhost:${ports.tts}    API: http://localhost:${ports.tts}/docs

  The first credentials are in the log above. Ctrl-C stops everything.
`);
}
