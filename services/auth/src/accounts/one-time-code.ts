import type { Config } from '../config.js';
import type { Transaction } from '../data/database.js';
import { readOneTimeCode, stepOf } from '../domain/one-time-code.js';
import { openSecret } from '../domain/sealed-secret.js';

/** What became of a one-time code; `reason` is for the audit log. */
export type CodeOutcome =
  | { readonly kind: 'valid'; readonly recoveryCodesLeft?: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly reason: string };

/**
 * Checks the one-time code of a user and uses it up, in the transaction that depends on it.
 * @param userId of a user whose second factor is in force or pending
 * @param otp six digits or a recovery code, as typed
 */
export async function takeOneTimeCode(
  tx: Transaction,
  { jwtSecret }: Pick<Config, 'jwtSecret'>,
  userId: string,
  otp: string | undefined,
): Promise<CodeOutcome> {
  const code = readOneTimeCode(otp ?? '');
  if (code.kind === 'none') return { kind: 'missing' };
  if (code.kind === 'recovery') {
    const used = await tx.secondFactors.useRecoveryCode(userId, code.hash);
    if (!used) return { kind: 'invalid', reason: 'wrong_code' };
    return { kind: 'valid', recoveryCodesLeft: await tx.secondFactors.recoveryCodesLeft(userId) };
  }
  const sealed = await tx.secondFactors.sealedSecret(userId);
  const secret = sealed && openSecret(jwtSecret, userId, sealed);
  if (secret === undefined) return { kind: 'invalid', reason: 'jwt_secret_changed' };
  const step = stepOf(secret, code.digits, Date.now());
  if (step === undefined) return { kind: 'invalid', reason: 'wrong_code' };
  const fresh = await tx.secondFactors.useStep(userId, step);
  return fresh ? { kind: 'valid' } : { kind: 'invalid', reason: 'code_used_before' };
}
