import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtEntry } from './built-entry.js';

test('a caller that runs from the sources gets a file that exists', () => {
  expect(existsSync(builtEntry(import.meta.url, './built-entry.js'))).toBe(true);
});

test.each([
  ['a source file', 'file:///home/me/tts/src/synthesis/pool.ts', 'file:///home/me/tts/dist/synthesis/worker.js'],
  ['a built file', 'file:///home/me/tts/dist/synthesis/pool.js', 'file:///home/me/tts/dist/synthesis/worker.js'],
  ['a source file below another src', 'file:///src/tts/src/pool.ts', 'file:///src/tts/dist/worker.js'],
  ['a built file below another src', 'file:///src/tts/dist/pool.js', 'file:///src/tts/dist/worker.js'],
])('the entry beside %s is the built one', (_name, caller, entry) => {
  expect(builtEntry(caller, './worker.js').href).toBe(entry);
});
