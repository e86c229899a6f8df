import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send } from '@ownvoice/shared/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountService, ADMIN, startAccounts } from '../processes/accounts.js';
import type { Service } from '../processes/launch.js';
import { startSpeech } from '../processes/speech.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Every operation that takes a JSON body or a query, with the names of its fields. */
interface Target {
  readonly method: string;
  readonly path: string;
  readonly in: 'body' | 'query';
  readonly fields: readonly string[];
}

function targetsOf({ paths, components }: Document): Target[] {
  const resolved = (schema: Schema): Schema => components?.schemas?.[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  return Object.entries(paths).flatMap(([pattern, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, parameters = [] }]): Target[] => {
      const path = pattern.replace('{id}', '019b0000-0000-7000-8000-000000000000').replace('{provider}', 'codehost');
      const schema = requestBody?.content['application/json']?.schema;
      const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const common = { method: method.toUpperCase(), path };
      return [
        ...(schema ? [{ ...common, in: 'body' as const, fields: Object.keys(resolved(schema).properties ?? {}) }] : []),
        ...(query.length > 0 ? [{ ...common, in: 'query' as const, fields: query }] : []),
      ];
    }),
  );
}

/** Wrong in every way that a validator knows: type, length, pattern, choice, range, nesting. */
const WRONG: readonly unknown[] = [
  ...[1, -1, 0.5, 1e300, true, null, [], [1, [2]], {}, { a: { b: [{}] } }, { id: 1 }, { id: 'nobody' }],
  ...[
    '',
    ' ',
    'x',
    'x'.repeat(300),
    'x'.repeat(10_001),
    'ä😀',
    '*** !!!',
    '<b></b>',
    '2025-13-40',
    "' OR 1=1",
    '../..',
  ],
];
/** What validators say to programmers. */
const VALIDATORS_WORDS =
  /must not have|should|fewer than|more than|pattern|regex|schema|propert|instance|keyword|validat|undefined|NaN|\bnull\b|\[object|valid\.$|\bAjv\b|FST_/i;

async function hold(
  base: string,
  target: Target,
  values: Readonly<Record<string, unknown>>,
  token: string | undefined,
) {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const { status, json } = await send(base, {
    method: target.method,
    path: target.in === 'query' ? `${target.path}?${query}` : target.path,
    body: target.in === 'query' ? undefined : values,
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'x-forwarded-for': '10.1.2.3' },
  });
  if (status !== 400) return false;
  const { error, details = [] } = json as { error: string; details?: string[] };
  const what = `${target.method} ${target.path} ${JSON.stringify(values).slice(0, 300)}`;
  expect(details.length, `${what}: ${error}`).toBeGreaterThan(0);
  expect(error, what).toBe(details.length === 1 ? details[0] : `${details[0]} (and ${details.length - 1} more)`);
  for (const sentence of details) {
    expect(sentence, what).not.toMatch(VALIDATORS_WORDS);
    expect(sentence, what).toMatch(/^[^ ].*[^ .]\.$/);
    const named = [...target.fields, 'body', 'query'].some((field) => new RegExp(`^"?${field}[ ."]`).test(sentence));
    expect(named || sentence.startsWith('"extra'), `${what}: ${sentence}`).toBe(true);
  }
  return true;
}

describe('a refusal names its field in words for people', () => {
  let accounts: AccountService;
  let speech: Service;
  let token = '';
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ownvoice-refusals-'));
    [accounts, speech] = await Promise.all([startAccounts(), startSpeech(['--jobs', folder])]);
    const body = { username: ADMIN.username, password: ADMIN.password };
    const answer = await send(accounts.origin, { method: 'POST', path: '/api/auth/login', body });
    token = (answer.json as { token: string }).token;
  });
  afterAll(async () => {
    await Promise.all([accounts?.end('SIGTERM'), speech?.end('SIGTERM')]);
    await rm(folder, { recursive: true, force: true });
  });

  test.each(['speech', 'accounts'] as const)(
    'of the %s service, whatever is wrong in a body or a query',
    async (which) => {
      const base = (which === 'speech' ? speech : accounts).origin;
      const document = (await send(base, { path: '/openapi.json' })).json as Document;
      // Changing the password of the administrator would end the token of this test.
      // A code that nobody was given is a 400 of its own.
      const targets = targetsOf(document).filter(({ path }) => !/logout|change-password|exchange/.test(path));
      expect(targets.length).toBeGreaterThan(2);
      let refused = 0;
      for (const target of targets) {
        const wrong = fc.constantFrom(...WRONG);
        const fields = fc.dictionary(fc.constantFrom(...target.fields, 'extra', 'extra.a'), wrong, { maxKeys: 5 });
        await fc.assert(
          fc.asyncProperty(fields, async (values) => {
            if (await hold(base, target, values, which === 'accounts' ? token : undefined)) refused += 1;
          }),
          { numRuns: 30 },
        );
      }
      expect(refused).toBeGreaterThan(15 * targets.length);
    },
  );
});
