import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERYBODY } from '@ownvoice/tts/dist/storage.js';
import { newVoice, writeVoices } from '@ownvoice/tts/dist/testing/library-voices.js';
import { VoiceLibrary } from '@ownvoice/tts/dist/voice-library/voice-library.js';
import { expect, onTestFinished, test } from 'vitest';

test('a library of 10,000 voices is read once, finds each of them and takes no more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'many-voices-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const warnings: object[] = [];
  const logger = { info: () => {}, warn: (fields: object) => void warnings.push(fields), error: () => {} };
  await writeVoices(folder, 10_000);
  // The last change of the folder lies long enough back to be the last.
  const before = new Date(Date.now() - 60_000);
  await utimes(folder, before, before);
  const library = await VoiceLibrary.open(folder, logger);
  const voices = await library.all(EVERYBODY);
  expect(voices).toHaveLength(10_000);
  expect(voices[9_999]?.name).toBe('Voice 9999');
  expect(await library.all(EVERYBODY)).toBe(voices);
  expect((await library.find('voice 4711', EVERYBODY))?.id).toBe('voice4711');
  const added = library.add(newVoice('One more'), new AbortController().signal);
  await expect(added).rejects.toMatchObject({ statusCode: 507, message: /10,000 voices/ });
  await (await VoiceLibrary.open(folder, logger)).remove('Voice 4711', EVERYBODY);
  expect(await library.all(EVERYBODY)).toHaveLength(9_999);
  expect(warnings).toEqual([]);
});
