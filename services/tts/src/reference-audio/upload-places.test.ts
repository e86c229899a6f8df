import { expect, test } from 'vitest';
import { UploadPlaces } from './upload-places.js';

const places = () => new UploadPlaces({ uploads: 3, bytes: 100, uploadsOfAddress: 2, bytesOfAddress: 60 });

test('one address has so many uploads at a time, and all together so many', () => {
  const all = places();
  const first = all.enter('192.0.2.1');
  expect(all.enter('192.0.2.1')).toBeDefined();
  expect(all.enter('192.0.2.1')).toBeUndefined();
  expect(all.enter('192.0.2.2')).toBeDefined();
  expect(all.enter('192.0.2.3')).toBeUndefined();
  first?.leave();
  first?.leave();
  expect(all.enter('192.0.2.3')).toBeDefined();
  expect(all.enter('192.0.2.4')).toBeUndefined();
});

test('uploads hold what has arrived, each address and all together within bounds', () => {
  const all = places();
  const [one, two] = [all.enter('192.0.2.1'), all.enter('192.0.2.2')];
  expect(one?.take(60)).toBe(true);
  expect(one?.take(1)).toBe(false);
  expect(two?.take(40)).toBe(true);
  expect(two?.take(1)).toBe(false);
  one?.leave();
  expect(two?.take(20)).toBe(true);
  expect(one?.take(1)).toBe(false);
});
