import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase } from '@ownvoice/auth/dist/testing/test-database.js';
import { launch, type Service } from '../../processes/launch.js';
import { SETUP_TOKEN } from './accounts-api.js';

const commandLine = fileURLToPath(new URL('../../../services/auth/dist/commands/main.js', import.meta.url));
const SETTINGS = {
  NODE_ENV: 'test',
  JWT_SECRET: 'a secret for the browser tests, long enough',
  SINGLE_USER_MODE: 'false',
  SETUP_TOKEN,
};

export interface AuthOptions {
  /** A free port by default. */
  port?: number;
  environment?: Record<string, string>;
}

export interface AuthService extends Service {
  readonly dataDir: string;
  readonly databaseUrl: string;
}

/** The accounts service with an empty database. */
export async function startAuth({ port, environment }: AuthOptions = {}): Promise<AuthService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-console-'));
  const database = await createTestDatabase();
  const service = await launch({
    file: 'services/auth/dist/main.js',
    environment: {
      ...SETTINGS,
      HOST: '127.0.0.1',
      PORT: String(port ?? 0),
      ...(port !== undefined && { PUBLIC_URL: `http://127.0.0.1:${port}` }),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ...environment,
    },
  });
  return {
    ...service,
    dataDir,
    databaseUrl: database.url,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await Promise.all([database.drop(), rm(dataDir, { recursive: true, force: true })]);
    },
  };
}

/** Imports accounts without passwords with the admin command line: much faster than hashing a password for each. */
export async function importUsers({ dataDir, databaseUrl }: AuthService, usernames: readonly string[]): Promise<void> {
  const file = join(dataDir, 'import.jsonl');
  await writeFile(file, usernames.map((username) => JSON.stringify({ username })).join('\n'));
  await promisify(execFile)(process.execPath, [commandLine, 'import-users', file], {
    env: { PATH: process.env.PATH, ...SETTINGS, DATABASE_URL: databaseUrl },
  });
}

/** The speech service with the built-in voice. */
export async function startSpeech(options: { environment?: Record<string, string> } = {}): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'ownvoice-models-'));
  return removingFolder(await startSpeechIn(folder, options), folder);
}

/** The speech service with the models of a folder. @param host where it listens */
export const startSpeechIn = (
  folder: string,
  { host = '127.0.0.1', environment = {} }: { host?: string; environment?: Record<string, string> } = {},
): Promise<Service> => {
  const args = ['--host', host, '--port', '0', '--models-dir', folder];
  return launch({ file: 'services/tts/dist/main.js', args, environment });
};

/** Removes the folder when the service is disposed of. */
function removingFolder(service: Service, folder: string): Service {
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
