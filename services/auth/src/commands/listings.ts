import { AUDIT_EVENTS, type AuditEventName, ROLES } from '@ownvoice/shared/contract';
import type { AdminContext, Options } from './admin-context.js';
import { userNamed } from './users.js';

/** Prints every user, one a line. */
export async function listUsers({ db, output }: AdminContext, _: undefined | string, options: Options): Promise<void> {
  const { json } = options;
  const role = ROLES.find((one) => one === options.role);
  const ids = await db.userLists.ids({ ...(role !== undefined && { role }) });
  const rows: string[][] = [];
  for await (const users of db.userLists.byIds(ids))
    for (const user of users)
      if (json) output.write(`${JSON.stringify(user)}\n`);
      else rows.push([user.id, user.username, user.email ?? '–', user.role, new Date(user.created_at).toISOString()]);
  if (json) return;
  output.write(table(['id', 'username', 'e-mail', 'role', 'created'], rows));
}

/** Prints the newest entries of the audit log, newest first. */
export async function showAudit(context: AdminContext, _: string | undefined, options: Options): Promise<void> {
  const { db, output } = context;
  const user = options.account === undefined ? undefined : await userNamed(context, options.account);
  const { events } = await db.auditEntries.page({
    limit: options.limit ?? '50',
    ...(options.event !== undefined && { event: eventNamed(options.event) }),
    ...(user !== undefined && { user_id: user.id }),
  });
  if (options.json) {
    for (const event of events) output.write(`${JSON.stringify(event)}\n`);
    return;
  }
  const rows = events.map((one) => [
    new Date(one.at).toISOString(),
    one.event,
    one.outcome,
    one.user_id ?? '–',
    one.ip ?? '–',
    [one.reason, one.detail].filter(Boolean).join(' '),
  ]);
  output.write(table(['at', 'event', 'outcome', 'account', 'from', 'reason'], rows));
}

function eventNamed(name: string): AuditEventName {
  const event = AUDIT_EVENTS.find((one) => one === name);
  if (event === undefined) throw new Error(`There is no event ${name}. The events are ${AUDIT_EVENTS.join(', ')}.`);
  return event;
}

/** Control characters would let a stored text repaint the terminal. */
const printable = (cell: string): string => cell.replace(/\p{Cc}|\p{Cf}/gu, '\u{fffd}');

/** Text in columns, each as wide as its widest cell. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((row) => row.map(printable));
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return `${padded.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Prints the migrations that opening the context applied, under the same lock as a start of the service. */
export function printMigrations({ migrations, output }: AdminContext): void {
  for (const name of migrations) output.write(`Applied ${name}.\n`);
  if (migrations.length === 0) output.write('The database was already up to date.\n');
}
