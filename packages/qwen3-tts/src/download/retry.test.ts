import { expect, test } from 'vitest';
import { BusyError, DownloadError, retry } from './retry.js';

const failing = (...errors: Error[]) => {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error) throw error;
    return 'done';
  };
};

test('every delay is reported with its reason and length', async () => {
  const warnings: string[] = [];
  const unreachable = new DownloadError('hub.example cannot be reached.', true);
  const done = await retry(failing(unreachable, new BusyError('hub.example is busy.', 20)), {
    initialDelay: 1,
    onWarning: (sentence) => warnings.push(sentence),
  });
  expect(done).toBe('done');
  expect(warnings).toEqual([
    'hub.example cannot be reached. Retrying in 1 s.',
    'hub.example is busy. Retrying in 1 s.',
  ]);
});

test('a permanent failure is not retried', async () => {
  const warnings: string[] = [];
  const missing = new DownloadError('hub.example has no such file.', false);
  await expect(retry(failing(missing), { onWarning: (sentence) => warnings.push(sentence) })).rejects.toBe(missing);
  expect(warnings).toEqual([]);
});
