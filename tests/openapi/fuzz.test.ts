import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { type AccountService, ADMIN, startAccounts } from '../processes/accounts.js';
import { Actors, type Role } from './actors.js';
import { type Plausible, type Probe, probesOf } from './arbitraries.js';
import { conformance } from './conformance.js';
import { type Operation, operationsOf } from './document.js';
import { typicalOf } from './typical.js';

/** Requests to each operation as each role; few where a password is hashed, which takes a quarter of a second. */
const PROBES = 15;
const PROBES_WITH_PASSWORD = 3;
const { seed } = fc.readConfigureGlobal();
const ROLES: readonly Role[] = ['nobody', 'user', 'admin'];
const SECRET = /\$2[aby]\$|\$argon2|password_hash":/;

/** Signing out costs a password too: whoever did it signs in again. */
const hashesPassword = ({ path, body }: Operation) =>
  path.endsWith('/logout') || Object.keys(body?.properties ?? {}).some((name) => name.includes('password'));

describe('every operation of the accounts document', () => {
  let service: AccountService;
  let actors: Actors;
  let operations: Operation[];
  let plausible: Plausible;
  let check: ReturnType<typeof conformance>;

  beforeAll(async () => {
    const PUBLIC_URL = 'http://localhost:8000';
    service = await startAccounts({
      CODEHOST_CLIENT_ID: 'client',
      CODEHOST_CLIENT_SECRET: 'secret',
      USAGE_TOKEN: 'what the speech service alone knows',
      PUBLIC_URL,
    });
    actors = new Actors(service, PUBLIC_URL);
    const document = await (await fetch(`${service.origin}/openapi.json`)).json();
    operations = operationsOf(document);
    check = conformance();
    // Never the administrator's own: by chance it would be demoted or deleted, and there would be nobody left to ask as.
    const id = await actors.idOf('user');
    const names = fc.stringMatching(/^[A-Za-z0-9_.-]{3,64}$/);
    plausible = {
      id: fc.oneof(fc.constant(id), fc.uuid({ version: 7 })),
      user_id: fc.uuid({ version: 7 }),
      username: fc.oneof(names, fc.constantFrom(ADMIN.username, ADMIN.email, 'ab', 'x'.repeat(65))),
      email: fc.oneof(fc.emailAddress(), fc.constantFrom(null, '', ADMIN.email, `${'x'.repeat(250)}@a.bc`)),
      password: fc.constantFrom('Fuzzing-1', 'Aa1aaa', 'short', `Aa1${'x'.repeat(69)}`, `Aa1${'x'.repeat(70)}`),
      current_password: fc.constantFrom('Fuzzing-1', '', `Aa1${'x'.repeat(70)}`),
      new_password: fc.constantFrom('Fuzzing-2', 'nope', `Aa1${'😀'.repeat(20)}`),
      provider: fc.constantFrom('codehost', 'modelhub', 'elsewhere'),
    };
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  // ASVS 15.3.1
  test('responds as declared and never with a 5xx, whatever is sent and by whom', async () => {
    onTestFailed(() => console.error(service.output().slice(-8_000)));
    const neverWell: string[] = [];
    for (const operation of operations) {
      const name = `${operation.method} ${operation.path}`;
      const statuses = new Set<number>();
      const send = async (role: Role, { path, body }: Probe) => {
        const answer = await actors.send(role, operation.method, path, body);
        const what = `seed ${seed}, ${role}: ${name} ${path.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 300)}`;
        check(operation, answer, what);
        expect(answer.text, what).not.toMatch(SECRET);
        if (operation.secured && role === 'nobody') expect([400, 401], what).toContain(answer.status);
        statuses.add(answer.status);
      };
      const typical = await typicalOf(name, actors);
      if (typical) await send(typical.role, typical);
      const numRuns = hashesPassword(operation) ? PROBES_WITH_PASSWORD : PROBES;
      for (const role of ROLES)
        for (const probe of fc.sample(probesOf(operation, plausible), { numRuns })) await send(role, probe);
      if (![...statuses].some((status) => status < 400)) neverWell.push(name);
    }
    // An operation that was only ever refused would not have been tried. Set-up is over, a state or a code can't be guessed, and
    // nobody has an identity that could be unlinked or knows the id of a session or `USAGE_TOKEN`.
    expect(neverWell.sort()).toEqual([
      'DELETE /api/auth/sessions/{id}',
      'DELETE /api/users/{id}/identities/{provider}',
      'GET /api/auth/oauth/{provider}/callback',
      'POST /api/auth/oauth/exchange',
      'POST /api/auth/setup',
      'POST /api/users/usage',
    ]);
    expect((await fetch(`${service.origin}/ready`)).status).toBe(200);
  }, 300_000);
});
