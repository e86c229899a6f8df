import { expect, test } from 'vitest';
import { recordingsOf } from './sample-texts.js';

test('a recorded sample is found by its voice, and names the model that spoke it', () => {
  const recordings = recordingsOf({
    './samples/customvoice-0.6b/ryan.wav': '/assets/ryan-1.wav',
    './samples/customvoice-1.7b/ryan.wav': '/assets/ryan-2.wav',
    './samples/customvoice-0.6b/uncle_fu.wav': '/assets/uncle_fu.wav',
  });
  expect(recordings.get('ryan')).toEqual({ variant: 'customvoice-1.7b', url: '/assets/ryan-2.wav' });
  expect(recordings.get('uncle_fu')).toEqual({ variant: 'customvoice-0.6b', url: '/assets/uncle_fu.wav' });
  expect(recordings.has('sohee')).toBe(false);
});
