import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountService, ADMIN, startAccounts } from '../processes/accounts.js';
import type { Service } from '../processes/launch.js';
import { startSpeech } from '../processes/speech.js';

/** Somebody's program against our documents; it knows nothing but the generated types. */
const CONSUMER = `
import createClient from 'openapi-fetch';
import type { paths as Accounts } from './accounts.js';
import type { paths as Speech } from './speech.js';

export async function useAccounts(baseUrl: string, username: string, password: string) {
  const client = createClient<Accounts>({ baseUrl });
  const wrong = await client.POST('/api/auth/login', { body: { username, password: 'not-it' } });
  const refusal: string | undefined = wrong.error?.error;
  const { data: session } = await client.POST('/api/auth/login', { body: { username, password } });
  if (!session) throw new Error('no session');
  const lifetime: number = session.expires_in;
  const headers = { authorization: \`\${session.token_type} \${session.token}\` };
  const made = await client.POST('/api/users/', { headers, body: { username: 'generated', password: 'Generated-1', role: 'user' } });
  const id = made.data?.id ?? '';
  const { data: one } = await client.GET('/api/users/{id}', { headers, params: { path: { id } } });
  const email: string | null | undefined = one?.email;
  const { data: list } = await client.GET('/api/users/', { headers, params: { query: { limit: '10', sort: '-created_at' } } });
  const { data: stats } = await client.GET('/api/users/stats', { headers });
  const { response: gone } = await client.DELETE('/api/users/{id}', { headers, params: { path: { id } } });
  return { refusal, lifetime, email, names: list?.users.map((user) => user.username), admins: stats?.by_role.admin, gone: gone.status };
}

export async function useSpeech(baseUrl: string) {
  const client = createClient<Speech>({ baseUrl });
  const { data: voices } = await client.GET('/v1/voices');
  const { data: chunks } = await client.POST('/v1/text/chunks', { body: { input: 'Hello. And goodbye.' } });
  const { data: audio } = await client.POST('/v1/audio/speech', { body: { input: 'Hi.' }, parseAs: 'arrayBuffer' });
  return { voices: voices?.voices.length, chunks: chunks?.chunks.length, riff: new TextDecoder().decode(audio?.slice(0, 4)) };
}

export async function mistakes() {
  const client = createClient<Accounts>({ baseUrl: 'http://nowhere.invalid' });
  // @ts-expect-error a number is no password
  await client.POST('/api/auth/login', { body: { username: 'a', password: 1 } });
  // @ts-expect-error there is no such route
  await client.GET('/api/auth/nothing');
  // @ts-expect-error there is no such role
  await client.POST('/api/users/', { body: { username: 'abc', password: 'x', role: 'root' } });
}
`;

interface Consumer {
  useAccounts(baseUrl: string, username: string, password: string): Promise<Record<string, unknown>>;
  useSpeech(baseUrl: string): Promise<Record<string, unknown>>;
}

async function typesOf(service: Service): Promise<string> {
  const document = await (await fetch(`${service.origin}/openapi.json`)).json();
  return astToString(await openapiTS(document));
}

describe('a client generated from the documents', () => {
  let auth: AccountService;
  let speech: Service;
  let folder: string;
  beforeAll(async () => {
    [auth, speech] = await Promise.all([startAccounts(), startSpeech()]);
    const generated = fileURLToPath(new URL('../dist/generated/', import.meta.url));
    await mkdir(generated, { recursive: true });
    folder = await mkdtemp(join(generated, 'client-'));
    await writeFile(join(folder, 'accounts.ts'), await typesOf(auth));
    await writeFile(join(folder, 'speech.ts'), await typesOf(speech));
    await writeFile(join(folder, 'consumer.ts'), CONSUMER);
  });
  afterAll(async () => {
    await Promise.all([auth?.[Symbol.asyncDispose](), speech?.[Symbol.asyncDispose]()]);
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  test('type-checks correct use and rejects wrong use', () => {
    const program = ts.createProgram([join(folder, 'consumer.ts')], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    });
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'));
    expect(faults).toEqual([]);
  });

  test('works against the live services', async () => {
    const { outputText } = ts.transpileModule(CONSUMER, {
      compilerOptions: { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 },
    });
    const file = join(folder, 'consumer.js');
    await writeFile(file, outputText);
    const { useAccounts, useSpeech } = (await import(pathToFileURL(file).href)) as Consumer;
    expect(await useAccounts(auth.origin, ADMIN.username, ADMIN.password)).toEqual({
      refusal: expect.any(String),
      lifetime: 7 * 24 * 3600,
      email: null,
      names: ['generated', 'operator'],
      admins: 1,
      gone: 204,
    });
    expect(await useSpeech(speech.origin)).toEqual({ voices: 9, chunks: expect.any(Number), riff: 'RIFF' });
  });
});
