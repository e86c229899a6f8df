import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineError } from '../engines/engine.js';
import { goldenFolder } from '../testing/golden-models.js';
import { type HeldJob, obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { postForm } from '../testing/voice-forms.js';
import { VoiceLibrary } from '../voice-library/voice-library.js';

const SENTENCES = ['The first sentence has seven words here.', 'Here the second one has six words.'];
const INPUT = `[pause 1s] ${SENTENCES[0]} [pause 2s] ${SENTENCES[1]} Then a third sentence comes to its end.`;
const TRANSCRIPT = 'Hello there, how are you today?';
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

interface Asked {
  readonly text: string;
  readonly givesContext: boolean;
  readonly context: string | undefined;
}

describe('the first chunk as context for the others', () => {
  let folder: string;
  let recording: Uint8Array;
  const engine = new ScriptedEngine(obedient, { parallel: 4 });
  const servers: Partial<Record<'off' | 'first', SpeechServer>> = {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chunk-context-'));
    recording = await readFile(join(goldenFolder('base-0.6b'), 'reference-3s.wav'));
    const voiceLibrary = await VoiceLibrary.open(join(folder, 'voices'), SILENT);
    for (const chunkContext of ['off', 'first'] as const)
      servers[chunkContext] = await startSpeechServer({
        model: engine,
        variant: 'base-0.6b',
        voiceLibrary,
        chunkContext,
      });
  });
  afterAll(async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()));
    await rm(folder, { recursive: true });
  });

  const baseOf = (chunkContext: 'off' | 'first') => servers[chunkContext]?.base ?? '';

  /** How often each became of a context. */
  const counted = async () => {
    const metrics = await (await fetch(`${baseOf('first')}/metrics`)).text();
    const lines = metrics.matchAll(/^tts_chunk_contexts_total\{.*outcome="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
  };

  /** Speaks three chunks, the first of which gives its codes when it is asked for them. */
  const speak = async (
    ask: (base: string) => Promise<Response>,
    chunkContext: 'off' | 'first',
    isFailing: (held: HeldJob) => boolean = () => false,
  ) => {
    const jobs: Asked[] = [];
    engine.script = (held) => {
      const { text, givesContext = false, context } = held.job;
      jobs.push({ text, givesContext, context: context?.text });
      held.start();
      if (isFailing(held)) held.fail(new EngineError('failed', 'runaway'));
      else held.speak(givesContext ? { context: { text, codes: new Int32Array(16), frames: 1 } } : {});
    };
    const answer = await ask(baseOf(chunkContext));
    expect(answer.status, await answer.clone().text()).toBe(200);
    const wav = Buffer.from(await answer.arrayBuffer());
    const [starts, skipped] = ['x-tts-chunk-starts', 'x-tts-chunks-skipped'].map((name) => answer.headers.get(name));
    return { jobs, heard: { starts, skipped, wav } };
  };

  const upload =
    (more: Readonly<Record<string, string>> = {}) =>
    (base: string) =>
      postForm(base, '/v1/audio/voice-clone', { input: INPUT, language: 'en', reference_audio: recording, ...more });
  const byName = (voice: string) => (base: string) =>
    post(base, '/v1/audio/speech', { input: INPUT, language: 'en', voice });
  const keep = async (name: string, more: Readonly<Record<string, string>> = {}) => {
    const form = { name, reference_audio: recording, consent: 'true', ...more };
    const created = await postForm(baseOf('first'), '/v1/voices', form);
    expect(created.status, await created.clone().text()).toBe(201);
  };
  const contextsOf = (jobs: readonly Asked[]) => jobs.map(({ context }) => context);

  test('is given in the voice of a recording without a transcript; chunks and their times stay the same', async () => {
    const [off, first] = [await speak(upload(), 'off'), await speak(upload(), 'first')];
    const [sentence] = SENTENCES;
    expect(contextsOf(first.jobs)).toEqual([undefined, sentence, sentence]);
    expect(off.jobs).toEqual(first.jobs.map(({ text }) => ({ text, givesContext: false, context: undefined })));
    expect(first.heard).toEqual(off.heard);
  });

  test('is given in a kept voice without a transcript, and in none that has one', async () => {
    await keep('Anna');
    await keep('Berta', { reference_text: TRANSCRIPT });
    expect(contextsOf((await speak(byName('Anna'), 'first')).jobs).filter(Boolean)).toHaveLength(2);
    for (const ask of [byName('Berta'), upload({ reference_text: TRANSCRIPT })])
      expect((await speak(ask, 'first')).jobs).toEqual((await speak(ask, 'off')).jobs);
  });

  test('is not given when it is skipped; a chunk that fails with it is spoken without; both are counted', async () => {
    const { used = 0, unfit = 0, dropped = 0 } = await counted();
    const withoutFirst = await speak(upload(), 'first', ({ job }) => job.givesContext === true);
    expect(withoutFirst.heard.skipped).toBe('0');
    expect(contextsOf(withoutFirst.jobs).filter(Boolean)).toEqual([]);
    const failing = await speak(upload(), 'first', ({ job }) => job.context !== undefined);
    expect(failing.heard.skipped).toBeNull();
    expect(failing.jobs).toHaveLength(5);
    await speak(upload(), 'first');
    expect(await counted()).toEqual({ used: used + 2, unfit: unfit + 1, dropped: dropped + 2 });
  });

  test('is said to have no effect where the model clones no voice', async () => {
    const warnings = () => servers.first?.log.filter((line) => line.includes('chunk context has no effect'));
    expect(warnings()).toEqual([]);
    engine.capabilities = { ...engine.capabilities, clone: false };
    engine.enter({ kind: 'ready' });
    expect(warnings()).toEqual([expect.stringContaining('"level":40')]);
    expect(servers.off?.log.join()).not.toContain('chunk context');
  });
});
