import { join } from 'node:path';
import { concatenate } from '@ownvoice/audio';
import { describe, expect, test } from 'vitest';
import { readCheckpointConfig } from '../checkpoint/config.js';
import { goldenFolders } from '../testing/golden-folders.js';
import { noise, syntheticSpeech, syntheticWords } from '../testing/synthetic-speech.js';
import { BatchRow, type Generation, type RowInput } from './batch-row.js';
import type { Codec, CodecState } from './codec/codec.js';
import { EchoError, RunawayError } from './ending.js';
import { greedySampling } from './sampling.js';

const golden = goldenFolders().find(({ name }) => name === 'customvoice-0.6b')!.folder;
const config = await readCheckpointConfig(join(golden, 'checkpoint'));
const { samplesPerFrame } = config;

/** Speaks `sound`, whatever the codes are; its state counts the frames. `live`: the states that were not released yet. */
function codecOf(sound: Float32Array, live: Set<CodecState>): Codec {
  const counted = (frames: number) => ({ frames: { dims: [1], data: Float32Array.of(frames) } });
  return {
    start: counted(0),
    decode: async (_codes, frames, state) => {
      const from = state.frames!.data[0]!;
      const { dims, data } = counted(from + frames).frames;
      const next = { frames: { dims, data, dispose: () => expect(live.delete(next)).toBe(true) } };
      live.add(next as unknown as CodecState);
      return {
        samples: sound.slice(from * samplesPerFrame, (from + frames) * samplesPerFrame),
        state: next as unknown as CodecState,
      };
    },
    close: async () => {},
  };
}

const NEAR = { probability: 1e-3, rank: 5 };

/** An utterance of `estimate` frames at an ordinary pace. */
function rowOf(
  codec: Codec,
  estimate: number,
  settle: ConstructorParameters<typeof BatchRow>[2],
  { signal, onAudio, recording }: Partial<Pick<RowInput, 'signal' | 'onAudio' | 'recording'>> = {},
): BatchRow {
  const width = config.talker.hiddenSize;
  const nothing = new Float32Array(width);
  const row = new BatchRow(
    config,
    {
      prompt: { length: 1, inputs: nothing, trailing: nothing, padding: nothing },
      sampling: greedySampling(config),
      seed: 1,
      reproducible: true,
      length: { kind: 'text', estimate, hasty: false },
      signal,
      onStart: undefined,
      onAudio,
      codecState: async () => codec.start,
      recording,
    },
    settle,
  );
  row.firstStep = { hidden: nothing, logits: new Float32Array(config.talker.vocabularySize) };
  return row;
}

interface Schedule {
  /** Frames of each segment. */
  readonly segment: number;
  /** Segments that are generated before the audio of the first one is asked for. */
  readonly ahead: number;
}

/** An utterance of `estimate` frames whose code 0 is `codes(frame)`, generated and decoded by the schedule. */
async function generate(
  sound: Float32Array,
  { segment, ahead }: Schedule,
  codes: (frame: number) => number = (frame) => frame % 1999,
  estimate = 72,
  recording?: Float32Array,
): Promise<Generation | RunawayError> {
  const heard: Float32Array[] = [];
  let settled: Generation | RunawayError | undefined;
  const live = new Set<CodecState>();
  const codec = codecOf(sound, live);
  const row = rowOf(
    codec,
    estimate,
    {
      resolve: (generation) => {
        settled = generation;
      },
      reject: (reason) => {
        settled = reason as RunawayError;
      },
    },
    { onAudio: (samples) => heard.push(samples), recording: recording && (async () => recording) },
  );
  for (let segments = 0; !row.decoded; segments++) {
    for (let frame = 0; frame < segment; frame++) {
      row.accept(new Int32Array(config.talker.codeGroups).fill(codes(row.generatedTokens)), 0, NEAR);
    }
    if (segments >= ahead || row.complete) await row.decodeAudio(codec);
  }
  row.finish();
  expect(live.size).toBe(0);
  // What was handed over is the beginning of what was spoken, and all of it where nothing was cut.
  const given = concatenate(heard);
  expect(given).toEqual(sound.subarray(0, given.length));
  if (settled && 'samples' in settled && settled.endedBy !== 'ran_on') expect(given).toEqual(settled.samples);
  return settled!;
}

const SCHEDULES: readonly Schedule[] = [1, 8, 16, 32].flatMap((segment) =>
  [0, 1, 5, 1000].map((ahead) => ({ segment, ahead })),
);

/** What every schedule gives, which must be one thing. */
async function inEverySchedule(
  ...[sound, ...more]: [Float32Array, ((frame: number) => number)?, number?, Float32Array?]
) {
  const first = await generate(sound, SCHEDULES[0]!, ...more);
  for (const schedule of SCHEDULES) {
    expect(await generate(sound, schedule, ...more), JSON.stringify(schedule)).toEqual(first);
  }
  return first;
}

const eosAt = (end: number) => (frame: number) => (frame === end ? config.codecTokens.eos : frame % 1999);

test('the state of the codec is released once nothing reads it, when its row is cancelled while it is decoded', async () => {
  const live = new Set<CodecState>();
  const codec = codecOf(syntheticSpeech(3), live);
  const cancellation = new AbortController();
  const row = rowOf(codec, 20, { resolve: () => {}, reject: () => {} }, cancellation);
  const accept = () => row.accept(new Int32Array(config.talker.codeGroups).fill(row.generatedTokens), 0, NEAR);
  for (let frame = 0; frame < 8; frame++) accept();
  await row.decodeAudio(codec);
  const [read] = live;
  for (let frame = 0; frame < 8; frame++) accept();
  const decoding = row.decodeAudio(codec);
  cancellation.abort();
  expect(live).toContain(read);
  await decoding;
  expect(live.size).toBe(0);
});

describe('an utterance that missed its end', () => {
  test('is cut where its room tone begins, with a fade, the same bytes in every batch', async () => {
    const sound = concatenate([syntheticSpeech(6), noise(40, -60)]);
    const spoken = (await inEverySchedule(sound)) as Generation;
    expect(spoken.endedBy).toBe('ran_on');
    expect(spoken.frames).toBe(77);
    expect(spoken.codes).toHaveLength(77 * config.talker.codeGroups);
    expect(spoken.samples).toHaveLength(77 * samplesPerFrame);
    expect(spoken.samples.subarray(0, -240)).toEqual(sound.subarray(0, 77 * samplesPerFrame - 240));
    expect(spoken.samples.at(-1)).toBeCloseTo(0, 10);
    expect(Math.abs(spoken.samples.at(-120)!)).toBeLessThan(Math.abs(sound[77 * samplesPerFrame - 120]!));
  });

  test('is cut the same when it ends after all, or begins to loop, some frames later', async () => {
    const sound = concatenate([syntheticSpeech(6), noise(40, -60)]);
    for (const end of [101, 104, 126, 130])
      expect(await inEverySchedule(sound, eosAt(end))).toMatchObject({ frames: 77 });
    expect(await inEverySchedule(sound, (frame) => Math.min(frame, 60))).toMatchObject({ frames: 77 });
  });

  test('is whole when it ends before two seconds of room tone', async () => {
    const sound = concatenate([syntheticSpeech(6), noise(40, -60)]);
    expect(await inEverySchedule(sound, eosAt(98))).toMatchObject({ endedBy: 'eos', frames: 98 });
  });

  test('is told when it ends too early', async () => {
    expect(await inEverySchedule(syntheticSpeech(6), eosAt(2))).toMatchObject({ endedBy: 'too_early', frames: 2 });
  });

  test.each([
    ['loops', syntheticSpeech(60), (frame: number) => Math.min(frame, 30), 72, 81],
    ['speaks on and on', syntheticSpeech(60), undefined, 72, 273],
    ['falls silent early', concatenate([syntheticSpeech(2), noise(60, -90)]), undefined, 216, 75],
  ] as const)('fails when it %s', async (_, sound, codes, estimate, frames) => {
    for (const schedule of SCHEDULES) {
      const failure = await generate(sound, schedule, codes, estimate);
      expect(failure).toBeInstanceOf(RunawayError);
      expect((failure as RunawayError).frames, JSON.stringify(schedule)).toBe(frames);
    }
  });
});

describe('an utterance behind a recording', () => {
  const recording = concatenate([syntheticWords([1, 2, 3, 4, 5, 6]), new Float32Array(12_000)]);
  const text = [11, 12, 13, 14, 15, 16, 17, 18, 19];

  test.each([72, 45, 40, 39, 32, 30, 24])('of %i frames fails when it begins with its last words', async (end) => {
    const sound = syntheticWords([5, 6, ...text], 1.2);
    for (const schedule of SCHEDULES) {
      const failure = await generate(sound, schedule, eosAt(end), end, recording);
      expect(failure).toBeInstanceOf(EchoError);
      expect((failure as EchoError).frames, JSON.stringify(schedule)).toBe(Math.min(end, 40));
    }
  });

  test('ends soundly with its own words, also with those in the middle of the recording', async () => {
    for (const words of [text, [3, 4, ...text], [...text.slice(0, 3), 5, 6]])
      expect(await inEverySchedule(syntheticWords(words), eosAt(30), 30, recording)).toMatchObject({ endedBy: 'eos' });
  });
});
