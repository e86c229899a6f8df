import { constants, getPriority, setPriority } from 'node:os';
import { hashSync } from 'bcryptjs';
import { bcryptCost } from '../domain/password-hash.js';
import { comparePassword, type PasswordComparison } from './compare-password.js';

export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string }
  | ({ readonly kind: 'compare' } & PasswordComparison);

/** A third of the weight of an ordinary thread: behind other requests, but not starved by another busy process. */
const NICENESS = 5;

// Linux alone has priorities of threads; elsewhere this would slow the whole service down. Where there are fewer cores
// than threads, a storm of sign-ins then waits for other requests instead of the other way round.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICENESS, constants.priority.PRIORITY_LOW));

/** The work of a hashing thread: a new hash as text, or whether a password fits. */
export default async function work(task: PasswordTask): Promise<string | boolean> {
  return task.kind === 'hash' ? hashSync(task.password, bcryptCost) : await comparePassword(task);
}
