import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { act } from '../audit/trail.js';
import { violatedIndex } from '../data/failures.js';
import { argon2idPrefixes } from '../data/imported-hashes.js';
import { exportUsers, importUsers, takenNames } from '../data/user-transfer.js';
import { usernameKeyOf } from '../domain/account-rules.js';
import { argon2idPrefixesOf, MAX_ARGON2ID_COSTS, readUserRecord, type UserRecord } from '../domain/user-record.js';
import type { Asked } from './accounts.js';
import type { Desk } from './desk.js';

const accounts = (count: number) => `${count} ${count === 1 ? 'account' : 'accounts'}`;

/** Enough for some hundred thousand accounts, also on a busy machine. */
const maxImportMs = 15 * 60 * 1000;
/** So many complaints are printed; whoever has more has one cause for all of them. */
const maxComplaints = 50;

/**
 * Writes every account as a line of JSON. A file is made anew, for its owner's eyes only.
 * @throws {Error} when the file is there already
 */
export async function exportTo(desk: Desk, { file, withPasswordHashes }: Asked<'export-users'>): Promise<void> {
  const { prisma } = desk.services.db;
  const target = file === undefined ? undefined : await open(resolve(desk.folder, file), 'wx', 0o600);
  let count = 0;
  try {
    for await (const record of exportUsers(prisma)) {
      const line = `${JSON.stringify(withPasswordHashes ? record : { ...record, password_hash: null })}\n`;
      if (target === undefined) desk.output.write(line);
      else await target.write(line);
      count += 1;
    }
  } finally {
    await target?.close();
  }
  const reason = `${accounts(count)} ${withPasswordHashes ? 'with' : 'without'} password hashes`;
  await act(prisma, desk.caller, async (_tx, note) => note({ event: 'users_export', reason }));
  if (file !== undefined) desk.output.write(`Written to ${file}: ${reason}.\n`);
}

/**
 * Adds an account for each line of JSON, all of them or none.
 * @throws {Error} with every line that can't be taken over, and why
 */
export async function importFrom(desk: Desk, { file, dryRun }: Asked<'import-users'>): Promise<void> {
  const { db } = desk.services;
  const records = await readRecords(file === undefined ? desk.input : createReadStream(resolve(desk.folder, file)));
  const costs = new Set([...(await argon2idPrefixes(db.pool)), ...argon2idPrefixesOf(records)]);
  if (costs.size > MAX_ARGON2ID_COSTS) {
    const why = `${costs.size} different costs of argon2id would be in the store, and every sign-in would pay for each`;
    throw new Error(`At most ${MAX_ARGON2ID_COSTS} are possible: ${why}.`);
  }
  const taken = await takenNames(db.prisma, records);
  if (taken.length > 0) throw new Error(complaint('These belong to accounts already', taken));
  if (dryRun) {
    desk.output.write(`Nothing is wrong with it: ${accounts(records.length)} can be imported.\n`);
    return;
  }
  const deed: Parameters<typeof act>[2] = async (tx, note) => {
    await importUsers(tx, records);
    note({ event: 'users_import', reason: accounts(records.length) });
  };
  await act(db.prisma, desk.caller, deed, maxImportMs).catch((error: unknown) => {
    throw violatedIndex(error) === undefined
      ? error
      : new Error('Nothing has been imported: a name, an e-mail address or an identity belongs to an account already.');
  });
  desk.output.write(`Imported: ${accounts(records.length)}.\n`);
}

async function readRecords(input: Readable): Promise<UserRecord[]> {
  const records: UserRecord[] = [];
  const complaints: string[] = [];
  const seen = new Map<string, number>();
  const now = Date.now();
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === '') continue;
    const read = readUserRecord(line, now);
    if (read.kind === 'faulty') {
      complaints.push(`line ${number}: ${read.faults.join(' ')}`);
      continue;
    }
    for (const name of uniqueNames(read.record)) {
      const before = seen.get(name);
      if (before === undefined) seen.set(name, number);
      else complaints.push(`line ${number}: ${name} is on line ${before} already.`);
    }
    records.push(read.record);
  }
  if (complaints.length > 0) throw new Error(complaint('Nothing has been imported', complaints));
  return records;
}

/** What no two accounts may have in common. */
function uniqueNames({ username, email, identities }: UserRecord): string[] {
  return [
    `username ${usernameKeyOf(username)}`,
    ...(email === null ? [] : [`email ${email}`]),
    ...identities.map(({ provider, subject }) => `identity ${provider} ${subject}`),
  ];
}

function complaint(title: string, lines: readonly string[]): string {
  const more = lines.length > maxComplaints ? [`… and ${lines.length - maxComplaints} more`] : [];
  return [`${title}:`, ...lines.slice(0, maxComplaints), ...more].join('\n  ');
}
