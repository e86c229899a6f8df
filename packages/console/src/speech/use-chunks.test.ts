import { expect, test } from 'vitest';
import { atSpeed } from './api.js';
import { totalSeconds } from './use-chunks.js';

const chunk = { text: 'One.', characters: 4, estimated_seconds: 3, pause_seconds: 0 };
const text = {
  language: 'English' as const,
  detected_language: null,
  text: 'One. [pause 10s] One.',
  chunks: [{ ...chunk, pause_seconds: 10 }, chunk],
};

test('the length of a text has its pauses, and speech at its speed', () => {
  expect(totalSeconds(atSpeed(text, 1))).toBe(16);
  expect(totalSeconds(atSpeed(text, 2))).toBe(13);
});
