import { SECOND_FACTOR_HEADER, SECOND_FACTOR_REQUIRED } from '@ownvoice/shared/contract';
import type { RecordEntry } from '../audit-log.js';
import type { Transaction } from '../data/database.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import { pauseAfter, pauseLeft, readOneTimeCode, stepOf } from '../domain/one-time-code.js';
import { openSecret } from '../domain/sealed-secret.js';
import type { StoredUser } from '../domain/user.js';
import { apiError } from '../errors.js';
import type { Services } from '../services.js';
import type { RecordedAttempt } from './login-attempt.js';

/** What became of a one-time code; `reason` is for the audit log. */
export type CodeOutcome =
  | { readonly kind: 'valid'; readonly recoveryCodesLeft?: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly reason: string };

export type RejectedCode = Exclude<CodeOutcome, { kind: 'valid' }>;

const WRONG = 'wrong_code';
export const hasCode = (otp: string | undefined): boolean => readOneTimeCode(otp ?? '').kind !== 'none';

/**
 * Rejects a one-time code while too many of the account were wrong.
 * @throws {ApiError} 429 with `retry-after`
 */
export function rejectPausedCode({ hasSecondFactor, codesPausedUntil }: StoredUser, otp: string | undefined): void {
  const left = pauseLeft(codesPausedUntil, Date.now());
  if (hasSecondFactor && left > 0 && hasCode(otp))
    throw apiError('too_many_codes', { headers: { 'retry-after': Math.ceil(left / 1000) } });
}

/** A right password, or a link, is not enough. */
export const codeNeeded = () =>
  apiError('second_factor_required', { headers: { [SECOND_FACTOR_HEADER]: SECOND_FACTOR_REQUIRED } });

/** Without a code the attempt ends without a finding. @throws {ApiError} 401 */
export async function rejectCode(
  attempt: Pick<RecordedAttempt, 'reject'>,
  entry: Pick<AuditEntry, 'event' | 'userId'>,
  code: RejectedCode,
): Promise<never> {
  if (code.kind === 'missing') throw codeNeeded();
  return await attempt.reject({ ...entry, reason: code.reason }, codeNeeded());
}

/**
 * Takes the one-time code that a sign-in asks for where the account has a second factor, with the audit entries of it.
 * @returns what is wrong with the code; `undefined` when the sign-in may go on
 */
export async function takeCodeOfSignIn(
  tx: Transaction,
  record: RecordEntry,
  context: Pick<Services, 'opened'>,
  user: StoredUser,
  otp: string | undefined,
): Promise<RejectedCode | undefined> {
  if (!user.hasSecondFactor) return undefined;
  const code = await takeOneTimeCode(tx, context, user, otp);
  const entry = { userId: user.id, actorId: user.id };
  if (code.kind === 'missing') record({ ...entry, event: 'second_factor_challenge' });
  if (code.kind !== 'valid') return code;
  if (code.recoveryCodesLeft !== undefined)
    record({ ...entry, event: 'recovery_code_use', reason: `recovery_codes_left ${code.recoveryCodesLeft}` });
  return undefined;
}

/**
 * Checks the one-time code of a user and uses it up, in the transaction that depends on it. Wrong ones of a second factor in
 * force are counted by account, from wherever they come.
 * @param user whose second factor is in force or pending, read under a lock
 * @param otp six digits or a recovery code, as typed
 * @throws {ApiError} 429 after too many wrong ones, see {@link rejectPausedCode}
 */
export async function takeOneTimeCode(
  tx: Transaction,
  context: Pick<Services, 'opened'>,
  user: StoredUser,
  otp: string | undefined,
): Promise<CodeOutcome> {
  if (!hasCode(otp)) return { kind: 'missing' };
  rejectPausedCode(user, otp);
  const { id, hasSecondFactor, wrongCodes } = user;
  const outcome = await check(tx, context, id, otp ?? '');
  // A code that was right, a moment ago, is no guess.
  const isGuess = outcome.kind === 'invalid' && outcome.reason === WRONG && hasSecondFactor;
  if (isGuess || (outcome.kind === 'valid' && wrongCodes > 0)) {
    const wrong = isGuess ? wrongCodes + 1 : 0;
    const pause = pauseAfter(wrong);
    await tx.secondFactors.noteWrongCodes(id, wrong, pause === 0 ? null : new Date(Date.now() + pause));
  }
  return outcome;
}

async function check(
  tx: Transaction,
  { opened }: Pick<Services, 'opened'>,
  userId: string,
  otp: string,
): Promise<Exclude<CodeOutcome, { kind: 'missing' }>> {
  const code = readOneTimeCode(otp);
  if (code.kind !== 'totp') {
    const used = code.kind === 'recovery' && (await tx.secondFactors.useRecoveryCode(userId, code.hash));
    if (!used) return { kind: 'invalid', reason: WRONG };
    return { kind: 'valid', recoveryCodesLeft: await tx.secondFactors.recoveryCodesLeft(userId) };
  }
  const sealed = await tx.secondFactors.sealedSecret(userId);
  const secret = sealed && openSecret((await opened).dataKey, userId, sealed);
  if (secret === undefined) return { kind: 'invalid', reason: 'data_key_changed' };
  const step = stepOf(secret, code.digits, Date.now());
  if (step === undefined) return { kind: 'invalid', reason: WRONG };
  const fresh = await tx.secondFactors.useStep(userId, step);
  return fresh ? { kind: 'valid' } : { kind: 'invalid', reason: 'code_used_before' };
}
