import { describe, expect, test } from 'vitest';
import { readCommandLine, USAGE } from './command-line.js';

const read = (line: string) => readCommandLine(line.split(' ').filter((word) => word !== ''));

describe('the administrators’ command line', () => {
  test.each([
    ['create-admin root', { kind: 'create-admin', username: 'root', email: null, passwordFromInput: false }],
    [
      'create-admin root --email r@example.org --password-stdin',
      { kind: 'create-admin', username: 'root', email: 'r@example.org', passwordFromInput: true },
    ],
    ['remove-passkeys ada', { kind: 'remove-passkeys', account: 'ada' }],
    ['remove-second-factor ada', { kind: 'remove-second-factor', account: 'ada' }],
    ['reset-password ada', { kind: 'reset-password', account: 'ada', passwordFromInput: false }],
    ['list-users --role admin --json', { kind: 'list-users', role: 'admin', json: true }],
    ['revoke-tokens ada', { kind: 'revoke-tokens', account: 'ada' }],
    ['revoke-tokens --all', { kind: 'revoke-tokens', account: undefined }],
    ['export-users', { kind: 'export-users', file: undefined, withPasswordHashes: false }],
    [
      'export-users out.jsonl --with-password-hashes',
      { kind: 'export-users', file: 'out.jsonl', withPasswordHashes: true },
    ],
    ['import-users in.jsonl --dry-run', { kind: 'import-users', file: 'in.jsonl', dryRun: true }],
    ['audit', { kind: 'audit', event: undefined, account: undefined, limit: 50, json: false }],
    ['audit --event login --limit 3', { kind: 'audit', event: 'login', account: undefined, limit: 3, json: false }],
    ['migrate', { kind: 'migrate' }],
    ['', { kind: 'help' }],
    ['--help', { kind: 'help' }],
    ['create-admin --help', { kind: 'help' }],
  ])('reads: %s', (line, expected) => {
    expect(read(line)).toEqual(expected);
  });

  test.each([
    ['destroy', /no command destroy/],
    ['constructor', /no command/],
    ['create-admin', /needs a username/],
    ['create-admin a b', /takes no b/],
    ['create-admin root --password Secret-1', /Unknown option '--password'/],
    ['reset-password', /needs an account/],
    ['list-users --role root', /admin or user/],
    ['list-users --dry-run', /takes no option --dry-run/],
    ['revoke-tokens', /an account, or --all/],
    ['revoke-tokens ada --all', /an account, or --all/],
    ['audit --limit 0', /from 1 to 1000/],
    ['audit --limit 1e3', /from 1 to 1000/],
    ['migrate now', /takes no now/],
    ['migrate --dry-run', /takes no option --dry-run/],
  ])('refuses with one clear sentence: %s', (line, sentence) => {
    expect(read(line)).toEqual({ kind: 'mistake', sentence: expect.stringMatching(sentence) });
  });

  test('explains every command', () => {
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
