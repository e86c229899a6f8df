import { describe, expect, test } from 'vitest';
import { readCommandLine, USAGE } from './command-line.js';

const read = (line: string) => readCommandLine(line.split(' ').filter((word) => word !== ''));

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
    'list-users --role admin --json',
    'revoke-tokens ada',
    'revoke-tokens --all',
    'export-users',
    'export-users out.jsonl --with-password-hashes',
    'import-users in.jsonl --dry-run',
    'audit',
    'audit --event login --limit 3',
    'migrate',
  ])('the administrators’ command line reads: %s', (line) => {
    expect(read(line)).toEqual({ kind: 'run', run: expect.any(Function) });
  });

  test.each(['', '--help', 'create-admin --help'])('the administrators’ command line prints its help: %s', (line) => {
    expect(read(line)).toEqual({ kind: 'help' });
  });

  test.each([
    ['destroy', /no command destroy/],
    ['constructor', /no command/],
    ['create-admin', /needs a username/],
    ['create-admin a b', /takes no b/],
    ['create-admin root --password Secret-1', /--password/],
    ['reset-password', /needs an account/],
    ['invite --role root', /admin or user/],
    ['keys', /needs list, create or delete, and an account/],
    ['keys show ada', /no show/],
    ['list-users --role root', /admin or user/],
    ['list-users --dry-run', /takes no option --dry-run/],
    ['revoke-tokens', /an account, or --all/],
    ['revoke-tokens ada --all', /an account, or --all/],
    ['audit --limit 0', /from 1 to 1000/],
    ['audit --limit 1e3', /from 1 to 1000/],
    ['migrate now', /takes no now/],
    ['migrate --dry-run', /takes no option --dry-run/],
  ])('the administrators’ command line rejects with one message: %s', (line, message) => {
    expect(read(line)).toEqual({ kind: 'mistake', message: expect.stringMatching(message) });
  });

  test('the help of the administrators’ command line explains every command', () => {
    for (const command of [
      'create-admin',
      'reset-password',
      'remove-second-factor',
      'remove-passkeys',
      'list-users',
      'revoke-tokens',
      'export-users',
      'import-users',
      'audit',
      'migrate',
    ])
      expect(USAGE).toContain(`  ${command}`);
  });
});
