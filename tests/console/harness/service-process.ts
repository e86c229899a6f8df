import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Service } from '../../processes/launch.js';

export interface AuthOptions {
  /** Any free one when it does not say. */
  port?: number;
  environment?: Record<string, string>;
}

/** The accounts service with an empty store in the embedded PostgreSQL. */
export async function startAuth({ port, environment }: AuthOptions = {}): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'ownvoice-console-'));
  const service = await launch({
    file: 'services/auth/dist/main.js',
    environment: {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port ?? 0),
      ...(port !== undefined && { PUBLIC_URL: `http://127.0.0.1:${port}` }),
      DATA_DIR: folder,
      JWT_SECRET: 'a secret for the browser tests, long enough',
      SINGLE_USER_MODE: 'false',
      ...environment,
    },
  });
  return withFolder(service, folder);
}

/** The speech service with its built-in voice. */
export async function startSpeech(): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'ownvoice-models-'));
  const args = ['--host', '127.0.0.1', '--port', '0', '--models-dir', folder];
  return withFolder(await launch({ file: 'services/tts/dist/main.js', args }), folder);
}

/** Removes a service's folder once it has ended. */
function withFolder(service: Service, folder: string): Service {
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
