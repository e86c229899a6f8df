import { createHmac } from 'node:crypto';
import type { User } from '@ownvoice/shared/contract';
import fc from 'fast-check';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identify, tokens } from './tokens.js';

const SECRET = '3f1d9a7be05c4826b1f0d2c9a8e7465f';
const now = Math.floor(Date.now() / 1000);
const claims = {
  sub: '01939c4e-7f00-7000-8000-000000000001',
  username: 'ada',
  role: 'user' as const,
  jti: '01939c4e-7f00-7000-8000-000000000002',
  iat: now,
  exp: now + 900,
};
const whole = { ...claims, iss: 'ownvoice', aud: 'ownvoice' };

const ada: User = { id: claims.sub, username: 'ada', email: null, role: 'user', created_at: 0, updated_at: 0 };
let app: FastifyInstance;
/** The holder of every token, or why the store can't be asked. */
let holder: User | undefined | Error;
/** The ids that the store was asked for. */
let asked: string[];
beforeAll(async () => {
  app = fastify();
  await app.register(tokens, {
    secret: SECRET,
    lifetime: 900,
    holderOf: async (jti) => {
      asked.push(jti);
      if (holder instanceof Error) throw holder;
      return holder && { user: holder, issuedAt: now * 1000, hasSecondFactor: false };
    },
  });
  app.get('/', async (request) => ({ user: (await identify(request)) ?? null, claims: request.claims }));
});
afterAll(() => app.close());
beforeEach(() => {
  holder = ada;
  asked = [];
});

/** Asks with a header. @returns the user whom it identifies, the claims it was read as, and the status */
async function send(authorization: string) {
  const answer = await app.inject({ url: '/', headers: { authorization } });
  return { status: answer.statusCode, ...answer.json() };
}
const NOBODY = { status: 200, user: null, claims: null };
const verify = (token: string) => send(`Bearer ${token}`);

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const forge = (header: object, payload: object, hash = 'sha256', key = SECRET) => {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`;
};
const HS256 = { alg: 'HS256', typ: 'JWT' };

describe('tokens', () => {
  test('a token states its user and expiry', async () => {
    expect(await verify(app.tokens.sign(claims))).toEqual({ status: 200, user: ada, claims: whole });
    expect(await verify(forge(HS256, whole))).toEqual({ status: 200, user: ada, claims: whole });
  });

  // ASVS 7.2.1–7.2.4, 9.1.1–9.2.3
  test.each([
    { alg: 'none', typ: 'JWT' },
    { alg: 'NoNe', typ: 'JWT' },
    { typ: 'JWT' },
    { alg: 'RS256', typ: 'JWT' },
    { alg: 'HS256', typ: 'JWT', kid: '../../dev/null' },
    { alg: 'HS256', typ: 'JWT', jku: 'https://evil.example/keys' },
    { alg: 'HS256', typ: 'JWT', x5u: 'https://evil.example/cert' },
    { alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AA' } },
    { typ: 'JWT', alg: 'HS256' },
  ])('with any other header than ours are refused, rightly signed or not: %j', async (header) => {
    expect(await verify(forge(header, whole))).toEqual(NOBODY);
    expect(await verify(`${part(header)}.${part(whole)}.`)).toEqual(NOBODY);
    expect(await verify(`${part(header)}.${part(whole)}`)).toEqual(NOBODY);
  });

  // ASVS 7.2.1–7.2.4, 9.1.1–9.2.3
  test('signed by another algorithm or key are refused', async () => {
    expect(await verify(forge({ alg: 'HS512', typ: 'JWT' }, whole, 'sha512'))).toEqual(NOBODY);
    expect(await verify(forge(HS256, whole, 'sha512'))).toEqual(NOBODY);
    expect(await verify(forge(HS256, whole, 'sha256', `${SECRET}x`))).toEqual(NOBODY);
  });

  // ASVS 7.2.1–7.2.4, 9.1.1–9.2.3
  test.each([
    { exp: undefined },
    { iss: undefined },
    { aud: undefined },
    { jti: undefined },
    { sub: undefined },
    { iat: undefined },
    { aud: ['ownvoice'] },
    { aud: 'other' },
    { iss: 'other' },
    { exp: String(now + 900) },
    { exp: -1 },
    { exp: 1e308 },
    { exp: now - 1 },
    { exp: -1e308 },
    { iat: now + 600 },
    { nbf: now + 600 },
    { nbf: 1e308 },
    { nbf: 'soon' },
    { sub: 'admin' },
    { role: 'root' },
    { extra: true },
  ])('with other claims than ours are refused, though rightly signed: %j', async (change) => {
    expect(await verify(forge(HS256, { ...whole, ...change }))).toEqual(NOBODY);
  });

  test('from a replica whose clock is half a minute ahead are accepted', async () => {
    expect(await verify(forge(HS256, { ...whole, iat: now + 30 }))).toMatchObject({ user: ada });
  });

  test('whose signature is written in another way are refused', async () => {
    const token = app.tokens.sign(claims);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const last of alphabet.replace(token.slice(-1), ''))
      expect(await verify(token.slice(0, -1) + last)).toEqual(NOBODY);
  });

  test('a token put together from two is refused', async () => {
    const [header, , signature] = app.tokens.sign(claims).split('.');
    const [, payload] = app.tokens.sign({ ...claims, role: 'admin' }).split('.');
    expect(await verify(`${header}.${payload}.${signature}`)).toEqual(NOBODY);
  });

  test('whose claims are no object, or no JSON, are refused, though rightly signed', async () => {
    for (const payload of ['null', '[]', '"text"', '7', '{', '']) {
      const input = `${part(HS256)}.${Buffer.from(payload).toString('base64url')}`;
      expect(await verify(`${input}.${createHmac('sha256', SECRET).update(input).digest('base64url')}`)).toEqual(
        NOBODY,
      );
    }
  });

  test('no text that we did not sign is a token', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.array(fc.base64String()).map((parts) => parts.join('.')),
    );
    await fc.assert(fc.asyncProperty(text, async (one) => void expect(await verify(one)).toEqual(NOBODY)));
    const headed = text.map((one) => `${part(HS256)}.${one}`);
    await fc.assert(fc.asyncProperty(headed, async (one) => void expect(await verify(one)).toEqual(NOBODY)));
    expect(asked).toEqual([]);
  });

  test('of a revoked id, or whose user or role the store knows otherwise, are refused', async () => {
    const token = app.tokens.sign(claims);
    for (const other of [undefined, { ...ada, id: claims.jti }, { ...ada, role: 'admin' as const }]) {
      holder = other;
      expect(await verify(token)).toEqual(NOBODY);
    }
    expect(asked).toEqual(Array(3).fill(claims.jti));
  });

  test('a token is looked up at every request', async () => {
    const token = app.tokens.sign(claims);
    await verify(token);
    holder = { ...ada, username: 'lovelace' };
    expect((await verify(token)).user).toEqual(holder);
    holder = undefined;
    expect(await verify(token)).toEqual(NOBODY);
  });

  test('a token is neither valid nor invalid while the database is unavailable', async () => {
    holder = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    expect((await verify(app.tokens.sign(claims))).status).toBe(500);
  });
});
