import type { AuditEventName, OAuthProvider, Role } from '@ownvoice/shared/contract';

const locale = 'en';
const plural = new Intl.PluralRules(locale);
const number = new Intl.NumberFormat(locale);
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

const count = (n: number, one: string, other: string) =>
  `${number.format(n)} ${plural.select(n) === 'one' ? one : other}`;

function until(milliseconds: number): string {
  const hours = milliseconds / 3_600_000;
  if (hours >= 36) return relative.format(Math.round(hours / 24), 'day');
  if (hours >= 1.5) return relative.format(Math.round(hours), 'hour');
  return relative.format(Math.max(1, Math.round(hours * 60)), 'minute');
}

const providers: Record<OAuthProvider, string> = { codehost: 'the code host', modelhub: 'the model hub' };

/** Every word of the accounts pages. A translation is a copy of this file with the same keys. */
export const text = {
  name: 'Ownvoice',
  part: 'Accounts',
  skip: 'Skip to content',
  navigation: 'Pages',
  loading: 'Loading…',
  retry: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  failures: {
    unreachable: 'The accounts service does not answer. Check that it is running and that you are online.',
    unreadable: (status: number) => `The accounts service answered with status ${status} and no explanation.`,
  },
  number: (n: number) => number.format(n),
  day: (at: number) => day.format(at),
  moment: (at: number) => moment.format(at),
  utcDay: (date: string) => shortDay.format(new Date(`${date}T00:00:00Z`)),
  fields: {
    username: 'Username',
    usernameOrEmail: 'Username or e-mail',
    usernameHint: '3 to 64 letters, digits, “_”, “.” or “-”.',
    email: 'E-mail',
    emailOptional: 'E-mail (optional)',
    emailHint: 'Leave it empty to have none.',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    role: 'Role',
    setupToken: 'Set-up token',
    setupTokenHint: 'The service printed it to its console when it started.',
    passwordWords: { show: 'Show', hide: 'Hide' },
  },
  rules: {
    title: 'The password needs',
    length: '6 characters or more',
    upper: 'a capital letter',
    lower: 'a small letter',
    digit: 'a digit',
    tooLong: 'at most 72 bytes: it is too long now',
    met: 'met',
    open: 'not yet',
  },
  roles: { admin: 'Admin', user: 'User' } satisfies Record<Role, string>,
  welcome: {
    headline: 'A voice of your own,',
    headlineEnd: 'on a server of your own.',
    body: 'Accounts decide who may use it, and every one of them is kept right here.',
  },
  setup: {
    title: 'Set up this server',
    body: 'Nobody has an account here yet. The first one is the administrator, and you are signed in right away.',
    submit: 'Create the administrator',
  },
  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    or: 'or',
    with: (provider: OAuthProvider) => `Continue with ${providers[provider]}`,
    noAccount: 'No account yet?',
    register: 'Register',
    singleUser: 'This server is in single-user mode: only its default administrator signs in.',
    wait: (seconds: number) =>
      `The next attempt is possible in ${seconds < 90 ? count(seconds, 'second', 'seconds') : count(Math.ceil(seconds / 60), 'minute', 'minutes')}.`,
  },
  signInAgain: {
    title: 'Sign in again',
    body: 'Your session has ended. What you typed is still here.',
  },
  register: {
    title: 'Register',
    body: 'An account of your own, with the role “User”.',
    submit: 'Create my account',
    haveAccount: 'You have an account?',
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
    lead: (username: string, since: string) => `${username}, here since ${since}.`,
    profile: 'Profile',
    save: 'Save profile',
    saved: 'Your profile is saved.',
    unchanged: 'Nothing has changed.',
    password: 'Password',
    passwordBody: 'Changing it signs you out everywhere else.',
    changePassword: 'Change password',
    passwordChanged: 'Your password is changed. Every other session has ended.',
    sessions: 'Sessions',
    sessionEnds: (inMilliseconds: number) => `This session ends ${until(inMilliseconds)}.`,
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere',
    everywhereTitle: 'Sign out everywhere?',
    everywhereBody: 'Every session of yours ends at once, this one too.',
  },
  users: {
    lead: (total: number) => `${count(total, 'account', 'accounts')} on this server.`,
    found: (total: number) => `${count(total, 'account matches', 'accounts match')}.`,
    search: 'Search by name or e-mail',
    everyRole: 'Every role',
    create: 'New user',
    createTitle: 'New user',
    createSubmit: 'Create user',
    created: (username: string) => `${username} is created.`,
    editTitle: (username: string) => `Edit ${username}`,
    edit: 'Edit',
    editSubmit: 'Save',
    saved: (username: string) => `${username} is saved.`,
    reset: 'Reset password',
    resetTitle: (username: string) => `Reset ${username}’s password`,
    resetBody: 'Every session of theirs ends at once. Hand the new password over in person.',
    resetSubmit: 'Set password',
    resetDone: (username: string) => `${username} has a new password.`,
    delete: 'Delete',
    deleteTitle: (username: string) => `Delete ${username}?`,
    deleteBody: 'The account and its sessions end at once. It can’t be brought back.',
    deleteSubmit: 'Delete account',
    deleted: (username: string) => `${username} is deleted.`,
    activity: 'Activity',
    actionsFor: (action: string, username: string) => `${action}: ${username}`,
    none: 'No account matches.',
    you: 'you',
    columns: { username: 'Username', email: 'E-mail', role: 'Role', created_at: 'Created', actions: 'Actions' },
    noEmail: 'none',
    previous: 'Previous',
    next: 'Next',
    range: (first: number, last: number, total: number) => `${first}–${last} of ${number.format(total)}`,
    pagination: 'Pages of the list',
  },
  statistics: {
    lead: 'Counted now. Days are UTC.',
    total: 'Accounts',
    active24h: 'Active in 24 hours',
    active30d: 'Active in 30 days',
    failed24h: 'Failed sign-ins in 24 hours',
    signups: 'Sign-ups, day by day',
    signupsSummary: (last24h: number, last7d: number, last30d: number) =>
      `${number.format(last24h)} in 24 hours, ${number.format(last7d)} in 7 days, ${number.format(last30d)} in 30 days.`,
    signupsOn: (n: number, date: string) => `${count(n, 'sign-up', 'sign-ups')} on ${date}`,
    signupsChart: (total: number, busiest: string) =>
      `Bar chart of sign-ups in the last 30 days: ${number.format(total)} in all${busiest ? `, most on ${busiest}` : ''}.`,
    roles: 'Roles',
    rolesChart: (admins: number, users: number) =>
      `${count(admins, 'admin', 'admins')} and ${count(users, 'user', 'users')}.`,
    active: 'Active accounts',
    activeChart: (active24h: number, active30d: number, total: number) =>
      `${number.format(active24h)} of ${number.format(total)} active in 24 hours, ${number.format(active30d)} in 30 days.`,
    asTable: 'The numbers as a table',
    date: 'Day',
    count: 'Sign-ups',
    share: 'Accounts',
    of: (part: number, total: number) => `${number.format(part)} of ${number.format(total)}`,
    within24h: '24 hours',
    within30d: '30 days',
    refresh: 'Count again',
  },
  audit: {
    lead: 'Every sign-in, change and refusal. Newest first.',
    event: 'Event',
    everyEvent: 'Every event',
    events: {
      login: 'Sign-in',
      lockout: 'Lockout',
      logout: 'Sign-out',
      register: 'Registration',
      setup: 'First-time set-up',
      password_change: 'Password change',
      password_reset: 'Password reset',
      user_create: 'Account created',
      user_update: 'Account changed',
      role_change: 'Role change',
      user_delete: 'Account deleted',
      oauth_login: 'Provider sign-in',
      oauth_create: 'Account made by a provider',
      oauth_link: 'Provider linked',
      tokens_revoke: 'Sessions ended',
      users_import: 'Accounts imported',
      users_export: 'Accounts exported',
    } satisfies Record<AuditEventName, string>,
    user: 'About',
    pressName: 'Press a name to see only what is about that account.',
    onlyUser: (username: string) => `Only ${username}`,
    showEveryone: 'Show everyone',
    filterByUser: (username: string) => `Only events of ${username}`,
    columns: { at: 'When', event: 'Event', user: 'About', origin: 'From', reason: 'Reason' },
    success: 'Succeeded',
    failure: 'Failed',
    byActor: (username: string) => `by ${username}`,
    noUser: 'nobody',
    deletedUser: (id: string) => `deleted account ${id.slice(-6)}`,
    older: 'Show older events',
    end: 'That is everything.',
    none: 'No event matches.',
    refresh: 'Refresh',
  },
} as const;
