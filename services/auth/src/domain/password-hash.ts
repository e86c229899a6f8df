/** Of every hash we compute: the rounds as an exponent of two. */
export const BCRYPT_COST = 12;

/** The cost of an argon2id computation. Hashes with equal parameters take the same time. */
export interface Argon2idParameters {
  readonly memoryKiB: number;
  readonly iterations: number;
  readonly parallelism: number;
}

/** A stored password hash, told apart by how it is verified. */
export type PasswordHash =
  | { readonly kind: 'bcrypt'; readonly cost: number }
  | { readonly kind: 'argon2id'; readonly parameters: Argon2idParameters };

/** The most that one sign-in computes: 256 MiB, ten passes, four lanes. */
const ARGON2ID_LIMITS: Argon2idParameters = { memoryKiB: 262_144, iterations: 10, parallelism: 4 };

/**
 * Reads a hash in the usual text form.
 * @returns the hash, or why it can't be taken over, as the end of a message
 * @see https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
 */
export function parsePasswordHash(text: string): PasswordHash | { readonly kind: 'unusable'; readonly why: string } {
  const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text);
  if (bcrypt) {
    const cost = Number(bcrypt[1]);
    if (cost >= 4 && cost <= BCRYPT_COST) return { kind: 'bcrypt', cost };
    return unusable(`has a bcrypt cost of ${cost}; 4 to ${BCRYPT_COST} can be taken over`);
  }
  const argon2id =
    /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/.exec(text);
  if (!argon2id) return unusable('is neither a bcrypt hash nor an argon2id hash of version 19');
  const [memoryKiB, iterations, parallelism] = argon2id.slice(1).map(Number) as [number, number, number];
  if (iterations < 1 || parallelism < 1 || memoryKiB < 8 * parallelism)
    return unusable('has impossible argon2id parameters');
  if (
    memoryKiB > ARGON2ID_LIMITS.memoryKiB ||
    iterations > ARGON2ID_LIMITS.iterations ||
    parallelism > ARGON2ID_LIMITS.parallelism
  ) {
    return unusable('asks for more than 256 MiB, 10 passes or 4 lanes of argon2id');
  }
  return { kind: 'argon2id', parameters: { memoryKiB, iterations, parallelism } };
}

function unusable(why: string) {
  return { kind: 'unusable', why } as const;
}

/** The part of an argon2id hash that says what it costs; equal for hashes that take equally long. */
export function argon2idPrefix({ memoryKiB, iterations, parallelism }: Argon2idParameters): string {
  return `$argon2id$v=19$m=${memoryKiB},t=${iterations},p=${parallelism}`;
}

/** Whether a hash has another kind or cost than ours, so that it is replaced when the password is known. */
export function needsRenewal(hash: string): boolean {
  const parsed = parsePasswordHash(hash);
  return parsed.kind !== 'bcrypt' || parsed.cost !== BCRYPT_COST;
}

/**
 * The costs of dummy comparisons that, after one comparison of cost `cost`, add up to the work of one of cost 12:
 * 2^c + (2^c + 2^(c+1) + … + 2^11) = 2^12. So an imported hash takes as long as one of ours.
 */
export function bcryptTopUp(cost: number): number[] {
  return Array.from({ length: Math.max(0, BCRYPT_COST - cost) }, (_, n) => cost + n);
}
