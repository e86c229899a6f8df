import { type Static, Type } from 'typebox';
import { CLOSED } from './fields.js';

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Response of GET /api/users/stats. */
export const UserStats = Type.Object(
  {
    total_users: count('All accounts.'),
    by_role: Type.Object({ admin: count('Administrators.'), user: count('Accounts with the role user.') }, CLOSED),
    created_last_24h: count('Accounts created in the last 24 hours.'),
    created_last_7d: count('Accounts created in the last 7 days.'),
    created_last_30d: count('Accounts created in the last 30 days.'),
    active_last_24h: count('Accounts that signed in during the last 24 hours.'),
    active_last_30d: count('Accounts that signed in during the last 30 days.'),
    failed_logins_last_24h: count('Sign-ins refused for wrong credentials in the last 24 hours.'),
    signups_by_day: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', description: 'A day in UTC, YYYY-MM-DD.' }),
          count: count('Accounts created.'),
        },
        CLOSED,
      ),
      { description: 'The last 30 days, oldest first, days without sign-ups included.' },
    ),
  },
  { $id: 'UserStats', title: 'UserStats', ...CLOSED },
);
export type UserStats = Static<typeof UserStats>;
