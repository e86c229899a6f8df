import { describe, expect, test } from 'vitest';
import { findModel, listModels, variantsFor } from './voices.js';

describe('a model identifier', () => {
  test('is listed when it is one of the four, and found by its alias too', () => {
    expect(listModels().map((model) => model.id)).toEqual([
      'engine-tts',
      'engine-tts-customvoice',
      'engine-tts-voicedesign',
      'engine-tts-clone',
    ]);
    expect(findModel('tts-1')).toMatchObject({ id: 'tts-1', object: 'model' });
    expect(findModel('gpt-4o-mini-tts-2025-12-15')).toMatchObject({ id: 'gpt-4o-mini-tts-2025-12-15' });
    for (const id of ['nobody', 'tts-1-2025', 'tts-1-2025-13-01', 'engine-tts-2025-12-15', 'tts-1-2025-12-15x'])
      expect(findModel(id)).toBeUndefined();
  });
});

describe('the variants of the options', () => {
  test('serve one kind of request each', () => {
    expect(variantsFor('speech')).toEqual(['customvoice-1.7b', 'customvoice-0.6b']);
    expect(variantsFor('design')).toEqual(['voicedesign-1.7b']);
    expect(variantsFor('clone')).toEqual(['base-1.7b', 'base-0.6b']);
  });
});
