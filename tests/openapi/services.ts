import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Service } from '../processes/launch.js';

export interface AuthService extends Service {
  readonly admin: { readonly username: string; readonly email: string; readonly password: string };
}

/** The accounts service in multi-user mode on a database of its own, with one administrator. */
export async function startAuth(environment: Record<string, string> = {}): Promise<AuthService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-auth-'));
  const password = `${randomBytes(9).toString('base64url')}aA1`;
  const admin = { username: 'operator', email: 'operator@example.org', password };
  const settings = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    SINGLE_USER_MODE: 'false',
    DEFAULT_ADMIN_USERNAME: admin.username,
    DEFAULT_ADMIN_EMAIL: admin.email,
    DEFAULT_ADMIN_PASSWORD: admin.password,
    TRUST_PROXY: '127.0.0.1',
    ...environment,
  };
  const service = await launch({ file: 'services/auth/dist/main.js', environment: settings });
  return {
    ...service,
    admin,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The speech service with the built-in voice. */
export async function startSpeech(): Promise<Service> {
  return launch({ file: 'services/tts/dist/main.js', args: ['--host', '127.0.0.1', '--port', '0'] });
}
