import { constants, getPriority, setPriority } from 'node:os';
import { hashSync } from 'bcryptjs';
import { canonicalPassword } from '../domain/account-rules.js';
import { BCRYPT_COST, needsRenewal } from '../domain/password-hash.js';
import { comparePassword, type PasswordComparison } from './compare-password.js';

export interface HashTask {
  readonly kind: 'hash';
  readonly password: string;
}

export interface CompareTask extends PasswordComparison {
  readonly kind: 'compare';
  /** Whether to compute a new hash when the password matches one of another kind or cost than ours. */
  readonly renew: boolean;
}

export interface CompareResult {
  readonly matches: boolean;
  readonly renewedHash?: string | undefined;
}

/** A third of the weight of an ordinary thread: behind other requests, but not starved by another busy process. */
const NICENESS = 5;

// Only Linux has priorities of threads; elsewhere this would slow the whole service down. Where there are fewer cores
// than threads, a storm of sign-ins then waits for other requests instead of the other way round.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICENESS, constants.priority.PRIORITY_LOW));

/** Runs one task of the pool. */
export default async function work(task: HashTask | CompareTask): Promise<string | CompareResult> {
  const canonical = canonicalPassword(task.password);
  if (task.kind === 'hash') return hashSync(canonical, BCRYPT_COST);
  const { password, hash, renew } = task;
  const matchesCanonical = await comparePassword({ ...task, password: canonical });
  // Older hashes are of what was typed. Both are computed whatever the hash, so that the time tells nothing.
  const matchesTyped = password !== canonical && (await comparePassword(task));
  const matches = matchesCanonical || matchesTyped;
  if (!matches || !renew || hash === null || !(needsRenewal(hash) || matchesTyped)) return { matches };
  return { matches, renewedHash: hashSync(canonical, BCRYPT_COST) };
}
