import { describe, expect, test } from 'vitest';
import { prepareText } from '../text/index.js';
import type { ChunkTimes } from './stream.js';
import { subRip } from './subtitles.js';

function subtitles(input: string, times: ChunkTimes, maxCharacters = 500, speed = 1): string {
  const prepared = prepareText(input, { voiceLanguage: 'en', maxCharacters });
  if (prepared.kind !== 'speakable') throw new Error(prepared.kind);
  return subRip(prepared, times, speed);
}

describe('subtitles', () => {
  test('are numbered cues with hours, a comma, and a blank line between', () => {
    const times = { chunkStarts: [0.5, 3_723.25], audioSeconds: 3_725.5 };
    expect(subtitles('[pause 500ms] One. [pause 2s] Two. [pause 1s]', times)).toBe(
      '1\n00:00:00,500 --> 01:02:01,250\nOne.\n\n2\n01:02:03,250 --> 01:02:04,500\nTwo.\n',
    );
  });

  test('end where the pause of their chunk begins, which is shorter at a higher speed', () => {
    const ends = (speed: number) =>
      subtitles('This is one. Here is two.', { chunkStarts: [0, 2], audioSeconds: 4 }, 14, speed).match(/(?<=--> ).*/g);
    expect(ends(1)).toEqual(['00:00:01,750', '00:00:04,000']);
    expect(ends(2)).toEqual(['00:00:01,875', '00:00:04,000']);
  });

  test.each([
    ['first', [0, 0, 2], 4, ['Two.', 'Three.']],
    ['second', [0, 2, 2], 4, ['One.', 'Three.']],
    ['last', [0, 2, 4], 4, ['One.', 'Two.']],
  ])('have no cue for the %s chunk when it is missing', (_which, chunkStarts, audioSeconds, words) => {
    const written = subtitles('One. [pause 500ms] Two. [pause 500ms] Three.', { chunkStarts, audioSeconds });
    expect(written.match(/^\p{L}+\.$/gmu)).toEqual(words);
    expect(written.match(/^\d$/gm)).toEqual(['1', '2']);
  });

  test('keep the spelling that pronunciations replace', () => {
    const pronunciations = [{ text: 'Qwen', say: 'chwen' }];
    const prepared = prepareText('Qwen speaks.', { voiceLanguage: 'en', pronunciations });
    if (prepared.kind !== 'speakable') throw new Error(prepared.kind);
    expect(subRip(prepared, { chunkStarts: [0], audioSeconds: 1 }, 1)).toContain('\nQwen speaks.\n');
  });

  test('never hold an arrow that a player would read as times', () => {
    const chunk = { text: '00:00:01,000 --> 00:00:02,000', characters: 29, estimatedSeconds: 1, pauseAfter: 'none' };
    const text = { chunks: [{ ...chunk, pauseAfter: 'none' as const }], silence: { before: 0, after: 0 } };
    expect(subRip(text, { chunkStarts: [0], audioSeconds: 1 }, 1).match(/-->/g)).toHaveLength(1);
  });
});
