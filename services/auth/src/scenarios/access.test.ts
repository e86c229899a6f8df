import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScenarios } from '../testing/scenario.js';
import { World } from '../testing/world.js';

interface Operation {
  method: string;
  path: string;
  security: unknown[] | undefined;
  bodyRequired: boolean | undefined;
}

let world: World;
let operations: Operation[];
beforeAll(async () => {
  world = await World.open();
  const { json } = await world.ask({ path: '/openapi.json' });
  const { paths } = json as {
    paths: Record<string, Record<string, { security?: unknown[]; requestBody?: { required?: boolean } }>>;
  };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      security,
      bodyRequired: requestBody?.required,
    })),
  );
});
afterAll(() => world.close());

/** What nobody needs a token for; anything else of the document does. */
const PUBLIC = new Set([
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/accept',
  'POST /api/auth/setup',
  'GET /api/auth/system-info',
  'GET /api/auth/providers',
  'POST /api/auth/passkeys/sign-in/options',
  'POST /api/auth/passkeys/sign-in',
  'GET /api/auth/oauth/{provider}',
  'GET /api/auth/oauth/{provider}/callback',
  'POST /api/auth/oauth/exchange',
  'GET /health',
  'GET /ready',
  'GET /metrics',
  'GET /docs',
  'GET /openapi.json',
]);
const ADMIN_ONLY = [
  'POST /api/auth/reset-password',
  'GET /api/users/',
  'POST /api/users/',
  'DELETE /api/users/{id}',
  'GET /api/users/stats',
  'GET /api/users/invitations',
  'POST /api/users/invitations',
  'DELETE /api/users/invitations/{id}',
  'POST /api/users/{id}/reset-link',
  'GET /api/users/audit',
  'DELETE /api/users/{id}/second-factor',
  'DELETE /api/users/{id}/passkeys',
  'GET /api/users/usage',
];
/** For the speech service, with a token of its own. */
const FOR_SPEECH = 'POST /api/users/usage';
/** Posts whose body is only a proof or an option. */
const OPTIONAL_BODIES = new Set([
  '/api/auth/logout',
  '/api/auth/second-factor',
  '/api/auth/passkeys/options',
  '/api/users/{id}/reset-link',
  '/api/users/invitations',
  '/api/auth/second-factor/recovery-codes',
  '/api/auth/oauth/{provider}',
]);
const NOBODYS_ID = '01939c4e-7f00-7000-8000-000000000000';
const concrete = (path: string) => path.replace('{id}', NOBODYS_ID).replace('{provider}', 'codehost');

/** `GET`, `POST /a`, `DELETE …/:id`: a method waits for its path, a path without one has the last, and … is the path before. */
function documentedRoutes(page: string): string[] {
  return [...page.matchAll(/^\| (`[^|]*\/(?:auth|users)[^|]*) \|/gm)].flatMap(([, cell = '']) => {
    const routes: string[] = [];
    let methods: string[] = [];
    let base = '';
    let isComplete = false;
    for (const [, entry = ''] of cell.matchAll(/`([^`]+)`/g)) {
      const [, method, path] = /^([A-Z]+)? ?(.*)$/.exec(entry) ?? [];
      if (method) methods = isComplete ? [method] : [...methods, method];
      isComplete = path !== '';
      if (!path) continue;
      if (!path.startsWith('…')) base = path;
      routes.push(...methods.map((one) => `${one} /api${path.replace('…', base)}`));
    }
    return routes;
  });
}

describe('the document', () => {
  test('names the routes of docs/accounts.md and no other', async () => {
    const page = await readFile(new URL('../../../../docs/accounts.md', import.meta.url), 'utf8');
    const routes = operations.filter(({ path }) => path.startsWith('/api/'));
    expect(documentedRoutes(page).sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`).sort(),
    );
  });

  test('names every route of the service and no other', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        ...PUBLIC,
        ...ADMIN_ONLY,
        FOR_SPEECH,
        'POST /api/auth/oauth/{provider}',
        'POST /api/auth/logout',
        'GET /api/auth/me',
        'POST /api/auth/change-password',
        'GET /api/users/{id}',
        'PUT /api/users/{id}',
        'GET /api/auth/verify',
        'GET /api/auth/keys',
        'POST /api/auth/keys',
        'DELETE /api/auth/keys',
        'DELETE /api/auth/keys/{id}',
        'GET /api/users/{id}/keys',
        'DELETE /api/users/{id}/keys/{key_id}',
        'GET /api/auth/sessions',
        'DELETE /api/auth/sessions/{id}',
        'GET /api/users/{id}/identities',
        'DELETE /api/users/{id}/identities/{provider}',
        'GET /api/auth/second-factor',
        'POST /api/auth/second-factor',
        'POST /api/auth/second-factor/confirm',
        'POST /api/auth/second-factor/recovery-codes',
        'DELETE /api/auth/second-factor',
        'GET /api/auth/passkeys',
        'POST /api/auth/passkeys/options',
        'POST /api/auth/passkeys',
        'DELETE /api/auth/passkeys/{id}',
      ].sort(),
    );
  });

  test('says of each whether it needs a token', () => {
    for (const { method, path, security } of operations)
      expect(security, `${method} ${path}`).toEqual(PUBLIC.has(`${method} ${path}`) ? [] : [{ bearer: [] }]);
  });
});

describe('the bodies in the document', () => {
  test('are required where one of their fields is', () => {
    for (const { method, path, bodyRequired } of operations.filter((one) => one.bodyRequired !== undefined))
      expect(bodyRequired, `${method} ${path}`).toBe(method !== 'DELETE' && !OPTIONAL_BODIES.has(path));
  });
});

describe('without a token', () => {
  test('every route that is not public is a 401, whatever comes with it', async () => {
    const others = new Set([...PUBLIC, FOR_SPEECH]);
    for (const { method, path } of operations.filter((one) => !others.has(`${one.method} ${one.path}`))) {
      const body = method === 'GET' ? {} : { body: { junk: true } };
      expect((await world.ask({ method, path: concrete(path), ...body })).status, `${method} ${path}`).toBe(401);
    }
  });
});

describe('with a user’s token', () => {
  // ASVS 8.2.1
  test('every administrative route is a 403, also by HEAD, with a slash more or less, or by an overridden method', async () => {
    for (const operation of ADMIN_ONLY) {
      const [method = '', path = ''] = operation.split(' ');
      const url = concrete(path);
      const other = url.endsWith('/') ? url.slice(0, -1) : `${url}/`;
      for (const target of [url, other])
        expect((await world.ask({ method, path: target }, 'alice')).status, operation).toBe(403);
      if (method === 'GET') expect((await world.ask({ method: 'HEAD', path: url }, 'alice')).status).toBe(403);
    }
    const override = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
    const answer = await world.ask({ path: '/api/users/{bob}', headers: override }, 'alice');
    expect(answer.status).toBe(403);
  });

  runScenarios(
    () => world,
    [
      { name: 'one’s own record is open', as: 'alice', path: '/api/users/{alice}', status: 200 },
      {
        name: 'one’s own record is open by HEAD',
        as: 'alice',
        method: 'HEAD',
        path: '/api/users/{alice}',
        status: 200,
      },
      { name: 'another’s record is a 403', as: 'alice', path: '/api/users/{bob}', status: 403 },
      {
        name: 'a record that does not exist is the same 403',
        as: 'alice',
        path: `/api/users/${NOBODYS_ID}`,
        status: 403,
      },
      { name: 'an id that can not exist is the same 403', as: 'alice', path: '/api/users/1', status: 403 },
      {
        name: 'another’s record is not to be changed',
        as: 'alice',
        method: 'PUT',
        path: '/api/users/{bob}',
        body: { email: null },
        status: 403,
      },
      {
        // ASVS 8.2.3, 15.3.3
        name: 'one’s own role is not to be changed',
        as: 'alice',
        method: 'PUT',
        path: '/api/users/{alice}',
        body: { role: 'admin' },
        status: 403,
      },
      {
        name: 'not even to what it is',
        as: 'alice',
        method: 'PUT',
        path: '/api/users/{alice}',
        body: { role: 'user' },
        status: 403,
      },
      {
        name: 'one’s own account is not to be deleted',
        as: 'alice',
        method: 'DELETE',
        path: '/api/users/{alice}',
        status: 403,
      },
    ],
  );

  // ASVS 8.2.2
  test('another’s record and none at all are told apart by nothing', async () => {
    const another = await world.ask({ path: '/api/users/{bob}' }, 'alice');
    const none = await world.ask({ path: `/api/users/${NOBODYS_ID}` }, 'alice');
    expect(none.text).toBe(another.text);
  });
});

describe('with an administrator’s token', () => {
  runScenarios(
    () => world,
    [
      { name: 'a record that does not exist is a 404', as: 'admin', path: `/api/users/${NOBODYS_ID}`, status: 404 },
      {
        name: 'nor can it be changed',
        as: 'admin',
        method: 'PUT',
        path: `/api/users/${NOBODYS_ID}`,
        body: { email: null },
        status: 404,
      },
      { name: 'nor deleted', as: 'admin', method: 'DELETE', path: `/api/users/${NOBODYS_ID}`, status: 404 },
      {
        name: 'nor given a password',
        as: 'admin',
        method: 'POST',
        path: '/api/auth/reset-password',
        body: { user_id: NOBODYS_ID, new_password: 'Other7Horse' },
        status: 404,
      },
      {
        name: 'nor when the id is none',
        as: 'admin',
        method: 'POST',
        path: '/api/auth/reset-password',
        body: { user_id: 'bob', new_password: 'Other7Horse' },
        status: 404,
      },
    ],
  );
});

describe('pages', () => {
  // ASVS 3.4.3–3.4.6
  test('tell browsers what may be loaded, and other origins nothing', async () => {
    const answer = await world.ask({ path: '/api/auth/system-info', headers: { origin: 'https://evil.example' } });
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    if (process.env.TEST_BASE_URL === undefined) expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});
