import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usageOf } from './speech-metrics.js';

test.skipIf(!existsSync('/proc/self/stat'))('the usage of a process is what it says itself', () => {
  const { user, system } = process.cpuUsage();
  const usage = usageOf(process.pid);
  expect(Math.abs((usage?.cpuSeconds ?? 0) - (user + system) / 1e6)).toBeLessThan(0.5);
  expect((usage?.residentBytes ?? 0) / process.memoryUsage.rss()).toBeCloseTo(1, 0);
});

test('a process that is gone has no usage', () => {
  expect(usageOf(2 ** 30)).toBeUndefined();
});
