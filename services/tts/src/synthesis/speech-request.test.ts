import { describe, expect, test } from 'vitest';
import type { EncodedVoice, VoiceSource } from '../engines/engine.js';
import { synthesisJobs } from './speech-request.js';

const samples = new Float32Array(3 * 24_000);
const kept: EncodedVoice = {
  checkpoint: 'a'.repeat(64),
  hash: 'b',
  speakerEmbedding: new Float32Array(4),
  spoken: undefined,
};
const spoken = { text: 'Good day.', codes: new Int32Array(16), frames: 1 };

const VOICES = {
  'a recording': { kind: 'clone', reference: { samples, hash: 'a' } },
  'a voice of the library': { kind: 'clone', reference: kept },
  'a recording with its transcript': { kind: 'clone', reference: { samples, hash: 'a', text: 'Good day.' } },
  'a voice of the library with its transcript': { kind: 'clone', reference: { ...kept, spoken } },
  'a pre-built voice': { kind: 'speech', id: 'ryan', instruct: '' },
  'a designed voice': { kind: 'design', description: 'Calm.' },
} satisfies Record<string, VoiceSource>;

/** Whether each of `count` chunks gives context. */
const givers = (voice: VoiceSource, context: 'off' | 'first', count = 3) => {
  const chunks = Array.from({ length: count }, (_, index) => ({ text: `${index}`, estimatedSeconds: 1 }));
  const request = { speed: 1, seed: 7 };
  return synthesisJobs(request, voice, chunks, 'English', 7, context).map(({ givesContext }) => givesContext ?? false);
};

describe('the first chunk of a text gives context', () => {
  test.each(Object.entries(VOICES))('in %s only if that is cloned without a transcript', (name, voice) => {
    const isExpected = name === 'a recording' || name === 'a voice of the library';
    expect(givers(voice, 'first')).toEqual([isExpected, false, false]);
    expect(givers(voice, 'off')).toEqual([false, false, false]);
  });

  test('only if there are others', () => {
    expect(givers(VOICES['a recording'], 'first', 1)).toEqual([false]);
  });
});
