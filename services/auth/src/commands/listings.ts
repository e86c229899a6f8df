import { AUDIT_EVENTS, type AuditEventName } from '@ownvoice/shared/contract';
import { listAccounts } from '../data/accounts.js';
import { auditPage } from '../data/audit-events.js';
import { publicUser } from '../domain/user.js';
import { type Asked, accountMeant } from './accounts.js';
import type { Desk } from './desk.js';
import { table } from './table.js';

/** Prints every account, one a line. */
export async function listUsers({ services, output }: Desk, { role, json }: Asked<'list-users'>): Promise<void> {
  const { users } = await listAccounts(services.db.prisma, { ...(role !== undefined && { role }) });
  if (json) {
    for (const user of users) output.write(`${JSON.stringify(publicUser(user))}\n`);
    return;
  }
  const rows = users.map((user) => [
    user.id,
    user.username,
    user.email ?? '–',
    user.role,
    user.createdAt.toISOString(),
  ]);
  output.write(table(['id', 'username', 'e-mail', 'role', 'created'], rows));
}

/** Prints the newest lines of the audit trail, newest first. */
export async function showAudit(desk: Desk, asked: Asked<'audit'>): Promise<void> {
  const { services, output } = desk;
  const user = asked.account === undefined ? undefined : await accountMeant(desk, asked.account);
  const { events } = await auditPage(services.db.prisma, {
    limit: String(asked.limit),
    ...(asked.event !== undefined && { event: eventNamed(asked.event) }),
    ...(user !== undefined && { user_id: user.id }),
  });
  if (asked.json) {
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
  if (event === undefined) throw new Error(`There is no event ${name}; there are ${AUDIT_EVENTS.join(', ')}.`);
  return event;
}
