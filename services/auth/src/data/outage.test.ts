import { beforeEach, expect, test } from 'vitest';
import { OutageLog } from './outage.js';

let now: number;
let lines: unknown[];
let outage: OutageLog;
beforeEach(() => {
  now = 0;
  lines = [];
  const write = (fields: unknown, message?: string) => void lines.push({ ...(fields as object), message });
  outage = new OutageLog({ info: write, error: write }, () => now);
});

const refused = new Error('connect ECONNREFUSED 127.0.0.1:5432');

test('an outage is one line a minute and cause, which counts the failures since the line before', () => {
  for (let i = 0; i < 1_000; i++) outage.failed(refused);
  outage.failed(new Error('The database is read-only.'));
  now += 60_000;
  outage.failed(refused);
  expect(lines).toEqual([
    { reason: refused.message, failures: 1, message: 'database not available' },
    { reason: 'The database is read-only.', failures: 1, message: 'database not available' },
    { reason: refused.message, failures: 1_000, message: 'database not available' },
  ]);
});

test('the end of an outage is one line, and the next outage is told at once', () => {
  outage.responded();
  expect(lines).toEqual([]);
  outage.failed(refused);
  outage.responded();
  outage.responded();
  outage.failed(refused);
  expect(lines.map((line) => (line as { message: string }).message)).toEqual([
    'database not available',
    'database available again',
    'database not available',
  ]);
});
