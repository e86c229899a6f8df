import { AUDIT_EVENTS, type AuditEventName } from '@ownvoice/shared/contract';
import type { AdminContext } from './admin-context.js';
import type { Command } from './command-line.js';
import { table } from './table.js';
import { userNamed } from './users.js';

/** Prints every user, one a line. */
export async function listUsers({ db, output }: AdminContext, { role, json }: Command<'list-users'>): Promise<void> {
  const ids = await db.userLists.ids({ ...(role !== undefined && { role }) });
  const rows: string[][] = [];
  for await (const users of db.userLists.byIds(ids))
    for (const user of users)
      if (json) output.write(`${JSON.stringify(user)}\n`);
      else rows.push([user.id, user.username, user.email ?? '–', user.role, new Date(user.created_at).toISOString()]);
  if (json) return;
  output.write(table(['id', 'username', 'e-mail', 'role', 'created'], rows));
}

/** Prints the newest entries of the audit trail, newest first. */
export async function showAudit(context: AdminContext, command: Command<'audit'>): Promise<void> {
  const { db, output } = context;
  const user = command.account === undefined ? undefined : await userNamed(context, command.account);
  const { events } = await db.auditEntries.page({
    limit: String(command.limit),
    ...(command.event !== undefined && { event: eventNamed(command.event) }),
    ...(user !== undefined && { user_id: user.id }),
  });
  if (command.json) {
    for (const event of events) output.write(`${JSON.stringify(event)}\n`);
    return;
  }
  const rows = events.map((one) => [
    new Date(one.at).toISOString(),
    one.event,
    one.outcome,
    one.user_id ?? '–',
    one.ip ?? '–',
    one.reason ?? '',
  ]);
  output.write(table(['at', 'event', 'outcome', 'account', 'from', 'reason'], rows));
}

function eventNamed(name: string): AuditEventName {
  const event = AUDIT_EVENTS.find((one) => one === name);
  if (event === undefined) throw new Error(`There is no event ${name}. The events are ${AUDIT_EVENTS.join(', ')}.`);
  return event;
}
