import type { BrokenRule } from '@ownvoice/shared/contract';
import { parseDuration } from '@ownvoice/shared/settings';

const MIN_SECONDS = 60;
const MAX_SECONDS = 3_650 * 24 * 3_600;

/** The rule that a lifetime such as `90d` breaks; `null` is for ever. */
export function lifetimeFaults(lifetime: string | null): BrokenRule[] {
  const seconds = lifetime === null ? MIN_SECONDS : (parseDuration(lifetime) ?? 0);
  if (seconds >= MIN_SECONDS && seconds <= MAX_SECONDS) return [];
  return [{ field: 'expires_in', code: 'not_within', parameters: { least: '1m', most: '3650d' } }];
}

/** When something expires that is made now, in milliseconds since the Unix epoch. */
export const expiryOf = (lifetime: string | null, now: number): Date | null =>
  lifetime === null ? null : new Date(now + (parseDuration(lifetime) ?? 0) * 1000);
