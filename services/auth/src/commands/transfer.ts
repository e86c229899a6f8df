import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { auditedTransaction } from '../audit-log.js';
import { uniqueViolation } from '../data/database-errors.js';
import { usernameKeyOf } from '../domain/account-rules.js';
import { argon2idPrefixesOf, MAX_ARGON2ID_COSTS, readUserRecord, type UserRecord } from '../domain/user-record.js';
import type { AdminCommand } from './admin-context.js';

const accounts = (count: number) => `${count} ${count === 1 ? 'account' : 'accounts'}`;

/** Enough for some hundred thousand accounts, also on a busy machine. */
const MAX_IMPORT_MS = 15 * 60 * 1000;
/** More faults than these have one cause. */
const MAX_PRINTED_FAULTS = 50;

export const exportUsers: AdminCommand = {
  usage: 'export-users [FILE]',
  summary: 'Write a line of JSON for each account to a new file, for its owner alone, or to standard output.',
  flags: { 'with-password-hashes': 'with the passwords, which are left out otherwise' },
  async run(context, [file], options) {
    const { db } = context;
    const withPasswordHashes = options['with-password-hashes'] !== undefined;
    const target = file === undefined ? undefined : await open(resolve(context.folder, file), 'wx', 0o600);
    let count = 0;
    try {
      for await (const record of db.userRecords.all()) {
        const line = `${JSON.stringify(withPasswordHashes ? record : { ...record, password_hash: null })}\n`;
        if (target === undefined) context.output.write(line);
        else await target.write(line);
        count += 1;
      }
    } finally {
      await target?.close();
    }
    const written = `${accounts(count)} ${withPasswordHashes ? 'with' : 'without'} password hashes`;
    const reason = `${withPasswordHashes ? 'with_hashes' : 'without_hashes'} ${count}`;
    await auditedTransaction(context, async (_tx, record) => record({ event: 'users_export', reason }));
    if (file !== undefined) context.output.write(`Written to ${file}: ${written}.\n`);
  },
};

export const importUsers: AdminCommand = {
  usage: 'import-users [FILE]',
  summary: 'Read the same lines, from a file or standard input, with bcrypt or argon2id hashes: all accounts or none.',
  async run(context, [file]) {
    const { db, output } = context;
    const input = file === undefined ? context.input : createReadStream(resolve(context.folder, file));
    const { records, faults, lineOf } = await readRecords(input);
    const taken = await db.userRecords.taken(records);
    faults.push(
      ...taken.map((name) => ({ line: lineOf.get(name) ?? 0, why: `${name} already belongs to an account.` })),
    );
    if (faults.length > 0) throw new Error(listOfFaults(faults));
    const costs = new Set([...(await db.userQueries.argon2idPrefixes()), ...argon2idPrefixesOf(records)]);
    if (costs.size > MAX_ARGON2ID_COSTS) {
      const why = `${costs.size} different costs of argon2id would be in the store, and every sign-in would pay for each`;
      throw new Error(`At most ${MAX_ARGON2ID_COSTS} are possible: ${why}.`);
    }
    try {
      await auditedTransaction(
        context,
        async (tx, record) => {
          await tx.userRecords.insertAll(records);
          record({ event: 'users_import', reason: `accounts ${records.length}` });
        },
        MAX_IMPORT_MS,
      );
    } catch (error) {
      if (uniqueViolation(error) === undefined) throw error;
      const message =
        'Nothing has been imported: a name, an e-mail address or an identity belongs to an account already.';
      throw new Error(message, { cause: error });
    }
    output.write(`Imported: ${accounts(records.length)}.\n`);
  },
};

/** Why a line can't be imported. */
interface Fault {
  readonly line: number;
  readonly why: string;
}

/** @returns the records, the faults of the other lines, and on which line each name is that no two accounts may have */
async function readRecords(input: Readable) {
  const records: UserRecord[] = [];
  const faults: Fault[] = [];
  const lineOf = new Map<string, number>();
  const now = Date.now();
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    // A byte order mark counts as white space.
    if (line.trim() === '') continue;
    const result = readUserRecord(line.trim(), now);
    if (result.kind === 'faulty') {
      faults.push({ line: number, why: result.faults.join(' ') });
      continue;
    }
    for (const name of uniqueNames(result.record)) {
      const before = lineOf.get(name);
      if (before === undefined) lineOf.set(name, number);
      else faults.push({ line: number, why: `${name} is on line ${before} already.` });
    }
    records.push(result.record);
  }
  return { records, faults, lineOf };
}

/** What no two accounts may have in common. */
function uniqueNames({ username, email, identities }: UserRecord): string[] {
  return [
    `username ${usernameKeyOf(username)}`,
    ...(email === null ? [] : [`email ${email}`]),
    ...identities.map(({ provider, subject }) => `identity ${provider} ${subject}`),
  ];
}

function listOfFaults(faults: readonly Fault[]): string {
  const inOrder = faults.toSorted((left, right) => left.line - right.line);
  const printed = inOrder.slice(0, MAX_PRINTED_FAULTS).map(({ line, why }) => `line ${line}: ${why}`);
  const more = faults.length > MAX_PRINTED_FAULTS ? [`… and ${faults.length - MAX_PRINTED_FAULTS} more`] : [];
  return ['Nothing has been imported:', ...printed, ...more].join('\n  ');
}
