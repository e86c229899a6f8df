import type { Prisma } from '../generated/client.js';

/** Steps before the one that is used that are remembered: more than any code outlives its own, on clocks that differ. */
const REMEMBERED_STEPS = 10;

/** Second factors, in force or pending; `User.hasSecondFactor` says which. */
export class SecondFactors {
  constructor(private readonly client: Prisma.TransactionClient) {}

  async sealedSecret(userId: string): Promise<Uint8Array | undefined> {
    return (await this.client.secondFactor.findUnique({ where: { userId } }))?.sealedSecret;
  }

  async recoveryCodesLeft(userId: string): Promise<number> {
    return await this.client.recoveryCode.count({ where: { userId } });
  }

  /** Stores a pending second factor in place of an earlier one. */
  async replace(
    userId: string,
    sealedSecret: Uint8Array<ArrayBuffer>,
    recoveryCodeHashes: readonly string[],
  ): Promise<void> {
    await this.client.secondFactor.deleteMany({ where: { userId } });
    await this.client.secondFactor.create({ data: { userId, sealedSecret } });
    await this.replaceRecoveryCodes(userId, recoveryCodeHashes);
  }

  async replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void> {
    await this.client.recoveryCode.deleteMany({ where: { userId } });
    await this.client.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) });
  }

  async remove(userId: string): Promise<void> {
    await this.client.secondFactor.deleteMany({ where: { userId } });
    await this.enable(userId, false);
  }

  /** Puts the pending second factor into force. Others do not see that in the record, so its `updated_at` stays. */
  async enable(userId: string, inForce = true): Promise<void> {
    await this.client.$executeRaw`UPDATE users SET has_second_factor = ${inForce} WHERE id = ${userId}::uuid`;
  }

  /** Uses up the code of a time step. @returns whether it was unused: of any number at once, on any replica, one gets true */
  async useStep(userId: string, step: number): Promise<boolean> {
    const count = await this.client.$executeRaw`
      UPDATE second_factors SET used_steps = ARRAY(
        SELECT s FROM unnest(used_steps) s WHERE s > ${step - REMEMBERED_STEPS}::bigint) || ${step}::bigint
      WHERE user_id = ${userId}::uuid AND NOT ${step}::bigint = ANY(used_steps)`;
    return count > 0;
  }

  /** Notes how many codes of a user were wrong since the last right one, and until when none is checked. */
  async noteWrongCodes(userId: string, wrongCodes: number, pausedUntil: Date | null): Promise<void> {
    await this.client.$executeRaw`
      UPDATE users SET wrong_codes = ${wrongCodes}, codes_paused_until = ${pausedUntil} WHERE id = ${userId}::uuid`;
  }

  /** Uses up a recovery code. @returns whether it was one */
  async useRecoveryCode(userId: string, codeHash: string): Promise<boolean> {
    return (await this.client.recoveryCode.deleteMany({ where: { userId, codeHash } })).count > 0;
  }
}
