import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Landing } from '../testing/oauth/browser.js';
import {
  enrol,
  type IdentityProvider,
  type Person,
  startIdentityProvider,
} from '../testing/oauth/identity-provider.js';
import {
  type OAuthService,
  PUBLIC_URL,
  providerEnvironment,
  startOAuthService,
  toCallback,
} from '../testing/oauth/service.js';
import { ADMIN } from '../testing/test-service.js';

type Name = 'codehost' | 'modelhub';
const NAMES: readonly Name[] = ['codehost', 'modelhub'];
const ACCEPT_JSON = { accept: 'application/json' };

let idp: IdentityProvider;
let service: OAuthService;
let people = 0;

beforeAll(async () => {
  idp = await startIdentityProvider(PUBLIC_URL);
  service = await startOAuthService({
    ...providerEnvironment('CODEHOST', idp.codehost),
    ...providerEnvironment('MODELHUB', idp.modelhub),
  });
});
afterAll(async () => {
  await service.close();
  await idp[Symbol.asyncDispose]();
});

/** Somebody new at the provider, and at the browser. */
function newcomer(fields: Partial<Person> = {}): Person {
  people += 1;
  idp.atTheBrowser = enrol(idp, { sub: `person-${people}`, id: 1000 + people, ...fields });
  return idp.atTheBrowser;
}

async function signIn(name: Name, browser = service.browser()): Promise<Landing> {
  return browser.get(await toCallback(browser, name), ACCEPT_JSON);
}

const sessionOf = (landing: Landing) => {
  expect(landing.status, landing.text).toBe(200);
  return JSON.parse(landing.text) as {
    token: string;
    user: { id: string; username: string; email: string; role: string };
  };
};

async function expectRefusal(landing: Landing, status: number): Promise<void> {
  expect(landing.status, landing.text).toBe(status);
  expect(JSON.parse(landing.text)).toEqual({ error: expect.any(String), code: expect.any(String) });
  expect(landing.headers.get('location')).toBeNull();
}

describe.each(NAMES)('signing in by the %s', (name) => {
  // ASVS 14.3.2
  test('gives a session to those who ask for JSON, for a new account with the role user', async () => {
    const person = newcomer();
    const landing = await signIn(name);
    const session = sessionOf(landing);
    expect(session).toEqual({
      token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 604_800,
      user: expect.objectContaining({ username: person.login, email: person.email, role: 'user' }),
    });
    expect(landing.headers.get('cache-control')).toBe('no-store');
    expect(await service.send('GET', '/api/auth/me', undefined, session.token)).toMatchObject({
      status: 200,
      json: session.user,
    });
  });

  test('sends a browser on to where it began, with a code that it exchanges once for the session (attack 84)', async () => {
    newcomer();
    const browser = service.browser();
    const landing = await browser.get(await toCallback(browser, name, '/account?tab=1'), {
      accept: 'text/html,*/*;q=0.8',
    });
    expect(landing.status).toBe(303);
    const location = landing.headers.get('location') ?? '';
    expect(location).toMatch(/^\/account\?tab=1#code=[\w-]{43}$/);
    expect(landing.headers.get('cache-control')).toBe('no-store');
    const code = new URLSearchParams(location.split('#')[1]).get('code') ?? '';
    const exchange = (by: typeof browser) => by.post(`${PUBLIC_URL}/api/auth/oauth/exchange`, { code });
    await expectRefusal(await exchange(service.browser()), 400);
    const answers = await Promise.all([exchange(browser), exchange(browser), exchange(browser)]);
    const [session] = answers.filter(({ status }) => status === 200).map(sessionOf);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
    expect((await service.send('GET', '/api/auth/me', undefined, session?.token)).status).toBe(200);
    await expectRefusal(await exchange(browser), 400);
    expect(JSON.stringify(await service.query('SELECT * FROM audit_events')) + service.log()).not.toContain(code);
  });

  test('a code dies with the tokens of its user, such as at a reset of the password', async () => {
    newcomer();
    const browser = service.browser();
    const codeOf = async () => {
      const { headers } = await browser.get(await toCallback(browser, name), { accept: 'text/html' });
      return new URLSearchParams(headers.get('location')?.split('#')[1]).get('code') ?? '';
    };
    const exchange = (code: string) => browser.post(`${PUBLIC_URL}/api/auth/oauth/exchange`, { code });
    const { user } = sessionOf(await exchange(await codeOf()));
    const code = await codeOf();
    const { json: admin } = await service.send('POST', '/api/auth/login', ADMIN);
    const reset = { user_id: user.id, new_password: 'Renewed-77' };
    expect((await service.send('POST', '/api/auth/reset-password', reset, admin.token)).status).toBe(204);
    await expectRefusal(await exchange(code), 400);
  });

  test.each(['//evil.example', 'https:evil.example', '/\\evil.example', 'javascript:alert(1)', '/.//evil.example'])(
    'never sends a browser elsewhere: %s',
    async (returnTo) => {
      newcomer();
      const browser = service.browser();
      const landing = await browser.get(await toCallback(browser, name, returnTo));
      expect(landing.headers.get('location')).toMatch(/^\/#code=/);
    },
  );

  test('finds the same account again, also when its e-mail has changed at the provider', async () => {
    const person = newcomer();
    const first = sessionOf(await signIn(name));
    person.email = `changed-${person.sub}@example.org`;
    expect(sessionOf(await signIn(name)).user).toEqual(first.user);
  });

  test('finds a known account also when its e-mail is no longer verified at the provider', async () => {
    const person = newcomer();
    const first = sessionOf(await signIn(name));
    person.emailVerified = false;
    expect(sessionOf(await signIn(name)).user).toEqual(first.user);
  });

  test.each([
    ['is not verified', { emailVerified: false }],
    ['is verified in words only', { emailVerified: 'false' }],
    ['is absent', { email: undefined }],
    ['is null', { email: null }],
    ['is a list', { email: ['a@example.org'] }],
  ])('makes nothing when the e-mail %s', async (_, fields) => {
    newcomer(fields);
    const before = await service.count('users');
    await expectRefusal(await signIn(name), 400);
    expect(await service.count('users')).toBe(before);
  });

  test('does not link an account by an e-mail that is not verified', async () => {
    const person = newcomer({ emailVerified: false });
    await service.send('POST', '/api/auth/register', {
      username: person.login,
      email: person.email,
      password: 'Genuine-1',
    });
    await expectRefusal(await signIn(name), 400);
    expect(
      await service.count('identities i JOIN users u ON u.id = i.user_id WHERE u.username = $1', [person.login]),
    ).toBe(0);
  });

  test('leaves a squatter of the address neither password nor token', async () => {
    const person = newcomer();
    const squatter = { username: `squatter-${person.sub}`, password: 'Squatted-1' };
    const { json: old } = await service.send('POST', '/api/auth/register', { ...squatter, email: person.email });
    const session = sessionOf(await signIn(name));
    expect(session.user.id).toBe(old.user.id);
    expect((await service.send('GET', '/api/auth/me', undefined, old.token)).status).toBe(401);
    expect((await service.send('POST', '/api/auth/login', squatter)).status).toBe(401);
    expect((await service.send('GET', '/api/auth/me', undefined, session.token)).status).toBe(200);
  });

  test('leaves an account whose address an administrator vouched for as it was', async () => {
    const person = newcomer();
    const admin = await service.send('POST', '/api/auth/login', ADMIN);
    const member = { username: `member-${person.sub}`, password: 'Genuine-1' };
    await service.send('POST', '/api/users/', { ...member, email: person.email }, admin.json.token);
    const { json: own } = await service.send('POST', '/api/auth/login', member);
    expect(sessionOf(await signIn(name)).user.id).toBe(own.user.id);
    expect((await service.send('GET', '/api/auth/me', undefined, own.token)).status).toBe(200);
    expect((await service.send('POST', '/api/auth/login', member)).status).toBe(200);
  });

  test('takes over no administrator by an address that was never proven (attack 85)', async () => {
    const person = newcomer();
    const { json: admin } = await service.send('POST', '/api/auth/login', ADMIN);
    const promoted = { username: `promoted-${person.sub}`, password: 'Promoted-1' };
    const { json: own } = await service.send('POST', '/api/auth/register', { ...promoted, email: person.email });
    await service.send('PUT', `/api/users/${own.user.id}`, { role: 'admin' }, admin.token);
    await expectRefusal(await signIn(name), 403);
    const { status, json: session } = await service.send('POST', '/api/auth/login', promoted);
    expect(status).toBe(200);

    // With the address vouched for it is linked, and everything stays.
    await service.send('PUT', `/api/users/${own.user.id}`, { email: person.email }, admin.token);
    expect(sessionOf(await signIn(name)).user.id).toBe(own.user.id);
    expect((await service.send('GET', '/api/auth/me', undefined, session.token)).status).toBe(200);
  });

  test('links the identity to the signed-in user who asks for it, and to nobody else (attack 85)', async () => {
    const person = newcomer();
    const { json: admin } = await service.send('POST', '/api/auth/login', ADMIN);
    const account = { username: `linking-${person.sub}`, password: 'Linking-1' };
    const { json: own } = await service.send('POST', '/api/auth/register', { ...account, email: person.email });
    await service.send('PUT', `/api/users/${own.user.id}`, { role: 'admin' }, admin.token);
    const { json: session } = await service.send('POST', '/api/auth/login', account);
    const begin = (browser: Browser, token: string) =>
      browser.get(`${PUBLIC_URL}/api/auth/oauth/${name}?link=1`, { authorization: `Bearer ${token}` });
    const callbackOf = async (browser: Browser, departure: Landing) => {
      const landed = await browser.follow(departure, (url) => url.origin === PUBLIC_URL);
      if (!(landed instanceof URL)) throw new Error(`no callback: ${landed.status}`);
      return await browser.get(landed, ACCEPT_JSON);
    };

    const browser = service.browser();
    expect((await browser.get(`${PUBLIC_URL}/api/auth/oauth/${name}?link=1`, ACCEPT_JSON)).status).toBe(401);
    const linked = sessionOf(await callbackOf(browser, await begin(browser, session.token)));
    expect(linked.user).toMatchObject({ id: own.user.id, role: 'admin' });
    expect((await service.send('GET', '/api/auth/me', undefined, session.token)).status).toBe(200);
    expect((await service.send('POST', '/api/auth/login', account)).status).toBe(200);
    expect(sessionOf(await signIn(name)).user.id).toBe(own.user.id);

    // Another user can't take it.
    const other = await begin(browser, admin.token);
    await expectRefusal(await callbackOf(browser, other), 403);
    expect(
      (await service.send('GET', `/api/users/${own.user.id}/identities`, undefined, admin.token)).json,
    ).toMatchObject({
      identities: [{ provider: name }],
    });
  });

  test('tells a page where to go for linking, which can send no token there', async () => {
    const account = { username: `paging-${name}`, password: 'Paging-1' };
    const { json: own } = await service.send('POST', '/api/auth/register', account);
    const path = `/api/auth/oauth/${name}`;
    const { status, json } = await service.send('POST', path, { return_to: '/account' }, own.token);
    expect({ status, json }).toEqual({ status: 200, json: { url: expect.stringMatching(/^http.*[?&]state=/) } });
    expect((await service.send('POST', path, {})).status).toBe(401);
    expect((await service.send('POST', '/api/auth/oauth/nobody', {}, own.token)).status).toBe(404);
  });

  test('links nothing once the session that asked for it has ended', async () => {
    newcomer();
    const person = idp.atTheBrowser as Person;
    const account = { username: `leaving-${person.sub}`, password: 'Leaving-1', email: `own-${person.email}` };
    const { json: own } = await service.send('POST', '/api/auth/register', account);
    const browser = service.browser();
    const headers = { authorization: `Bearer ${own.token}` };
    const departure = await browser.get(`${PUBLIC_URL}/api/auth/oauth/${name}?link=1`, headers);
    const landed = await browser.follow(departure, (url) => url.origin === PUBLIC_URL);
    await service.send('POST', '/api/auth/logout', {}, own.token);
    await expectRefusal(await browser.get(landed as URL, ACCEPT_JSON), 400);
    expect(await service.count('identities WHERE user_id = $1', [own.user.id])).toBe(0);
  });

  test('is a 403 for those who decline at the provider', async () => {
    idp.atTheBrowser = undefined;
    await expectRefusal(await signIn(name), 403);
  });

  test('makes an account that no password opens, and says no more about it than about nobody', async () => {
    const person = newcomer();
    sessionOf(await signIn(name));
    const known = await service.send('POST', '/api/auth/login', { username: person.login, password: 'Anything-1' });
    const unknown = await service.send('POST', '/api/auth/login', { username: 'nobody-here', password: 'Anything-1' });
    expect(known).toEqual(unknown);
    expect(known.status).toBe(401);
  });
});

test('an OpenID Connect issuer in the place of the code host signs in by its verified claims', async () => {
  const { clientId, clientSecret } = idp.codehost;
  const other = await startOAuthService(
    providerEnvironment('CODEHOST', { clientId, clientSecret, issuer: idp.origin }),
  );
  try {
    const person = newcomer();
    const browser = other.browser();
    const callback = await toCallback(browser, 'codehost');
    const session = sessionOf(await browser.get(callback, ACCEPT_JSON));
    expect(session.user).toMatchObject({ username: person.login, email: person.email, role: 'user' });
    expect(await other.query('SELECT provider, subject FROM identities')).toEqual([
      { provider: 'codehost', subject: person.sub },
    ]);
    newcomer({ emailVerified: false });
    const stranger = other.browser();
    await expectRefusal(await stranger.get(await toCallback(stranger, 'codehost'), ACCEPT_JSON), 400);
  } finally {
    await other.close();
  }
});

describe('an OpenID Connect issuer', () => {
  /** Signs people in by an issuer at a service with settings of its own. */
  async function withIssuer(
    issuer: IdentityProvider,
    environment: Record<string, string>,
    work: (signIn: (person: Person) => Promise<Landing>, at: OAuthService) => Promise<void>,
  ): Promise<void> {
    const at = await startOAuthService({ ...providerEnvironment('MODELHUB', issuer.modelhub), ...environment });
    try {
      await work(async (person) => {
        issuer.atTheBrowser = person;
        const browser = at.browser();
        return await browser.get(await toCallback(browser, 'modelhub'), ACCEPT_JSON);
      }, at);
    } finally {
      await at.close();
    }
  }
  const person = (issuer: IdentityProvider, login: string, fields: Partial<Person> = {}) =>
    enrol(issuer, { sub: `issuer-${login}`, id: 1, login, ...fields });

  test.each([
    ['that wants the secret in the body', { secretInBody: true }],
    ['without a userinfo endpoint', { withoutUserinfo: true }],
    ['with the e-mail only in its ID token', { emailOnlyInIdToken: true }],
  ])('%s signs in by a verified e-mail and tries its code once (attack 92)', async (_, quirks) => {
    const host = await startIdentityProvider(PUBLIC_URL, quirks);
    try {
      await withIssuer(host, {}, async (signIn) => {
        expect(sessionOf(await signIn(person(host, 'tess'))).user).toMatchObject({
          username: 'tess',
          email: 'tess@example.org',
        });
        expect(host.tokenRequests).toBe(1);
        await expectRefusal(await signIn(person(host, 'uwe', { emailVerified: false })), 400);
      });
    } finally {
      await host[Symbol.asyncDispose]();
    }
  });

  test('whose e-mails are trusted signs in by one that it does not call verified', async () => {
    await withIssuer(idp, { MODELHUB_TRUST_EMAIL: 'true' }, async (signIn) => {
      const emailVerified = false;
      expect(sessionOf(await signIn(person(idp, 'vera', { emailVerified }))).user.email).toBe('vera@example.org');
    });
  });

  test('signs in by addresses of the allowed domains only', async () => {
    await withIssuer(idp, { MODELHUB_ALLOWED_DOMAINS: 'Example.com, @example.net' }, async (signIn, at) => {
      const outside = await signIn(person(idp, 'otto'));
      expect(JSON.parse(outside.text)).toMatchObject({ code: 'domain_not_allowed' });
      expect([outside.status, await at.count('identities')]).toEqual([403, 0]);
      sessionOf(await signIn(person(idp, 'nora', { email: 'nora@example.net' })));
    });
  });

  test('makes administrators of the members of a group at each sign-in, and leaves the last one', async () => {
    await withIssuer(idp, { OIDC_ADMIN_GROUP: 'voice-admins' }, async (signIn, at) => {
      const wanda = person(idp, 'wanda', { groups: ['staff', 'voice-admins'] });
      const first = sessionOf(await signIn(wanda));
      expect(first.user.role).toBe('admin');
      wanda.groups = ['staff'];
      expect(sessionOf(await signIn(wanda)).user.role).toBe('user');
      expect((await at.send('GET', '/api/auth/me', undefined, first.token)).status).toBe(401);
      expect(await at.query("SELECT reason FROM audit_events WHERE event = 'role_change' ORDER BY at")).toEqual([
        { reason: 'user_to_admin modelhub' },
        { reason: 'admin_to_user modelhub' },
      ]);
      wanda.groups = ['voice-admins'];
      sessionOf(await signIn(wanda));
      await at.query("UPDATE users SET role = 'user' WHERE username <> 'wanda'");
      wanda.groups = [];
      expect(sessionOf(await signIn(wanda)).user.role).toBe('admin');
    });
  });

  test('that is no issuer is named at the start, which goes on', async () => {
    const nobody = { ...idp.modelhub, issuer: `${idp.origin}/nowhere` };
    const at = await startOAuthService(providerEnvironment('MODELHUB', nobody));
    try {
      await expect.poll(() => at.log()).toContain('MODELHUB_ISSUER_URL: the issuer');
      expect((await at.send('GET', '/api/auth/system-info')).status).toBe(200);
    } finally {
      await at.close();
    }
  });
});

describe('the state of a sign-in', () => {
  let browser: Browser;
  let callback: URL;
  beforeEach(async () => {
    newcomer();
    browser = service.browser();
    callback = await toCallback(browser, 'codehost');
  });

  test('has 128 bits at least, and is told to the provider and to nobody else', () => {
    const state = callback.searchParams.get('state') ?? '';
    expect(Buffer.from(state, 'base64url').length).toBeGreaterThanOrEqual(16);
    const [[, secret = ''] = []] = browser.cookies(PUBLIC_URL);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(callback.href).not.toContain(secret);
  });

  test.each(['missing', 'wrong', 'given twice'])('the state of a sign-in is refused when it is %s', async (how) => {
    const state = callback.searchParams.get('state') ?? '';
    callback.searchParams.delete('state');
    if (how === 'wrong')
      callback.searchParams.set(
        'state',
        state.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      );
    if (how === 'given twice') for (const one of [state, state]) callback.searchParams.append('state', one);
    expect((await browser.get(callback, ACCEPT_JSON)).status).toBe(400);
  });

  test('the state of a sign-in works once', async () => {
    const cookies = new Map(browser.cookies(PUBLIC_URL));
    sessionOf(await browser.get(callback, ACCEPT_JSON));
    for (const [name, value] of cookies) browser.cookies(PUBLIC_URL).set(name, value);
    await expectRefusal(await browser.get(callback, ACCEPT_JSON), 400);
  });

  test('is refused once its ten minutes are over', async () => {
    const [newest] = await service.query<{ expires: Date }>('SELECT max(expires_at) AS expires FROM oauth_attempts');
    expect(Math.abs(Number(newest?.expires) - Date.now() - 600_000)).toBeLessThan(60_000);
    await service.query("UPDATE oauth_attempts SET expires_at = now() - interval '1 millisecond'");
    await expectRefusal(await browser.get(callback, ACCEPT_JSON), 400);
  });

  // ASVS 10.2.2
  test('is refused at the other provider', async () => {
    const elsewhere = new URL(callback.href.replace('/codehost/', '/modelhub/'));
    await expectRefusal(await browser.get(elsewhere, ACCEPT_JSON), 400);
  });

  // ASVS 10.1.2, 10.2.1
  test('is refused from another browser, which does not spoil it for its own', async () => {
    await expectRefusal(await service.browser().get(callback, ACCEPT_JSON), 400);
    sessionOf(await browser.get(callback, ACCEPT_JSON));
  });

  test('the state of a sign-in in one tab leaves that of another alone', async () => {
    const other = await toCallback(browser, 'modelhub');
    sessionOf(await browser.get(other, ACCEPT_JSON));
    sessionOf(await browser.get(callback, ACCEPT_JSON));
  });

  test('a callback with a state and no code is a 400', async () => {
    callback.searchParams.delete('code');
    await expectRefusal(await browser.get(callback, ACCEPT_JSON), 400);
  });

  test('a callback with a state and an unknown code is a 502', async () => {
    callback.searchParams.set('code', 'made-up');
    await expectRefusal(await browser.get(callback, ACCEPT_JSON), 502);
  });
});

test('a suspended account is a 403 at both providers, and its identity stays', async () => {
  newcomer();
  const browser = service.browser();
  const { user } = sessionOf(await browser.get(await toCallback(browser, 'modelhub'), ACCEPT_JSON));
  await service.query('UPDATE users SET suspended = true WHERE id = $1', [user.id]);
  for (const provider of ['modelhub', 'codehost'] as const)
    await expectRefusal(await browser.get(await toCallback(browser, provider), ACCEPT_JSON), 403);
  expect(await service.query('SELECT provider FROM identities WHERE user_id = $1', [user.id])).toEqual([
    { provider: 'modelhub' },
  ]);
});

describe('what is left behind', () => {
  test('every sign-in is an audit row and a log line, and neither holds a code, a state or a token', async () => {
    const person = newcomer();
    const browser = service.browser();
    const callback = await toCallback(browser, 'modelhub');
    const { user, token } = sessionOf(await browser.get(callback, ACCEPT_JSON));
    const entries = 'SELECT event, outcome, reason FROM audit_events WHERE user_id = $1 ORDER BY id';
    expect(await service.query(entries, [user.id])).toEqual([
      { event: 'oauth_create', outcome: 'success', reason: 'modelhub' },
      { event: 'oauth_login', outcome: 'success', reason: 'modelhub' },
    ]);
    expect(service.log()).toContain('"event":"oauth_create"');
    const traces = service.log() + JSON.stringify(await service.query('SELECT * FROM audit_events'));
    const { code, state } = Object.fromEntries(callback.searchParams);
    for (const secret of [token, code, state, ...browser.cookies(PUBLIC_URL).values(), idp.modelhub.clientSecret]) {
      expect(secret).toBeTruthy();
      expect(traces).not.toContain(secret);
    }
    expect(person.sub).toBeTruthy();
  });

  test('a provider without credentials is a 404, like one that does not exist', async () => {
    for (const path of ['elsewhere', 'elsewhere/callback?state=x', 'CODEHOST']) {
      await expectRefusal(await service.browser().get(`${PUBLIC_URL}/api/auth/oauth/${path}`), 404);
    }
  });
});
