import { expect, test } from 'vitest';
import { DeviceLosses } from './device-losses.js';

const MINUTE = 60_000;

test('a device is given up when it is lost three times within ten minutes, not when it is lost now and then', () => {
  const often = new DeviceLosses();
  expect([0, 4, 9].map((minute) => often.add(minute * MINUTE))).toEqual([false, false, true]);
  const rarely = new DeviceLosses();
  expect([0, 6, 12, 18].map((minute) => rarely.add(minute * MINUTE))).toEqual([false, false, false, false]);
  expect(rarely.total).toBe(4);
});
