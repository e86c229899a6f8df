import { describe, expect, test } from 'vitest';
import { chooseModel, findModel, listModels, variantsFor } from './models.js';

describe('a model identifier', () => {
  test.each(['engine-tts', 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'])('%s goes with every route', (id) => {
    for (const kind of ['speech', 'design', 'clone'] as const) expect(chooseModel(id, kind)).toEqual({ kind: 'fits' });
  });

  test('of another route names that route', () => {
    expect(chooseModel('engine-tts-voicedesign', 'speech')).toEqual({
      kind: 'other-route',
      route: 'POST /v1/audio/voice-design',
    });
    expect(chooseModel('engine-tts-clone', 'design')).toMatchObject({ route: 'POST /v1/audio/voice-clone' });
    expect(chooseModel('engine-tts-customvoice', 'clone')).toMatchObject({ route: 'POST /v1/audio/speech' });
  });

  test('that is unknown lists the accepted ones', () => {
    expect(chooseModel('tts-2', 'speech')).toMatchObject({
      kind: 'unknown',
      known: expect.arrayContaining(['engine-tts']),
    });
  });

  test('is listed when it is one of the four, and found by its alias too', () => {
    expect(listModels().map((model) => model.id)).toEqual([
      'engine-tts',
      'engine-tts-customvoice',
      'engine-tts-voicedesign',
      'engine-tts-clone',
    ]);
    expect(findModel('tts-1')).toMatchObject({ id: 'tts-1', object: 'model' });
    expect(findModel('nobody')).toBeUndefined();
  });
});

describe('the variants of the options', () => {
  test('serve one kind of request each', () => {
    expect(variantsFor('speech')).toEqual(['customvoice-1.7b', 'customvoice-0.6b']);
    expect(variantsFor('design')).toEqual(['voicedesign-1.7b']);
    expect(variantsFor('clone')).toEqual(['base-1.7b', 'base-0.6b']);
  });
});
