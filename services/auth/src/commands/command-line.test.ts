import { readCommand, UsageError } from '@ownvoice/shared/command-line';
import { describe, expect, test } from 'vitest';
import type { AdminContext } from './admin-context.js';
import { COMMANDS } from './command-line.js';

const read = (line: string) => readCommand(COMMANDS, line.split(' '));
/** What is not understood is rejected before the database is touched. */
const untouched = {} as AdminContext;

describe('the administrators’ command line', () => {
  test.each([
    'create-admin root --email r@example.org --password-stdin',
    'remove-passkeys ada',
    'remove-second-factor ada',
    'reset-password ada',
    'invite',
    'invite ada --email a@example.org --role admin --expires-in 2d',
    'keys list ada',
    'keys create ada client --expires-in never',
    'keys delete ada --all',
    'list-users',
    'revoke-tokens ada',
    'revoke-tokens --all',
    'export-users',
    'export-users out.jsonl --with-password-hashes',
    'import-users in.jsonl',
    'audit',
    'audit --event login --limit 3',
    'migrate',
  ])('reads: %s', (line) => {
    expect(read(line)).toEqual(expect.any(Function));
  });

  test.each([
    ['destroy', /"destroy"/],
    ['import-user', /Did you mean import-users\?/],
    ['constructor', /no command "constructor"; try --help\.$/],
    ['create-admin', /USERNAME/],
    ['create-admin a b', /: b\./],
    ['create-admin root --password Secret-1', /--password/],
    ['reset-password', /ACCOUNT/],
    ['invite --role root', /admin, user/],
    ['keys', /VERB/],
    ['keys show ada', /VERB must be one of list, create, delete/],
    ['list-users --dry-run', /--dry-run/],
    ['revoke-tokens', /or --all/],
    ['revoke-tokens ada --all', /or --all/],
    ['audit --limit 0', /from 1 to 1000/],
    ['audit --limit 1e3', /from 1 to 1000/],
    ['migrate now', /: now\./],
    ['migrate --dry-run', /--dry-run/],
  ])('rejects with one clear message, before the database is touched: %s', async (line, message) => {
    const attempt = async () => read(line)(untouched);
    const error: unknown = await attempt().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toMatch(message);
  });
});
