import { readArguments, UsageError } from '@ownvoice/shared/command-line';
import { type AdminContext, OPTIONS, type Options } from './admin-context.js';
import { invite, keys } from './keys-and-links.js';
import { listUsers, printMigrations, showAudit } from './listings.js';
import { exportTo, importFrom } from './transfer.js';
import { createAdmin, removePasskeysOf, removeSecondFactorOf, resetPasswordOf, revokeTokens } from './users.js';

export const USAGE = `Administers the accounts in the database that the service's settings name.

  npm run admin -- COMMAND [OPTION...]

  create-admin USERNAME [--email ADDRESS] [--password-stdin]
        creates an administrator; without --password-stdin a password is generated and printed once
  reset-password ACCOUNT [--password-stdin]
        sets a new password, ends every session, unlinks the sign-in providers and removes the passkeys
  remove-second-factor ACCOUNT
        for somebody who lost the authenticator app and the recovery codes; the password stays
  remove-passkeys ACCOUNT
        for somebody who lost the devices with them; a reset of the password removes them too
  invite [USERNAME] [--email ADDRESS] [--role admin|user] [--expires-in 7d]
        prints a link by which somebody makes an account, once
  keys list ACCOUNT | create ACCOUNT NAME [--expires-in 365d|never] | delete ACCOUNT ID|--all
        the API keys of an account; a new one is printed once
  list-users [--role admin|user] [--json]
  revoke-tokens ACCOUNT | --all
        ends every session of an account, or of all accounts
  export-users [FILE] [--with-password-hashes]
        one line of JSON for each account, to FILE or standard output; without the option passwords are left out
  import-users [FILE] [--dry-run]
        the same lines, from FILE or standard input, with bcrypt or argon2id hashes; all accounts or none
  audit [--event NAME] [--account ACCOUNT] [--limit N] [--json]
        the newest lines of the audit log, 50 by default
  migrate
        applies the database migrations, as the service does at start, and prints their names

ACCOUNT is a username, an e-mail address or an id. A password is read from the first line of standard input, never from
the command line, where other users of the machine could see it.
`;

interface Command {
  readonly options: readonly (keyof Options)[];
  /** How many operands it takes at least and at most; with what it needs. */
  readonly operands: readonly [least: number, most: number, needs?: string];
  /** What is wrong with options that it takes. */
  check?(operand: string | undefined, options: Options): string | undefined;
  run(
    context: AdminContext,
    operand: string | undefined,
    options: Options,
    more: readonly string[],
  ): Promise<void> | void;
}

const checkRole: Command['check'] = (_, { role = 'admin' }) =>
  ['admin', 'user'].includes(role) ? undefined : '--role is admin or user.';

const ONE_ACCOUNT = [1, 1, 'an account'] as const;

const COMMANDS: Readonly<Record<string, Command>> = {
  'create-admin': { options: ['email', 'password-stdin'], operands: [1, 1, 'a username'], run: createAdmin },
  'reset-password': { options: ['password-stdin'], operands: ONE_ACCOUNT, run: resetPasswordOf },
  'remove-second-factor': { options: [], operands: ONE_ACCOUNT, run: removeSecondFactorOf },
  'remove-passkeys': { options: [], operands: ONE_ACCOUNT, run: removePasskeysOf },
  invite: { options: ['email', 'role', 'expires-in'], operands: [0, 1], check: checkRole, run: invite },
  keys: {
    options: ['expires-in', 'all'],
    operands: [2, 3, 'list, create or delete, and an account'],
    check: (verb = '') => (['list', 'create', 'delete'].includes(verb) ? undefined : `keys has no ${verb}.`),
    run: keys,
  },
  'list-users': {
    options: ['role', 'json'],
    operands: [0, 0],
    check: checkRole,
    run: listUsers,
  },
  'revoke-tokens': {
    options: ['all'],
    operands: [0, 1],
    check: (account, { all = false }) =>
      (account === undefined) === all ? undefined : 'revoke-tokens needs an account, or --all.',
    run: revokeTokens,
  },
  'export-users': { options: ['with-password-hashes'], operands: [0, 1], run: exportTo },
  'import-users': { options: ['dry-run'], operands: [0, 1], run: importFrom },
  audit: {
    options: ['event', 'account', 'limit', 'json'],
    operands: [0, 0],
    check: (_, { limit = '50' }) =>
      /^([1-9]\d{0,2}|1000)$/.test(limit) ? undefined : '--limit is a whole number from 1 to 1000.',
    run: showAudit,
  },
  migrate: { options: [], operands: [0, 0], run: printMigrations },
};

/** What the command line asks for. */
export type Invocation =
  | { readonly kind: 'run'; readonly run: (context: AdminContext) => Promise<void> | void }
  | { readonly kind: 'help' }
  | { readonly kind: 'mistake'; readonly message: string };

const mistake = (message: string): Invocation => ({ kind: 'mistake', message });

/** Reads the arguments after the program's name. */
export function readCommandLine(args: readonly string[]): Invocation {
  const read = parsed(args);
  if (typeof read === 'string') return mistake(read);
  const { help, ...options } = read.values;
  const [name, ...operands] = read.positionals;
  if (help || name === undefined || name === 'help') return { kind: 'help' };
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return mistake(`There is no command ${name}.`);
  const stray = Object.keys(options).find((option) => !command.options.some((taken) => taken === option));
  if (stray !== undefined) return mistake(`${name} takes no option --${stray}.`);
  const [least, most, needs] = command.operands;
  if (operands.length < least) return mistake(`${name} needs ${needs}.`);
  if (operands.length > most) return mistake(`${name} takes no ${operands[most]}.`);
  const message = command.check?.(operands[0], options);
  if (message !== undefined) return mistake(message);
  return { kind: 'run', run: (context) => command.run(context, operands[0], options, operands.slice(1)) };
}

function parsed(args: readonly string[]) {
  try {
    return readArguments(args, OPTIONS);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
