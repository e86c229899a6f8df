import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from '../build/projects.mjs';
import { folderFault } from './preflight.mjs';

const DATA_MB = 300;

const LOOPBACK = '127.0.0.1';

const INTRODUCTION = `Starts both services on this machine: accounts on port 8000 (PORT) and speech on
port 8100 (TTS_PORT), on 127.0.0.1 unless HOST says otherwise. Settings come
from the environment or .env; .env.example lists them.

Usage: npm start -- [options of the speech service]`;

const given = (text) => text?.trim() || undefined;

const dataFolderOf = ({ DATA_DIR }) => resolve(root, given(DATA_DIR) ?? '.data');

/** What is wrong with the folder of the database and the signing secret, unless both come from elsewhere. */
function dataFolderFault({ DATABASE_URL, JWT_SECRET, ...env }) {
  if (given(DATABASE_URL) && JWT_SECRET) return undefined;
  return folderFault('The data folder (DATA_DIR)', dataFolderOf(env), given(DATABASE_URL) ? 1 : DATA_MB);
}

/** @returns a message for each name in `.env` that is nearly one of `.env.example`: nobody would read it */
export async function misspelledNames(file, example) {
  const { didYouMean } = await import('../../packages/shared/dist/command-line.js');
  const known = Array.from(example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm), ([, name]) => name);
  return Object.keys(parseEnv(file))
    .filter((name) => !known.includes(name))
    .map((name) => [name, didYouMean(name, known)])
    .flatMap(([name, meant]) => (meant === '' ? [] : [`${name} in .env is no setting.${meant}`]));
}

/** The links of the two pages to each other: known where only this machine opens them, else by the environment. */
async function links(env, accounts, speech) {
  const { isLoopback } = await import('../../packages/shared/dist/http/client-address.js');
  const localAddress = ({ host, port }) => (isLoopback(host) && port !== 0 ? `http://localhost:${port}` : undefined);
  const accountsUrl = given(env.ACCOUNTS_URL) ?? given(env.PUBLIC_URL) ?? localAddress(accounts);
  const speechUrl = given(env.SPEECH_URL) ?? localAddress(speech);
  return { ...(accountsUrl && { ACCOUNTS_URL: accountsUrl }), ...(speechUrl && { SPEECH_URL: speechUrl }) };
}

/**
 * Reads the settings of both services as they do themselves, before either starts.
 *
 * @param args options of the speech service
 * @param env its `HOST` is the address of both services; loopback when absent
 * @returns what to do: run both services, print a text, or reject with a message for each mistake
 */
export async function readStartSettings(args, env) {
  const { readSettings } = await import('../../services/tts/dist/config.js');
  const { optionHelp } = await import('../../services/tts/dist/options.js');
  const { ConfigError, loadConfig } = await import('../../services/auth/dist/config.js');
  // A service that is started alone listens on all addresses; on a desk nobody else has to reach it.
  const host = given(env.HOST) ?? LOOPBACK;
  const environment = {
    ...env,
    HOST: host,
    TTS_HOST: given(env.TTS_HOST) ?? host,
    // Whoever tries it tries it with a client, and clients have defaults.
    TTS_FORMATS: given(env.TTS_FORMATS) ?? 'lenient',
    TTS_JOBS: given(env.TTS_JOBS) ?? resolve(dataFolderOf(env), 'jobs'),
  };
  const speech = readSettings(args, environment, process.cwd());
  if (speech.kind === 'print') {
    const isHelp = args.includes('--help') || args.includes('-h');
    return isHelp ? { kind: 'print', text: optionHelp(INTRODUCTION, LOOPBACK) } : speech;
  }
  const fault = dataFolderFault(env);
  if (fault !== undefined) return { kind: 'reject', messages: [fault] };
  const messages = speech.kind === 'reject' ? [...speech.messages] : [];
  let accounts;
  try {
    accounts = loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    messages.push(...error.mistakes);
  }
  if (messages.length > 0) return { kind: 'reject', messages: [...new Set(messages)] };
  if (accounts.port === speech.config.port && accounts.port !== 0) {
    const message = `PORT and TTS_PORT are both ${accounts.port}; each service needs a port of its own.`;
    return { kind: 'reject', messages: [message] };
  }
  return {
    kind: 'run',
    environment: { ...environment, ...(await links(env, accounts, speech.config)) },
    accounts,
    speech: speech.config,
    dataFolder: dataFolderOf(env),
  };
}
