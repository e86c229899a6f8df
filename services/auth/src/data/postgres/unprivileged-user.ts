import { readFileSync } from 'node:fs';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom PostgreSQL runs as, because it refuses to run as the superuser.
 * @returns `undefined` when this process is no superuser, so that nothing needs to change
 * @throws {Error} with one sentence when there is nobody to change to
 */
export function unprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL does not run as root and this system has no user "postgres" or "nobody": set DATABASE_URL, or start the service as another user.',
  );
}
