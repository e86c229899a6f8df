import { randomBytes } from 'node:crypto';
import { codeOf } from '@ownvoice/auth/dist/testing/authenticator-app.js';
import type { SecondFactorSetup } from '@ownvoice/shared/contract';
import type { Actors, Role } from './actors.js';
import type { Probe } from './arbitraries.js';

const fresh = () => `fresh-${randomBytes(6).toString('hex')}`;
const password = 'Fuzzing-1';

/**
 * A request that ought to be answered well, for operations where chance alone would hardly make one.
 * @param operation method and path, as in the document
 */
export async function typicalOf(operation: string, actors: Actors): Promise<(Probe & { role: Role }) | undefined> {
  const made = async () => {
    const username = fresh();
    const answer = await actors.send('admin', 'POST', '/api/users/', { username, password });
    return { id: (JSON.parse(answer.text) as { id: string }).id, username };
  };
  const pendingCode = async () => {
    await actors.send('user', 'DELETE', '/api/auth/second-factor', {});
    const { text } = await actors.send('user', 'POST', '/api/auth/second-factor', {});
    return codeOf((JSON.parse(text) as SecondFactorSetup).secret);
  };
  const enable = async () =>
    await actors.send('user', 'POST', '/api/auth/second-factor/confirm', { code: await pendingCode() });
  switch (operation) {
    case 'POST /api/auth/login':
      return { role: 'nobody', path: '/api/auth/login', body: { username: (await made()).username, password } };
    case 'POST /api/auth/register':
      return { role: 'nobody', path: '/api/auth/register', body: { username: fresh(), password } };
    case 'POST /api/auth/change-password': {
      const body = { current_password: password, new_password: 'Fuzzing-2' };
      return { role: 'user', path: '/api/auth/change-password', body };
    }
    case 'POST /api/auth/reset-password': {
      const body = { user_id: (await made()).id, new_password: 'Fuzzing-2' };
      return { role: 'admin', path: '/api/auth/reset-password', body };
    }
    case 'POST /api/users/':
      return {
        role: 'admin',
        path: '/api/users/',
        body: { username: fresh(), email: `${fresh()}@example.org`, password },
      };
    case 'GET /api/users/{id}':
      return { role: 'user', path: `/api/users/${await actors.idOf('user')}`, body: undefined };
    case 'GET /api/users/{id}/identities':
      return { role: 'user', path: `/api/users/${await actors.idOf('user')}/identities`, body: undefined };
    case 'PUT /api/users/{id}':
      return {
        role: 'admin',
        path: `/api/users/${(await made()).id}`,
        body: { username: fresh(), email: null, role: 'admin' },
      };
    case 'DELETE /api/users/{id}':
      return { role: 'admin', path: `/api/users/${(await made()).id}`, body: undefined };
    case 'GET /api/users/audit':
      return { role: 'admin', path: '/api/users/audit?limit=5&event=user_create', body: undefined };
    case 'GET /api/auth/oauth/{provider}':
      return { role: 'nobody', path: '/api/auth/oauth/codehost?return_to=/account', body: undefined };
    case 'POST /api/auth/second-factor':
      return { role: 'user', path: '/api/auth/second-factor', body: {} };
    case 'POST /api/auth/second-factor/confirm':
      return { role: 'user', path: '/api/auth/second-factor/confirm', body: { code: await pendingCode() } };
    case 'DELETE /api/auth/second-factor':
      await enable();
      return { role: 'user', path: '/api/auth/second-factor', body: {} };
    case 'DELETE /api/users/{id}/second-factor':
      await enable();
      return { role: 'admin', path: `/api/users/${await actors.idOf('user')}/second-factor`, body: undefined };
    case 'POST /api/auth/logout':
      return { role: 'user', path: '/api/auth/logout', body: { all: true } };
    default: {
      const [method, path = ''] = operation.split(' ');
      return method === 'GET' && !path.includes('{') ? { role: 'admin', path, body: undefined } : undefined;
    }
  }
}
