import { oneOf, UsageError } from '@ownvoice/shared/command-line';
import { AUDIT_EVENTS } from '@ownvoice/shared/contract';
import type { AdminCommand } from './admin-context.js';
import { userNamed } from './users.js';

export const listUsers: AdminCommand = {
  usage: 'list-users',
  summary: 'Print every account.',
  async run({ db, output }) {
    const rows: string[][] = [];
    for await (const users of db.userLists.byIds(await db.userLists.ids({})))
      for (const { id, username, email, role, created_at } of users)
        rows.push([id, username, email ?? '–', role, new Date(created_at).toISOString()]);
    output.write(table(['id', 'username', 'e-mail', 'role', 'created'], rows));
  },
};

export const audit: AdminCommand = {
  usage: 'audit',
  summary: 'Print the newest entries of the audit log, newest first.',
  options: {
    event: 'those of one kind',
    account: 'those about one account',
    limit: 'how many at most, 1 to 1000 (default: 50)',
  },
  async run(context, _, { limit = '50', ...options }) {
    if (!/^([1-9]\d{0,2}|1000)$/.test(limit)) throw new UsageError('--limit must be a whole number from 1 to 1000.');
    const { db, output } = context;
    const event = options.event === undefined ? {} : { event: oneOf('--event', options.event, AUDIT_EVENTS) };
    const user = options.account === undefined ? {} : { user_id: (await userNamed(context, options.account)).id };
    const { events } = await db.auditEntries.page({ limit, ...event, ...user });
    const rows = events.map((one) => [
      new Date(one.at).toISOString(),
      one.event,
      one.outcome,
      one.user_id ?? '–',
      one.ip ?? '–',
      [one.reason, one.detail].filter(Boolean).join(' '),
    ]);
    output.write(table(['at', 'event', 'outcome', 'account', 'from', 'reason'], rows));
  },
};

/** Control characters would let a stored text repaint the terminal. */
const printable = (cell: string): string => cell.replace(/\p{Cc}|\p{Cf}/gu, '\u{fffd}');

/** Text in columns, each as wide as its widest cell. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((row) => row.map(printable));
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return `${padded.map((line) => line.trimEnd()).join('\n')}\n`;
}

export const printMigrations: AdminCommand = {
  usage: 'migrate',
  summary: 'Apply the database migrations, as the service does at start, and print their names.',
  async run({ migrations, output }) {
    for (const name of migrations) output.write(`Applied ${name}.\n`);
    if (migrations.length === 0) output.write('The database was already up to date.\n');
  },
};
