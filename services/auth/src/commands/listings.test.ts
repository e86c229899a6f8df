import { expect, test } from 'vitest';
import { table } from './listings.js';

test('columns are as wide as their widest cell', () => {
  expect(
    table(
      ['id', 'name'],
      [
        ['1', 'Ada'],
        ['23', 'Grace'],
      ],
    ),
  ).toBe('id  name\n1   Ada\n23  Grace\n');
});

// ASVS 16.4.1
test('a stored text can’t repaint the terminal that it is shown on', () => {
  expect(table(['name'], [['\u001b[2Jgone\r\nnext\u202eline']])).toBe(
    'name\n\ufffd[2Jgone\ufffd\ufffdnext\ufffdline\n',
  );
});
