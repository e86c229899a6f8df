import { randomBytes } from 'node:crypto';
import { codeOf } from '@ownvoice/auth/dist/testing/authenticator-app.js';
import { SoftwareAuthenticator } from '@ownvoice/auth/dist/testing/software-authenticator.js';
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
  const pending = async () => {
    await actors.send('admin', 'DELETE', `/api/users/${await actors.idOf('user')}/second-factor`, {});
    const { text } = await actors.send('user', 'POST', '/api/auth/second-factor', {});
    const setup = JSON.parse(text) as SecondFactorSetup;
    return { ...setup, code: codeOf(setup.secret) };
  };
  const enable = async () => {
    const setup = await pending();
    await actors.send('user', 'POST', '/api/auth/second-factor/confirm', { code: setup.code });
    return setup;
  };
  const newPasskey = async () => {
    const { text } = await actors.send('user', 'POST', '/api/auth/passkeys/options', {});
    const passkey = new SoftwareAuthenticator(actors.publicUrl);
    return { passkey, created: passkey.create(JSON.parse(text)) };
  };
  const addedPasskey = async () => {
    const { passkey, created } = await newPasskey();
    await actors.send('user', 'POST', '/api/auth/passkeys', { credential: created });
    return passkey;
  };
  const newKey = async () => {
    const { text } = await actors.send('user', 'POST', '/api/auth/keys', { name: fresh() });
    return JSON.parse(text) as { id: string };
  };
  const newInvitation = async () => {
    const { text } = await actors.send('admin', 'POST', '/api/users/invitations', {});
    return JSON.parse(text) as { id: string; url: string };
  };
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
    case 'POST /api/auth/oauth/{provider}':
      return { role: 'admin', path: '/api/auth/oauth/codehost', body: {} };
    case 'GET /api/auth/oauth/{provider}':
      return { role: 'nobody', path: '/api/auth/oauth/codehost?return_to=/account', body: undefined };
    case 'POST /api/auth/second-factor':
      return { role: 'user', path: '/api/auth/second-factor', body: {} };
    case 'POST /api/auth/second-factor/confirm':
      return { role: 'user', path: '/api/auth/second-factor/confirm', body: { code: (await pending()).code } };
    case 'POST /api/auth/second-factor/recovery-codes':
      return {
        role: 'user',
        path: '/api/auth/second-factor/recovery-codes',
        body: { code: (await enable()).recovery_codes[0] },
      };
    case 'DELETE /api/auth/second-factor':
      return { role: 'user', path: '/api/auth/second-factor', body: { code: (await enable()).recovery_codes[0] } };
    case 'DELETE /api/users/{id}/second-factor':
      await enable();
      return { role: 'admin', path: `/api/users/${await actors.idOf('user')}/second-factor`, body: undefined };
    case 'POST /api/auth/passkeys/options':
      return { role: 'user', path: '/api/auth/passkeys/options', body: {} };
    case 'POST /api/auth/passkeys':
      return { role: 'user', path: '/api/auth/passkeys', body: { credential: (await newPasskey()).created } };
    case 'DELETE /api/auth/passkeys/{id}':
      return { role: 'user', path: `/api/auth/passkeys/${(await addedPasskey()).id}`, body: {} };
    case 'DELETE /api/users/{id}/passkeys':
      await addedPasskey();
      return { role: 'admin', path: `/api/users/${await actors.idOf('user')}/passkeys`, body: undefined };
    case 'POST /api/auth/passkeys/sign-in/options':
      return { role: 'nobody', path: '/api/auth/passkeys/sign-in/options', body: undefined };
    case 'POST /api/auth/passkeys/sign-in': {
      const passkey = await addedPasskey();
      const { text } = await actors.send('nobody', 'POST', '/api/auth/passkeys/sign-in/options');
      return {
        role: 'nobody',
        path: '/api/auth/passkeys/sign-in',
        body: { credential: passkey.get(JSON.parse(text)) },
      };
    }
    case 'POST /api/users/invitations':
      return { role: 'admin', path: '/api/users/invitations', body: { username: fresh() } };
    case 'DELETE /api/users/invitations/{id}':
      return { role: 'admin', path: `/api/users/invitations/${(await newInvitation()).id}`, body: undefined };
    case 'POST /api/users/{id}/reset-link':
      return { role: 'admin', path: `/api/users/${(await made()).id}/reset-link`, body: {} };
    case 'POST /api/auth/accept': {
      const token = (await newInvitation()).url.split('=')[1];
      return { role: 'nobody', path: '/api/auth/accept', body: { token, username: fresh(), password } };
    }
    case 'POST /api/auth/keys':
      return { role: 'user', path: '/api/auth/keys', body: { name: fresh() } };
    case 'DELETE /api/auth/keys':
      return { role: 'user', path: '/api/auth/keys', body: undefined };
    case 'DELETE /api/auth/keys/{id}':
      return { role: 'user', path: `/api/auth/keys/${(await newKey()).id}`, body: undefined };
    case 'GET /api/users/{id}/keys':
      return { role: 'admin', path: `/api/users/${await actors.idOf('user')}/keys`, body: undefined };
    case 'DELETE /api/users/{id}/keys/{key_id}': {
      const [user, { id }] = [await actors.idOf('user'), await newKey()];
      return { role: 'admin', path: `/api/users/${user}/keys/${id}`, body: undefined };
    }
    case 'POST /api/auth/logout':
      return { role: 'user', path: '/api/auth/logout', body: { all: true } };
    default: {
      const [method, path = ''] = operation.split(' ');
      return method === 'GET' && !path.includes('{') ? { role: 'admin', path, body: undefined } : undefined;
    }
  }
}
