import type { RecoveryCodes, SecondFactor, SecondFactorSetup, User } from '@ownvoice/shared/contract';
import { auditedTransaction } from '../audit-log.js';
import {
  enrolmentOf,
  newRecoveryCodes,
  newSecret,
  readOneTimeCode,
  recoveryCodeHash,
} from '../domain/one-time-code.js';
import { sealSecret } from '../domain/sealed-secret.js';
import { apiError } from '../errors.js';
import type { Context, RequestContext, Services } from '../services.js';
import { type CodeOutcome, takeOneTimeCode } from './one-time-code.js';
import { lockedUser, recordingRejection } from './rejections.js';
import { takingCode } from './step-up.js';

type Owner = Pick<User, 'id' | 'username'>;

/** The second factor of a user; one that is pending does not count. */
export async function secondFactorOf({ db }: Services, userId: string): Promise<SecondFactor> {
  const enabled = (await db.users.byId(userId))?.hasSecondFactor === true;
  return { enabled, recovery_codes_left: enabled ? await db.secondFactors.recoveryCodesLeft(userId) : 0 };
}

/**
 * Prepares a second factor, which replaces one that is pending. It asks for nothing until it is confirmed.
 * @throws {ApiError} 409 when one is in force
 */
export async function setUpSecondFactor(context: RequestContext, owner: Owner): Promise<SecondFactorSetup> {
  const { db } = context;
  const { id: userId, username } = owner;
  const event = 'second_factor_setup';
  return await recordingRejection(context, { event, userId }, async () => {
    if ((await db.users.byId(userId))?.hasSecondFactor) throw apiError('second_factor_on');
    const secret = newSecret();
    const { dataKey } = await context.opened;
    const codes = newRecoveryCodes();
    await auditedTransaction(context, async (tx, record) => {
      if ((await lockedUser(tx, userId)).hasSecondFactor) throw apiError('second_factor_on');
      await tx.secondFactors.replace(userId, sealSecret(dataKey, userId, secret), codes.map(recoveryCodeHash));
      record({ event, userId });
    });
    return { ...enrolmentOf(secret, username), recovery_codes: codes };
  });
}

/**
 * Puts the pending second factor into force. The sessions of the user go on.
 * @param code the six digits of the authenticator app, which thereby has the secret
 * @throws {ApiError} 400 when none is pending, 403 for a wrong code, which counts as a failed sign-in, 429, 503
 */
export async function confirmSecondFactor(context: RequestContext, owner: Owner, code: string): Promise<void> {
  const { id: userId } = owner;
  const event = 'second_factor_enable';
  await takingCode(context, owner, event, async (tx, record) => {
    const user = await tx.locks.user(userId);
    if (user === undefined || user.hasSecondFactor || !(await tx.secondFactors.sealedSecret(userId)))
      throw apiError('nothing_to_confirm');
    // A recovery code would not show that the app has the secret.
    const outcome: CodeOutcome =
      readOneTimeCode(code).kind === 'totp'
        ? await takeOneTimeCode(tx, context, user, code)
        : { kind: 'invalid', reason: 'not_six_digits' };
    if (outcome.kind === 'valid') {
      await tx.secondFactors.enable(userId);
      record({ event, userId });
    }
    return outcome;
  });
}

/** Replaces the recovery codes of a second factor, which stays in force. @throws {ApiError} 404 when there is no second factor */
export async function renewRecoveryCodes(context: Context, userId: string): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes();
  await auditedTransaction(context, async (tx, record) => {
    const user = await tx.locks.user(userId);
    if (!user?.hasSecondFactor) throw apiError('no_second_factor');
    await tx.secondFactors.replaceRecoveryCodes(userId, codes.map(recoveryCodeHash));
    record({ event: 'recovery_codes_renew', userId });
  });
  return { recovery_codes: codes };
}

/** Removes the second factor of any user. @throws {ApiError} 404 when there is no such user, or no second factor */
export async function removeSecondFactor(context: Context, id: string): Promise<void> {
  await auditedTransaction(context, async (tx, record) => {
    const { id: userId, hasSecondFactor } = await lockedUser(tx, id);
    if (!hasSecondFactor) throw apiError('no_second_factor');
    await tx.secondFactors.remove(userId);
    record({ event: 'second_factor_disable', userId });
  });
}
