import type { AuditEventName, OAuthProvider, Role } from '@ownvoice/shared/contract';

const LOCALE = 'en';
const plural = new Intl.PluralRules(LOCALE);
const number = new Intl.NumberFormat(LOCALE);
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const shortDay = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

const count = (n: number, one: string, other: string) =>
  `${number.format(n)} ${plural.select(n) === 'one' ? one : other}`;

function timeUntil(milliseconds: number): string {
  const hours = milliseconds / 3_600_000;
  if (hours >= 36) return relative.format(Math.round(hours / 24), 'day');
  if (hours >= 1.5) return relative.format(Math.round(hours), 'hour');
  return relative.format(Math.max(1, Math.round(hours * 60)), 'minute');
}

const PROVIDER_NAMES: Record<OAuthProvider, string> = { codehost: 'the code host', modelhub: 'the model hub' };

/** All texts of the accounts page. A translation is a copy of this file with the same keys. */
export const text = {
  name: 'Ownvoice',
  service: 'Accounts',
  skipLink: 'Skip to content',
  navigation: 'Main',
  loading: 'Loading…',
  retry: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  errors: {
    unreachable: 'The accounts service is unreachable. Check that it is running and that you are connected to it.',
    noErrorBody: (status: number) =>
      `The accounts service returned status ${status} without an error message. Try again, or check the log of the service.`,
  },
  number: (n: number) => number.format(n),
  day: (at: number) => day.format(at),
  dateTime: (at: number) => dateTime.format(at),
  utcDay: (date: string) => shortDay.format(new Date(`${date}T00:00:00Z`)),
  fields: {
    username: 'Username',
    usernameOrEmail: 'Username or e-mail',
    usernameHint: '3 to 64 characters: letters, digits, “_”, “.” and “-”.',
    email: 'E-mail (optional)',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    currentPasswordHint: 'Needed if you signed in more than a few minutes ago.',
    role: 'Role',
    setupToken: 'Set-up token',
    setupTokenHint: 'The service printed it to its console when it started.',
    passwordToggle: { show: 'Show', hide: 'Hide' },
  },
  passwordRules: {
    title: 'Password requirements',
    length: 'at least 6 characters',
    upper: 'an uppercase letter',
    lower: 'a lowercase letter',
    digit: 'a digit',
    tooLong: 'at most 72 bytes',
    met: 'met',
    unmet: 'not met',
  },
  roles: { admin: 'Admin', user: 'User' } satisfies Record<Role, string>,
  intro: {
    headline: 'Your own voice,',
    headlineEnd: 'on your own server.',
    tagline: 'Accounts control who can use it. All data stays on this server.',
  },
  setup: {
    title: 'Set up this server',
    lead: 'This server has no accounts yet. Create the administrator account to get started.',
    submit: 'Create administrator',
  },
  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    or: 'or',
    with: (provider: OAuthProvider) => `Continue with ${PROVIDER_NAMES[provider]}`,
    noAccount: 'No account yet?',
    register: 'Register',
    singleUser: 'This server runs in single-user mode. Only the default administrator can sign in.',
    retryAfter: (seconds: number) =>
      `Try again in ${seconds < 90 ? count(seconds, 'second', 'seconds') : count(Math.ceil(seconds / 60), 'minute', 'minutes')}.`,
  },
  sessionExpired: {
    title: 'Sign in again',
    body: 'Your session has ended. Your unsaved changes are still here.',
  },
  register: {
    title: 'Register',
    lead: 'Create an account with the role “User”.',
    submit: 'Create account',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
  },
  pages: {
    account: 'Your account',
    users: 'Users',
    statistics: 'Statistics',
    audit: 'Audit log',
  },
  account: {
    signedInAs: 'Signed in as',
    lead: (username: string, since: string, role: string) => `${username} · member since ${since} · Role: ${role}`,
    profile: 'Profile',
    save: 'Save profile',
    saved: 'Profile saved.',
    unchanged: 'No changes to save.',
    password: 'Password',
    passwordBody: 'Changing your password ends all your other sessions.',
    noPasswordHint: 'Leave it empty if you sign in with a provider and have no password yet.',
    changePassword: 'Change password',
    passwordChanged: 'Password changed. All your other sessions have ended.',
    identities: 'Sign-in providers',
    identitiesBody: 'Accounts at other services that sign in to this account.',
    noIdentities: 'No provider is linked.',
    identity: (provider: OAuthProvider, email: string | null) =>
      `${email ?? 'unknown address'} at ${PROVIDER_NAMES[provider]}`,
    identityUsed: (linked: string, used: string | undefined) =>
      used === undefined ? `Linked ${linked}` : `Linked ${linked} · last sign-in ${used}`,
    unlink: 'Unlink',
    unlinkLabel: (provider: OAuthProvider) => `Unlink ${PROVIDER_NAMES[provider]}`,
    unlinkTitle: (provider: OAuthProvider) => `Unlink ${PROVIDER_NAMES[provider]}?`,
    unlinkBody: 'It can no longer sign in to this account.',
    sessions: 'Sessions',
    sessionExpires: (inMilliseconds: number) => `This session expires ${timeUntil(inMilliseconds)}.`,
    signOut: 'Sign out',
    sessionAt: (device: string, ip: string | null) => (ip === null ? device : `${device} · ${ip}`),
    unknownDevice: 'Unknown device',
    thisSession: 'This session',
    lastUsed: (at: string) => `Last used ${at}`,
    endSession: 'End',
    endSessionLabel: (device: string) => `End session: ${device}`,
    signOutEverywhere: 'Sign out everywhere',
    signOutEverywhereTitle: 'Sign out everywhere?',
    signOutEverywhereBody: 'This ends all your sessions, including this one.',
  },
  users: {
    total: (total: number) => `${count(total, 'account', 'accounts')} on this server.`,
    matches: (total: number) => `${count(total, 'account matches', 'accounts match')}.`,
    search: 'Search by username or e-mail',
    allRoles: 'All roles',
    create: 'New user',
    createTitle: 'New user',
    createSubmit: 'Create user',
    created: (username: string) => `User ${username} created.`,
    edit: 'Edit',
    editTitle: (username: string) => `Edit ${username}`,
    editSubmit: 'Save',
    saved: (username: string) => `User ${username} saved.`,
    reset: 'Reset password',
    resetTitle: (username: string) => `Reset ${username}’s password`,
    resetBody:
      'This ends all sessions of the user and unlinks all their sign-in providers. Give them the new password in person.',
    resetEmailHint: 'Whoever owns this address can sign in with a provider. Correct it if it is not the user’s.',
    resetSubmit: 'Set password',
    resetDone: (username: string) => `Password of ${username} reset.`,
    delete: 'Delete',
    deleteTitle: (username: string) => `Delete ${username}?`,
    deleteBody: 'This deletes the account and ends all its sessions. It cannot be undone.',
    deleteSubmit: 'Delete account',
    deleted: (username: string) => `User ${username} deleted.`,
    activity: 'Activity',
    rowAction: (action: string, username: string) => `${action}: ${username}`,
    none: 'No matching accounts.',
    you: 'you',
    columns: { username: 'Username', email: 'E-mail', role: 'Role', created_at: 'Created', actions: 'Actions' },
    noEmail: 'none',
    previous: 'Previous',
    next: 'Next',
    range: (first: number, last: number, total: number) => `${first}–${last} of ${number.format(total)}`,
    pagination: 'Pagination',
  },
  statistics: {
    lead: 'Days are in UTC.',
    total: 'Accounts',
    active24h: 'Active in the last 24 hours',
    active30d: 'Active in the last 30 days',
    failed24h: 'Failed sign-ins in the last 24 hours',
    signups: 'Sign-ups per day',
    signupsSummary: (last24h: number, last7d: number, last30d: number) =>
      `Last 24 hours: ${number.format(last24h)} · 7 days: ${number.format(last7d)} · 30 days: ${number.format(last30d)}`,
    signupsOn: (n: number, date: string) => `${count(n, 'sign-up', 'sign-ups')} on ${date}`,
    signupsChart: (total: number, busiest: string) =>
      `Bar chart of sign-ups in the last 30 days: ${number.format(total)} in total${busiest ? `, most on ${busiest}` : ''}.`,
    roles: 'Roles',
    rolesChart: (admins: number, users: number) =>
      `${count(admins, 'admin', 'admins')} and ${count(users, 'user', 'users')}.`,
    active: 'Active accounts',
    activeChart: (active24h: number, active30d: number, total: number) =>
      `${number.format(active24h)} of ${number.format(total)} in the last 24 hours, ${number.format(active30d)} in the last 30 days.`,
    asTable: 'Show as table',
    date: 'Day',
    count: 'Sign-ups',
    of: (part: number, total: number) => `${number.format(part)} of ${number.format(total)}`,
    within24h: 'Last 24 hours',
    within30d: 'Last 30 days',
    refresh: 'Refresh',
  },
  audit: {
    lead: 'All sign-ins, changes and failed attempts, newest first.',
    event: 'Event',
    allEvents: 'All events',
    events: {
      login: 'Sign-in',
      lockout: 'Lockout',
      logout: 'Sign-out',
      register: 'Registration',
      setup: 'First-time set-up',
      password_change: 'Password changed',
      password_reset: 'Password reset',
      user_create: 'Account created',
      user_update: 'Account updated',
      role_change: 'Role changed',
      user_delete: 'Account deleted',
      oauth_login: 'Sign-in with provider',
      oauth_create: 'Account created by provider sign-in',
      oauth_link: 'Provider linked',
      identity_unlink: 'Provider unlinked',
      access_denied: 'Access denied',
      tokens_revoke: 'Sessions revoked',
      users_import: 'Accounts imported',
      users_export: 'Accounts exported',
    } satisfies Record<AuditEventName, string>,
    accountHint: 'Click a name to show only the events of that account.',
    filteredBy: (username: string) => `Events of ${username}`,
    clearFilter: 'Clear filter',
    filterBy: (username: string) => `Show only events of ${username}`,
    columns: { at: 'Time', event: 'Event', account: 'Account', ip: 'IP address', reason: 'Details' },
    success: 'Succeeded',
    failure: 'Failed',
    byActor: (username: string) => `by ${username}`,
    unknownAccount: 'unknown',
    deletedAccount: (id: string) => `deleted account ${id.slice(-6)}`,
    loadOlder: 'Load older events',
    end: 'No older events.',
    none: 'No matching events.',
    refresh: 'Refresh',
  },
} as const;
