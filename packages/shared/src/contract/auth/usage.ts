import { type Static, Type } from 'typebox';
import { PATTERNS } from '../patterns.js';
import { closed, closedObject } from '../schemas.js';
import { EXAMPLE_ID, patternText } from './fields.js';

/** More than thirty years: sums of it stay exact. */
const MAX_SECONDS = 1e9;

export const UsageReport = closed('UsageReport', {
  usage: Type.Array(
    closedObject({
      user_id: patternText(PATTERNS.uuid, 'The id of an account; an unknown one is ignored.', EXAMPLE_ID),
      seconds: Type.Number({
        minimum: 0,
        maximum: MAX_SECONDS,
        description: 'Seconds of speech since the last report; they are added to those of today, in UTC.',
        examples: [12.5],
      }),
    }),
  ),
});
export type UsageReport = Static<typeof UsageReport>;

export const UsageQuery = closedObject({
  days: Type.Optional(patternText(PATTERNS.limit, 'How many days, today included, 1 to 1000; 30 when absent.', '30')),
});

/** Response of GET /api/users/usage, the latest day first. */
export const UsageList = closed('UsageList', {
  usage: Type.Array(
    closedObject({
      user_id: Type.String({ format: 'uuid' }),
      day: Type.String({ format: 'date', description: 'A day in UTC, YYYY-MM-DD.' }),
      seconds: Type.Number({ minimum: 0, description: 'Seconds of speech.' }),
    }),
  ),
});
export type UsageList = Static<typeof UsageList>;
