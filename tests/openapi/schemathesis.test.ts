import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PythonPackage, pythonPackage, send } from '@ownvoice/shared/testing';
import { obedient, ScriptedEngine } from '@ownvoice/tts/dist/testing/scripted-engine.js';
import { type SpeechServer, startSpeechServer } from '@ownvoice/tts/dist/testing/speech-server.js';
import { VoiceLibrary } from '@ownvoice/tts/dist/voice-library/voice-library.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountService, ADMIN, startAccounts } from '../processes/accounts.js';

const CONFIGURATION = fileURLToPath(new URL('../../schemathesis.toml', import.meta.url));
/** The same on every run; another one, and more examples, explore. */
const SEED = process.env.SCHEMATHESIS_SEED ?? '1';
const EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES ?? '3';
const INSTALL_MS = 400_000;
const RUN_MS = 600_000;

/** What ends the token that the other requests need. */
const ENDS_THE_SESSION = [
  '/api/auth/logout',
  '/api/auth/change-password',
  '/api/auth/reset-password',
  '/api/users/{id}',
];

/** Without it the route that takes it is a 404 before a 401. */
const USAGE_TOKEN = 'what the speech service alone knows';

let accounts: AccountService;
let speech: SpeechServer;
let python: PythonPackage;
let voices: string | undefined;
beforeAll(async () => {
  python = await pythonPackage('schemathesis==4.32.5');
  if (python.kind === 'missing') return;
  voices = await mkdtemp(join(tmpdir(), 'ownvoice-voices-'));
  const voiceLibrary = await VoiceLibrary.open(voices, { info: () => {}, warn: () => {}, error: () => {} });
  // What is spoken does not matter, and the built-in voice takes a minute for the longest texts.
  const model = new ScriptedEngine(obedient);
  [accounts, speech] = await Promise.all([startAccounts({ USAGE_TOKEN }), startSpeechServer({ model, voiceLibrary })]);
}, INSTALL_MS);
afterAll(async () => {
  await Promise.all([accounts?.end('SIGTERM'), speech?.close()]);
  if (voices) await rm(voices, { recursive: true });
});

async function signIn(): Promise<string> {
  const body = { username: ADMIN.username, password: ADMIN.password };
  const { json } = await send(accounts.origin, { method: 'POST', path: '/api/auth/login', body });
  return (json as { token: string }).token;
}

/** It keeps what it has found in the working directory. @returns exit code and report */
function explore(bin: (name: string) => string, origin: string, options: readonly string[]) {
  // With several workers Python 3.11 now and then fails to parse their sources at once.
  const fixed = ['--seed', SEED, '--max-examples', EXAMPLES, '--workers', '1', '--no-color'];
  const args = ['--config-file', CONFIGURATION, 'run', `${origin}/openapi.json`, ...fixed, ...options];
  return new Promise<{ code: number | null; report: string }>((resolve) => {
    const child = spawn(bin('schemathesis'), args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
    let report = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        report += text;
      });
    child.once('close', (code) => resolve({ code, report }));
  });
}

const paths = (option: string) => ENDS_THE_SESSION.flatMap((path) => [option, path]);

test.for([
  ['the speech service', () => speech.base, [], false],
  ['the account service', () => accounts.origin, paths('--exclude-path'), true],
  ['the routes of the account service that end a session', () => accounts.origin, paths('--include-path'), true],
] as const)(
  '%s keeps its document: examples, limits and random requests',
  { timeout: RUN_MS },
  async ([_name, origin, options, signedIn], { skip }) => {
    if (python.kind === 'missing') return skip(python.why);
    const header = signedIn ? ['-H', `Authorization: Bearer ${await signIn()}`] : [];
    const { code, report } = await explore(python.bin, origin(), [...options, ...header]);
    expect(code, report.slice(-6_000)).toBe(0);
  },
);
