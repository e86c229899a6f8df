import type { AuditEventName, RecoveryCodes, SecondFactor, SecondFactorSetup } from '@ownvoice/shared/contract';
import { auditedTransaction, type Caller, recordFailure } from '../audit-log.js';
import type { Database, Transaction } from '../data/database.js';
import {
  enrolmentOf,
  newRecoveryCodes,
  newSecret,
  readOneTimeCode,
  recoveryCodeHash,
} from '../domain/one-time-code.js';
import { openSecret, sealSecret } from '../domain/sealed-secret.js';
import { uuidOf } from '../domain/user.js';
import { apiError } from '../errors.js';
import type { Services } from '../services.js';
import { beginAttempt } from './login-attempt.js';
import { type CodeOutcome, takeOneTimeCode } from './one-time-code.js';
import { type Owner, requireRecentSignIn } from './recent-sign-in.js';
import { recordingRejection } from './rejections.js';

/** Encrypts with the data key what was encrypted with the signing secret, so that a new signing secret costs nobody theirs. */
export async function resealSecondFactors(db: Database, jwtSecret: string, dataKey: string): Promise<void> {
  for (const { userId, sealedSecret } of await db.secondFactors.sealedWithoutDataKey()) {
    const secret = openSecret(jwtSecret, userId, sealedSecret);
    if (secret !== undefined) await db.secondFactors.reseal(userId, sealSecret(dataKey, userId, secret));
  }
}

/** The second factor of a user; one that is pending does not count. */
export async function secondFactorOf({ db }: Services, userId: string): Promise<SecondFactor> {
  const enabled = (await db.users.byId(userId))?.hasSecondFactor === true;
  return { enabled, recovery_codes_left: enabled ? await db.secondFactors.recoveryCodesLeft(userId) : 0 };
}

/**
 * Prepares a second factor, which replaces one that is pending. It asks for nothing until it is confirmed.
 * @throws {ApiError} 403 without a recent sign-in, 409 when one is in force, 429, 503
 */
export async function setUpSecondFactor(services: Services, caller: Caller, owner: Owner): Promise<SecondFactorSetup> {
  const { db } = services;
  const { id: userId, username } = owner;
  const event = 'second_factor_setup';
  return await recordingRejection(db, caller, { event, userId }, async () => {
    if ((await db.users.byId(userId))?.hasSecondFactor) throw apiError('second_factor_on');
    await requireRecentSignIn(services, caller, owner, event);
    const secret = newSecret();
    const codes = newRecoveryCodes();
    await auditedTransaction(db, caller, async (tx, record) => {
      const user = await tx.locks.user(userId);
      if (user === undefined) throw apiError('unknown_user');
      if (user.hasSecondFactor) throw apiError('second_factor_on');
      await tx.secondFactors.replace(userId, sealSecret(services.dataKey, userId, secret), codes.map(recoveryCodeHash));
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
export async function confirmSecondFactor(
  services: Services,
  caller: Caller,
  { id: userId, username }: Pick<Owner, 'id' | 'username'>,
  code: string,
): Promise<void> {
  await withCode(services, caller, { userId, username, event: 'second_factor_enable' }, async (tx) => {
    const user = await tx.locks.user(userId);
    if (user === undefined || user.hasSecondFactor || !(await tx.secondFactors.sealedSecret(userId)))
      throw apiError('nothing_to_confirm');
    // A recovery code would not show that the app has the secret.
    const outcome: CodeOutcome =
      readOneTimeCode(code).kind === 'totp'
        ? await takeOneTimeCode(tx, services, user, code)
        : { kind: 'invalid', reason: 'not_six_digits' };
    if (outcome.kind === 'valid') await tx.secondFactors.enable(userId);
    return outcome;
  });
}

/**
 * Replaces the recovery codes of a second factor, which stays in force.
 * @param code of the authenticator app, or one of the recovery codes: a password alone would give away the second factor
 * @throws {ApiError} 403 for a wrong code, which counts as a failed sign-in, 404 when there is no second factor, 429, 503
 */
export async function renewRecoveryCodes(
  services: Services,
  caller: Caller,
  { id: userId, username }: Pick<Owner, 'id' | 'username'>,
  code: string,
): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes();
  await withCode(services, caller, { userId, username, event: 'recovery_codes_renew' }, async (tx) => {
    const user = await tx.locks.user(userId);
    if (!user?.hasSecondFactor) throw apiError('no_second_factor');
    const outcome = await takeOneTimeCode(tx, services, user, code);
    if (outcome.kind === 'valid') await tx.secondFactors.replaceRecoveryCodes(userId, codes.map(recoveryCodeHash));
    return outcome;
  });
  return { recovery_codes: codes };
}

/** What shows that the owner of a second factor turns it off: one of the three, and each that was sent is checked. */
export interface DisableProof extends Owner {
  readonly code: string | undefined;
}

/**
 * Turns off one's own second factor.
 * @throws {ApiError} 403 without a code, a password or a recent sign-in, and for a wrong one; 404 when there is none; 429, 503
 */
export async function disableSecondFactor(services: Services, caller: Caller, owner: DisableProof): Promise<void> {
  const { db } = services;
  const { id: userId, username, code } = owner;
  const event = 'second_factor_disable';
  if (!(await db.users.byId(userId))?.hasSecondFactor) throw apiError('no_second_factor');
  if (code === undefined || owner.currentPassword !== undefined)
    await requireRecentSignIn(services, caller, owner, event);
  if (code === undefined) return await removeSecondFactor(services, caller, userId);
  await withCode(services, caller, { userId, username, event }, async (tx) => {
    const user = await tx.locks.user(userId);
    if (!user?.hasSecondFactor) throw apiError('no_second_factor');
    const outcome = await takeOneTimeCode(tx, services, user, code);
    if (outcome.kind === 'valid') await tx.secondFactors.remove(userId);
    return outcome;
  });
}

/** Removes the second factor of any user. @throws {ApiError} 404 when there is no such user, or no second factor */
export async function removeSecondFactor({ db }: Pick<Services, 'db'>, caller: Caller, id: string): Promise<void> {
  const userId = uuidOf(id);
  if (userId === undefined) throw apiError('unknown_user');
  await auditedTransaction(db, caller, async (tx, record) => {
    const user = await tx.locks.user(userId);
    if (user === undefined) throw apiError('unknown_user');
    if (!user.hasSecondFactor) throw apiError('no_second_factor');
    await tx.secondFactors.remove(userId);
    record({ event: 'second_factor_disable', userId });
  });
}

interface CodeCheck {
  readonly userId: string;
  readonly username: string;
  readonly event: AuditEventName;
}

/** A wrong code counts as a failed sign-in; a right one forgets none, because whoever set up the secret has it. */
async function withCode(
  services: Services,
  caller: Caller,
  { userId, username, event }: CodeCheck,
  work: (tx: Transaction) => Promise<CodeOutcome>,
): Promise<void> {
  const { db } = services;
  const attempt = await beginAttempt(services, caller, username);
  try {
    const outcome = await recordingRejection(db, caller, { event, userId }, () =>
      auditedTransaction(db, caller, async (tx, record) => {
        const result = await work(tx);
        if (result.kind === 'valid') record({ event, userId });
        return result;
      }),
    );
    if (outcome.kind === 'valid') return;
    const reason = outcome.kind === 'invalid' ? outcome.reason : 'empty_code';
    await recordFailure(db, caller, { event, userId, reason });
    attempt.fail();
    throw apiError('wrong_code');
  } finally {
    await attempt.end();
  }
}
