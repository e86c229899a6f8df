import type { AuditEventName, FactorProofBody, User } from '@ownvoice/shared/contract';
import { type RecordEntry, reject } from '../audit-log.js';
import type { Transaction } from '../data/database.js';
import { apiError } from '../errors.js';
import type { RequestContext, Services } from '../services.js';
import { attempting, flowsOf } from './login-attempt.js';
import { type CodeOutcome, takeOneTimeCode } from './one-time-code.js';
import { isPasskeyOf } from './passkey-sign-in.js';
import { recordedTransaction } from './rejections.js';

/**
 * What a request proves besides its token, which may be stolen. `recent`: a recent sign-in, or the current password.
 * `password`: the current password; a recent sign-in where the account has none. `factor`: a one-time code, a recovery code or
 * a passkey.
 */
export type Proof = 'recent' | 'password' | 'factor';

export interface StepUp {
  readonly proof: Proof;
  /** Under which a rejection is recorded. */
  readonly event: AuditEventName;
}

/** The signed-in user, and when the request's token was issued, in milliseconds since the Unix epoch. */
export type Prover = Pick<User, 'id' | 'username'> & { readonly issuedAt: number };

/** With 0 no sign-in is recent, not even one by a clock that is ahead of this one. */
const isRecent = ({ config: { recentSignInMs } }: Services, { issuedAt }: Prover): boolean =>
  recentSignInMs > 0 && Date.now() - issuedAt < recentSignInMs;

/**
 * Asks for a proof. A password that was sent is checked in any case.
 * @returns the stored hash that the current password matches; `null` when none was sent
 * @throws {ApiError} 403, 404 `no_second_factor`, 429 after too many wrong passwords or codes, 503
 */
export async function requireProof(
  context: RequestContext,
  prover: Prover,
  { proof, event }: StepUp,
  sent: FactorProofBody,
): Promise<string | null> {
  const { db } = context;
  const { id: userId } = prover;
  const password = sent.current_password;
  const hash = password === undefined ? null : await confirmPassword(context, prover, password, event);
  if (proof === 'factor') await requireFactor(context, prover, event, sent);
  else if (hash === null) {
    if (proof === 'password' && (await db.users.byId(userId))?.passwordHash !== null)
      await reject(context, { event, userId }, apiError('password_required'));
    if (!isRecent(context, prover)) await reject(context, { event, userId }, apiError('recent_sign_in_required'));
  }
  return hash;
}

/** Checks the current password of a signed-in user. A wrong one counts as a failed sign-in. */
async function confirmPassword(
  context: RequestContext,
  { id: userId, username }: Prover,
  password: string,
  event: AuditEventName,
): Promise<string> {
  const { db, passwords } = context;
  return await attempting(context, username, async (attempt) => {
    const [user, argon2idPrefixes] = await Promise.all([db.users.byId(userId), db.userQueries.argon2idPrefixes()]);
    const hash = user?.passwordHash ?? null;
    const { matches } = await passwords.compare(
      { password, hash, argon2idPrefixes, renew: false },
      flowsOf(context, username),
    );
    if (!matches || hash === null)
      return await attempt.reject({ event, userId, reason: 'wrong_password' }, apiError('wrong_password'));
    attempt.succeed();
    return hash;
  });
}

async function requireFactor(
  context: RequestContext,
  prover: Prover,
  event: AuditEventName,
  { code, credential }: FactorProofBody,
): Promise<void> {
  const { db } = context;
  const { id: userId } = prover;
  if (!(await db.users.byId(userId))?.hasSecondFactor) throw apiError('no_second_factor');
  if (credential !== undefined && (await isPasskeyOf(context, userId, credential))) return;
  if (code === undefined) await reject(context, { event, userId }, apiError('factor_required'));
  else
    await takingCode(context, prover, event, async (tx) => {
      const user = await tx.locks.user(userId);
      if (!user?.hasSecondFactor) throw apiError('no_second_factor');
      return await takeOneTimeCode(tx, context, user, code);
    });
}

/**
 * Runs `work`, which takes a one-time code. A wrong one counts as a failed sign-in; a right one forgets none, because whoever
 * set up the secret has it.
 * @throws {ApiError} 403 for a wrong code, 429, 503
 */
export async function takingCode(
  context: RequestContext,
  { id: userId, username }: Pick<User, 'id' | 'username'>,
  event: AuditEventName,
  work: (tx: Transaction, record: RecordEntry) => Promise<CodeOutcome>,
): Promise<void> {
  await attempting(context, username, async (attempt) => {
    const outcome = await recordedTransaction(context, { event, userId }, work);
    if (outcome.kind === 'valid') return;
    const reason = outcome.kind === 'invalid' ? outcome.reason : 'empty_code';
    await attempt.reject({ event, userId, reason }, apiError('wrong_code'));
  });
}
