import { runScenario, send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { ADMIN, startTestService, type TestService } from '../testing/test-service.js';
import { type Role, World } from '../testing/world.js';

/** Who asks about Alice's account, and what the answer is. In single-user mode the administrator asks about their own. */
interface Row {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: Readonly<Record<'nobody' | 'user' | 'other' | 'admin' | 'singleUser', number>>;
}

const CREDENTIAL = { id: 'AA', rawId: 'AA', type: 'public-key' };

const ROWS: readonly Row[] = [
  {
    method: 'GET',
    path: '/api/auth/verify',
    status: { nobody: 401, user: 204, other: 204, admin: 204, singleUser: 204 },
  },
  {
    method: 'GET',
    path: '/api/auth/keys',
    status: { nobody: 401, user: 200, other: 200, admin: 200, singleUser: 200 },
  },
  {
    method: 'DELETE',
    path: '/api/auth/keys',
    status: { nobody: 401, user: 204, other: 204, admin: 204, singleUser: 204 },
  },
  {
    method: 'DELETE',
    path: '/api/auth/keys/{alice}',
    status: { nobody: 401, user: 404, other: 404, admin: 404, singleUser: 404 },
  },
  {
    method: 'GET',
    path: '/api/users/{alice}/keys',
    status: { nobody: 401, user: 200, other: 403, admin: 200, singleUser: 200 },
  },
  {
    method: 'DELETE',
    path: '/api/users/{alice}/keys/nonsense',
    status: { nobody: 401, user: 404, other: 403, admin: 404, singleUser: 404 },
  },
  {
    method: 'GET',
    path: '/api/users/invitations',
    status: { nobody: 401, user: 403, other: 403, admin: 200, singleUser: 403 },
  },
  {
    method: 'POST',
    path: '/api/users/invitations',
    body: {},
    status: { nobody: 401, user: 403, other: 403, admin: 201, singleUser: 403 },
  },
  {
    method: 'DELETE',
    path: '/api/users/invitations/nonsense',
    status: { nobody: 401, user: 403, other: 403, admin: 404, singleUser: 403 },
  },
  {
    method: 'POST',
    path: '/api/users/{alice}/reset-link',
    status: { nobody: 401, user: 403, other: 403, admin: 201, singleUser: 201 },
  },
  {
    method: 'POST',
    path: '/api/auth/accept',
    body: { token: 'unknown', password: 'Accepted-1' },
    status: { nobody: 404, user: 404, other: 404, admin: 404, singleUser: 404 },
  },
  {
    method: 'GET',
    path: '/api/users/usage',
    status: { nobody: 401, user: 403, other: 403, admin: 200, singleUser: 200 },
  },
  {
    method: 'GET',
    path: '/api/auth/sessions',
    status: { nobody: 401, user: 200, other: 200, admin: 200, singleUser: 200 },
  },
  {
    method: 'DELETE',
    path: '/api/auth/sessions/{alice}',
    status: { nobody: 401, user: 404, other: 404, admin: 404, singleUser: 404 },
  },
  {
    method: 'DELETE',
    path: '/api/auth/sessions/nonsense',
    status: { nobody: 401, user: 404, other: 404, admin: 404, singleUser: 404 },
  },
  {
    method: 'GET',
    path: '/api/users/{alice}/identities',
    status: { nobody: 401, user: 200, other: 403, admin: 200, singleUser: 200 },
  },
  {
    method: 'DELETE',
    path: '/api/users/{alice}/identities/codehost',
    status: { nobody: 401, user: 404, other: 403, admin: 404, singleUser: 404 },
  },
  {
    method: 'DELETE',
    path: '/api/users/{alice}/identities/elsewhere',
    body: {},
    status: { nobody: 401, user: 404, other: 403, admin: 404, singleUser: 404 },
  },
  {
    method: 'GET',
    path: '/api/auth/second-factor',
    status: { nobody: 401, user: 200, other: 200, admin: 200, singleUser: 200 },
  },
  {
    method: 'POST',
    path: '/api/auth/second-factor/confirm',
    body: { code: '000000' },
    status: { nobody: 401, user: 400, other: 400, admin: 400, singleUser: 400 },
  },
  {
    method: 'POST',
    path: '/api/auth/second-factor',
    status: { nobody: 401, user: 200, other: 200, admin: 200, singleUser: 200 },
  },
  {
    method: 'DELETE',
    path: '/api/auth/second-factor',
    status: { nobody: 401, user: 404, other: 404, admin: 404, singleUser: 404 },
  },
  {
    method: 'DELETE',
    path: '/api/users/{alice}/second-factor',
    body: {},
    status: { nobody: 401, user: 403, other: 403, admin: 404, singleUser: 404 },
  },
  {
    method: 'GET',
    path: '/api/auth/providers',
    status: { nobody: 200, user: 200, other: 200, admin: 200, singleUser: 200 },
  },
  {
    method: 'GET',
    path: '/api/auth/passkeys',
    status: { nobody: 401, user: 200, other: 200, admin: 200, singleUser: 200 },
  },
  {
    method: 'POST',
    path: '/api/auth/passkeys/options',
    status: { nobody: 401, user: 200, other: 200, admin: 200, singleUser: 200 },
  },
  {
    method: 'POST',
    path: '/api/auth/passkeys',
    body: { credential: { ...CREDENTIAL, response: { clientDataJSON: 'AA', attestationObject: 'AA' } } },
    status: { nobody: 401, user: 400, other: 400, admin: 400, singleUser: 400 },
  },
  {
    method: 'DELETE',
    path: '/api/auth/passkeys/nonsense',
    status: { nobody: 401, user: 404, other: 404, admin: 404, singleUser: 404 },
  },
  {
    method: 'POST',
    path: '/api/auth/passkeys/sign-in/options',
    status: { nobody: 200, user: 200, other: 200, admin: 200, singleUser: 200 },
  },
  {
    method: 'POST',
    path: '/api/auth/passkeys/sign-in',
    body: {
      credential: { ...CREDENTIAL, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } },
    },
    status: { nobody: 401, user: 401, other: 401, admin: 401, singleUser: 401 },
  },
  {
    method: 'DELETE',
    path: '/api/users/{alice}/passkeys',
    status: { nobody: 401, user: 403, other: 403, admin: 404, singleUser: 404 },
  },
];

const name = ({ method, path, body }: Row) =>
  `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`;

describe('in multi-user mode', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(() => world.close());

  const ACTORS: readonly (readonly [keyof Row['status'], Role])[] = [
    ['nobody', 'nobody'],
    ['user', 'alice'],
    ['other', 'bob'],
    ['admin', 'admin'],
  ];
  for (const row of ROWS)
    test.each(ACTORS)(`${name(row)} by %s`, async (who, as) => {
      const { status, ...request } = row;
      await runScenario<Role>((sent, actor) => world.ask(sent, actor), {
        ...request,
        name: `by ${who}`,
        as,
        status: status[who],
      });
    });
});

describe('in single-user mode', () => {
  let service: TestService;
  let token: string;
  let id: string;
  beforeAll(async () => {
    service = await startTestService({ SINGLE_USER_MODE: 'true' });
    const { json } = await send(service.base, { method: 'POST', path: '/api/auth/login', body: ADMIN });
    ({
      token,
      user: { id },
    } = json as { token: string; user: { id: string } });
  });
  afterAll(() => service.close());

  for (const row of ROWS)
    test(`${name(row)} by the default administrator`, async () => {
      const { status, ...request } = row;
      const path = row.path.replace('{alice}', id);
      const headers = { authorization: `Bearer ${token}` };
      await runScenario(service.base, {
        ...request,
        path,
        headers,
        name: 'by the administrator',
        status: status.singleUser,
      });
    });
});
