import { parseArgs } from 'node:util';

/** What the command line asks for. */
export type Invocation =
  | {
      readonly kind: 'create-admin';
      readonly username: string;
      readonly email: string | null;
      readonly passwordFromInput: boolean;
    }
  | { readonly kind: 'reset-password'; readonly account: string; readonly passwordFromInput: boolean }
  | { readonly kind: 'remove-second-factor'; readonly account: string }
  | { readonly kind: 'remove-passkeys'; readonly account: string }
  | { readonly kind: 'list-users'; readonly json: boolean; readonly role: 'admin' | 'user' | undefined }
  | { readonly kind: 'revoke-tokens'; readonly account: string | undefined }
  | { readonly kind: 'export-users'; readonly file: string | undefined; readonly withPasswordHashes: boolean }
  | { readonly kind: 'import-users'; readonly file: string | undefined; readonly dryRun: boolean }
  | {
      readonly kind: 'audit';
      readonly json: boolean;
      readonly limit: number;
      readonly event: string | undefined;
      readonly account: string | undefined;
    }
  | { readonly kind: 'migrate' }
  | { readonly kind: 'help' }
  | { readonly kind: 'mistake'; readonly sentence: string };

/** An invocation of one kind. */
export type Command<Kind extends Invocation['kind']> = Extract<Invocation, { kind: Kind }>;

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
  list-users [--role admin|user] [--json]
  revoke-tokens ACCOUNT | --all
        ends every session of an account, or of all accounts
  export-users [FILE] [--with-password-hashes]
        one line of JSON for each account, to FILE or standard output; without the option passwords are left out
  import-users [FILE] [--dry-run]
        the same lines, from FILE or standard input, with bcrypt or argon2id hashes; all accounts or none
  audit [--event NAME] [--account ACCOUNT] [--limit N] [--json]
        the newest lines of the audit trail, 50 by default
  migrate
        applies the database migrations, as the service does at start, and prints their names

ACCOUNT is a username, an e-mail address or an id. A password is read from the first line of standard input, never from
the command line, where other users of the machine could see it.
`;

const OPTIONS = {
  email: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  role: { type: 'string' },
  json: { type: 'boolean' },
  all: { type: 'boolean' },
  'with-password-hashes': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  event: { type: 'string' },
  account: { type: 'string' },
  limit: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The options that each command takes, and how many operands at least and at most. */
const COMMANDS: Readonly<
  Record<string, { readonly takes: readonly string[]; readonly operands: readonly [number, number] }>
> = {
  'create-admin': { takes: ['email', 'password-stdin'], operands: [1, 1] },
  'reset-password': { takes: ['password-stdin'], operands: [1, 1] },
  'remove-second-factor': { takes: [], operands: [1, 1] },
  'remove-passkeys': { takes: [], operands: [1, 1] },
  'list-users': { takes: ['role', 'json'], operands: [0, 0] },
  'revoke-tokens': { takes: ['all'], operands: [0, 1] },
  'export-users': { takes: ['with-password-hashes'], operands: [0, 1] },
  'import-users': { takes: ['dry-run'], operands: [0, 1] },
  audit: { takes: ['event', 'account', 'limit', 'json'], operands: [0, 0] },
  migrate: { takes: [], operands: [0, 0] },
};

const mistake = (sentence: string): Invocation => ({ kind: 'mistake', sentence });

/** Reads the arguments after the program's name. */
export function readCommandLine(args: readonly string[]): Invocation {
  const read = parsed(args);
  if (typeof read === 'string') return mistake(read);
  const { values, positionals } = read;
  const [command, ...operands] = positionals;
  if (values.help || command === undefined || command === 'help') return { kind: 'help' };
  const known = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (known === undefined) return mistake(`There is no command ${command}.`);
  const stray = Object.keys(values).find((name) => !known.takes.includes(name));
  if (stray !== undefined) return mistake(`${command} takes no option --${stray}.`);
  const [least, most] = known.operands;
  if (operands.length < least)
    return mistake(`${command} needs ${command === 'create-admin' ? 'a username' : 'an account'}.`);
  if (operands.length > most) return mistake(`${command} takes no ${operands[most]}.`);
  return invocation(command, operands[0], values);
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

function parsed(args: readonly string[]): { values: Values; positionals: string[] } | string {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    return error instanceof Error ? `${error.message.split('. ')[0]}.` : String(error);
  }
}

function invocation(command: string, operand: string | undefined, values: Values): Invocation {
  const passwordFromInput = values['password-stdin'] ?? false;
  switch (command) {
    case 'create-admin':
      return { kind: command, username: operand ?? '', email: values.email ?? null, passwordFromInput };
    case 'reset-password':
      return { kind: command, account: operand ?? '', passwordFromInput };
    case 'remove-second-factor':
    case 'remove-passkeys':
      return { kind: command, account: operand ?? '' };
    case 'list-users': {
      const { role } = values;
      if (role !== undefined && role !== 'admin' && role !== 'user') return mistake('--role is admin or user.');
      return { kind: command, role, json: values.json ?? false };
    }
    case 'revoke-tokens':
      if ((operand === undefined) === !values.all) return mistake('revoke-tokens needs an account, or --all.');
      return { kind: command, account: operand };
    case 'export-users':
      return { kind: command, file: operand, withPasswordHashes: values['with-password-hashes'] ?? false };
    case 'import-users':
      return { kind: command, file: operand, dryRun: values['dry-run'] ?? false };
    case 'migrate':
      return { kind: command };
    default: {
      const limit = values.limit ?? '50';
      if (!/^([1-9]\d{0,2}|1000)$/.test(limit)) return mistake('--limit is a whole number from 1 to 1000.');
      return {
        kind: 'audit',
        event: values.event,
        account: values.account,
        limit: Number(limit),
        json: values.json ?? false,
      };
    }
  }
}
