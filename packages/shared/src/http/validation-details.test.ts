import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NEW_PASSWORD_RULES, PATTERNS } from '../contract/patterns.js';
import { SPEECH_PATTERNS } from '../contract/speech-patterns.js';
import { ruledText } from '../contract/text-rules.js';
import { type App, createApp } from './create-app.js';

let app: App;
beforeAll(async () => {
  app = await createApp({
    service: { name: 'test', version: '0.0.0' },
    docs: { title: 'Test', description: '', version: '0.0.0', page: '', tags: [], bearer: false },
    health: { ready: () => ({ ready: true }) },
    security: { corsOrigins: [], https: false },
    development: false,
    logLevel: 'silent',
  });
  const body = Type.Object(
    {
      name: Type.Optional(Type.String({ minLength: 3, maxLength: 10_000 })),
      label: Type.Optional(Type.String({ minLength: 1 })),
      email: Type.Optional(Type.Unsafe({ type: ['string', 'null'] })),
      speed: Type.Optional(Type.Number({ minimum: 0.25, maximum: 4 })),
      seed: Type.Optional(Type.Integer({ maximum: Number.MAX_SAFE_INTEGER })),
      all: Type.Optional(Type.Boolean()),
      role: Type.Optional(Type.Enum(['admin', 'user'])),
      kind: Type.Optional(Type.Literal('model')),
      list: Type.Optional(Type.Array(Type.Object({ id: Type.String() }), { maxItems: 2 })),
      id: Type.Optional(Type.String({ pattern: PATTERNS.uuid.pattern })),
      password: Type.Optional(ruledText(NEW_PASSWORD_RULES)),
      model: Type.Optional(ruledText({ patterns: [SPEECH_PATTERNS.speechModel] })),
      other: Type.Optional(Type.String({ pattern: '^x$' })),
      even: Type.Optional(Type.Integer({ multipleOf: 2 })),
      either: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
    },
    { additionalProperties: false, minProperties: 1 },
  );
  const querystring = Type.Object({ limit: Type.Optional(Type.String({ pattern: PATTERNS.limit.pattern })) });
  app.post('/things', { schema: { body } }, async () => ({}));
  app.get('/things', { schema: { querystring: { ...querystring, additionalProperties: false } } }, async () => ({}));
});
afterAll(() => app.close());

const detailsOf = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const { statusCode, body } = await app.inject({ method, url, ...(payload && { payload }) });
  expect(statusCode).toBe(400);
  return (JSON.parse(body) as { details: string[] }).details;
};

test.each<[object, ...string[]]>([
  [{}, 'body must have at least one field.'],
  [[], 'body must be an object.'],
  [{ x: 1 }, '"x" is not a field of this request.'],
  [{ name: 'ab' }, 'name is shorter than 3 characters.'],
  [{ name: 'a'.repeat(10_001) }, 'name is longer than 10,000 characters.'],
  [{ label: '' }, 'label must not be empty.'],
  [{ name: 1 }, 'name must be a string.'],
  [{ email: 1 }, 'email must be a string.'],
  [{ speed: '1' }, 'speed must be a number.'],
  [{ speed: 0.2 }, 'speed must be at least 0.25.'],
  [{ speed: 9 }, 'speed must be at most 4.'],
  [{ seed: 0.5 }, 'seed must be a whole number.'],
  [{ seed: 1e20 }, 'seed must be at most 9,007,199,254,740,991.'],
  [{ all: 'yes' }, 'all must be true or false.'],
  [{ role: 'root' }, 'role must be one of "admin", "user".'],
  [{ kind: 'x' }, 'kind must be "model".'],
  [{ list: {} }, 'list must be a list.'],
  [{ list: [{ id: '1' }, { id: '2' }, { id: '3' }] }, 'list has more than 2 entries.'],
  [{ list: [{}, { id: 2 }] }, 'list.0.id is required.', 'list.1.id must be a string.'],
  [{ password: `aB1${'😀'.repeat(20)}` }, 'password is longer than 72 bytes of UTF-8.'],
  [
    { password: 'a'.repeat(80) },
    'password must contain an uppercase letter.',
    'password must contain a digit.',
    'password is longer than 72 bytes of UTF-8.',
  ],
  [
    { model: 'engine-tts-clone' },
    'model engine-tts-clone is not for this route; send it to POST /v1/audio/voice-clone.',
  ],
  [{ id: 'x' }, 'id must be a UUID in lower case.'],
  [{ other: 'y' }, 'other is not valid.'],
  [{ even: 3 }, 'even is not valid.'],
  [{ either: 'c' }, 'either must be "a".', 'either must be "b".'],
  [{ name: 'ab', speed: 9 }, 'name is shorter than 3 characters.', 'speed must be at most 4.'],
])('%j is refused in sentences for people', async (payload, ...sentences) => {
  expect(await detailsOf('POST', '/things', payload)).toEqual(sentences);
});

test.each([
  ['limit=1001', 'limit must be a whole number from 1 to 1,000.'],
  ['x=1', '"x" is not a field of this request.'],
])('the query string %s is refused in a sentence for people', async (query, sentence) => {
  expect(await detailsOf('GET', `/things?${query}`)).toEqual([sentence]);
});
