import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import { argon2id } from 'hash-wasm';
import pg from 'pg';
import { startDatabase } from './auth/database.js';
import { start } from './auth/service.js';
import { answerHelp } from './report/usage.js';

answerHelp(`usage: npm run bench -- oracle [ROUNDS]

Whether the time of a refused sign-in is a timing oracle: whether it tells what kind of account it was for. Each round
tries every kind once, in random order. 200 rounds, the default, take about eight minutes.`);

const rounds = Number(process.argv[2] ?? 200);
const password = `${randomBytes(9).toString('base64url')}aA1`;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const directory = await mkdtemp(join(tmpdir(), 'ownvoice-oracle-'));
const database = await startDatabase(directory);
const service = await start('services/auth/dist/main.js', {
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  DATA_DIR: join(directory, 'service'),
  JWT_SECRET: randomBytes(48).toString('base64'),
  SINGLE_USER_MODE: 'false',
  DEFAULT_ADMIN_USERNAME: 'own-hash',
  DEFAULT_ADMIN_PASSWORD: password,
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'warn',
});
const db = new pg.Client({ connectionString: database.url });
await db.connect();

async function addAccount(username: string, hash: string | null): Promise<void> {
  await db.query(
    'INSERT INTO users (id, username, username_key, password_hash, updated_at) VALUES ($1, $2, $2, $3, now())',
    [randomUUID(), username, hash],
  );
}

let clients = 0;
async function refusal(username: string): Promise<{ milliseconds: number; seen: string }> {
  clients += 1;
  const begun = performance.now();
  const answer = await fetch(`${service.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${clients >> 8}.${clients & 255}` },
    body: JSON.stringify({ username, password: 'Wrong-Password-1' }),
  });
  const body = await answer.text();
  const milliseconds = performance.now() - begun;
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { milliseconds, seen: JSON.stringify([answer.status, headers, body]) };
}

function shuffled<T>(items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: randomInt(2 ** 32) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

async function compare(title: string, kinds: readonly string[]): Promise<boolean> {
  const times = new Map(kinds.map((kind) => [kind, [] as number[]]));
  const seen = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of shuffled(kinds)) {
      const one = await refusal(kind);
      times.get(kind)?.push(one.milliseconds);
      seen.add(one.seen);
    }
  }
  const medians = [...times].map(([kind, each]) => ({ kind, ms: median(each) }));
  const [least, most] = [Math.min(...medians.map(({ ms }) => ms)), Math.max(...medians.map(({ ms }) => ms))];
  console.log(`\n${title}`);
  for (const { kind, ms } of medians) console.log(`  ${kind.padEnd(24)}${ms.toFixed(1).padStart(8)} ms`);
  const apart = `${(most - least).toFixed(1)} ms, ${(((most - least) / least) * 100).toFixed(1)} %`;
  console.log(`  furthest apart: ${apart} (target: 3 % or 2 ms); different answers: ${seen.size} (target: 1)`);
  return seen.size === 1 && (most - least <= 2 || most / least <= 1.03);
}

try {
  await addAccount('no-password', null);
  await addAccount('lower-cost', hashSync(password, 10));
  const kinds = ['own-hash', 'nobody-of-this-name', 'no-password', 'lower-cost'];
  const before = await compare('Without argon2id hashes in the store', kinds);
  const parameters = {
    memorySize: 19_456,
    iterations: 2,
    parallelism: 1,
    hashLength: 32,
    outputType: 'encoded',
  } as const;
  await addAccount('argon2id', await argon2id({ ...parameters, password, salt: randomBytes(16) }));
  const after = await compare('With one', [...kinds, 'argon2id']);
  process.exitCode = before && after ? 0 : 1;
} finally {
  await db.end();
  await service.stop();
  await database.stop();
  await rm(directory, { recursive: true, force: true });
}
