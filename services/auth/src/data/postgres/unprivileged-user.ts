import { readFileSync } from 'node:fs';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user that PostgreSQL runs as, because it refuses to run as root.
 * @returns `undefined` when this process is not root and needs no other user
 * @throws {Error} with one sentence when the system has no such user
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
