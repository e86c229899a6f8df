import { expect, test } from 'vitest';
import { BusyError, DownloadError } from './download-error.js';
import { patiently } from './patience.js';

const failing = (...errors: Error[]) => {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error) throw error;
    return 'done';
  };
};

test('every pause is told, with what went wrong and how long it is', async () => {
  const told: string[] = [];
  const away = new DownloadError('hub.example cannot be reached.', true);
  const done = await patiently(failing(away, new BusyError('hub.example is busy.', 20)), {
    firstPause: 1,
    onWarning: (sentence) => told.push(sentence),
  });
  expect(done).toBe('done');
  expect(told).toEqual([
    'hub.example cannot be reached. The next try is in 1 s.',
    'hub.example is busy. The next try is in 1 s.',
  ]);
});

test('what can not pass is not tried again', async () => {
  const told: string[] = [];
  const gone = new DownloadError('hub.example has no such file.', false);
  await expect(patiently(failing(gone), { onWarning: (sentence) => told.push(sentence) })).rejects.toBe(gone);
  expect(told).toEqual([]);
});
