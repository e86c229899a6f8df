import { describe, expect, test, vi } from 'vitest';
import { EngineError, type SpokenChunk, type SynthesisJob, speechSeconds } from '../engines/engine.js';
import { obedient, type Script, ScriptedEngine } from '../testing/scripted-engine.js';
import { ChunkScheduler } from './schedule.js';

const jobs = (name: string, count: number): SynthesisJob[] =>
  Array.from({ length: count }, (_, index) => ({
    text: `${name}${index}`,
    language: 'English',
    speed: 1,
    seed: 1,
    reproducible: false,
    estimatedSeconds: 2.5,
    voice: { kind: 'speech', id: 'ryan', instruct: '' },
  }));

/** Why each chunk is missing; undefined: it was spoken. */
const skips = (chunks: readonly SpokenChunk[]) => chunks.map(({ skipped }) => skipped?.cause);

const byHand: Script = () => {};
const forever = () => new AbortController().signal;

function setUp(script: Script, parallel = 1, chunkTimeoutMs = 30_000, restartTimeoutMs = 30_000) {
  const engine = new ScriptedEngine(script, { parallel });
  const events = { requestStarted: vi.fn(), chunkDone: vi.fn() };
  const scheduler = new ChunkScheduler({ engine, chunkTimeoutMs, restartTimeoutMs, events });
  return { engine, scheduler, events };
}

describe('the turns of requests', () => {
  test('let the first chunk of a request start beside a full batch, so that a sentence does not wait for a page', async () => {
    const order: string[] = [];
    const { engine, scheduler } = setUp((held) => void order.push(held.job.text));
    const long = scheduler.run(jobs('long', 3), forever());
    const short = scheduler.run(jobs('short', 1), forever());
    await engine.holds(2);
    expect(order).toEqual(['long0', 'short0']);
    engine.held[1]?.speak();
    await short;
    for (let index = 0; index < 3; index++) {
      await engine.holds(1);
      engine.held[0]?.speak();
    }
    await long;
    expect(order).toEqual(['long0', 'short0', 'long1', 'long2']);
  });

  test('have no more than one such chunk beside a full batch', async () => {
    const { engine, scheduler } = setUp(byHand, 2);
    const all = [4, 1, 1, 1, 1].map((count, index) => scheduler.run(jobs(`request ${index} `, count), forever()));
    let most = 0;
    let done = false;
    const together = Promise.all(all).then(() => {
      done = true;
    });
    while (!done) {
      most = Math.max(most, engine.held.length);
      engine.held[0]?.speak();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await together;
    expect(most).toBe(3);
  });

  test('go to new requests and to those that have started by turns, so that neither waits for all of the other', async () => {
    const order: string[] = [];
    const { engine, scheduler } = setUp((held) => void order.push(held.job.text));
    const all = [scheduler.run(jobs('long', 4), forever())];
    for (let index = 0; index < 6; index++) all.push(scheduler.run(jobs(`short${index}-`, 1), forever()));
    for (let index = 0; index < 10; index++) {
      await engine.holds(1);
      engine.held[0]?.speak();
    }
    await Promise.all(all);
    const longs = order.flatMap((text, index) => (text.startsWith('long') ? [index] : []));
    expect(longs[0]).toBe(0);
    for (const [index, place] of longs.entries())
      if (index > 0) expect(place - (longs[index - 1] ?? 0)).toBeLessThanOrEqual(3);
    expect(order[1]).toBe('short0-0');
  });

  test('are shared by clients, by seconds of speech', async () => {
    const order: string[] = [];
    const { scheduler } = setUp((held) => {
      order.push(held.job.text);
      held.start();
      setImmediate(() => held.speak());
    });
    const speak = (client: string, name: string, count: number, estimatedSeconds = 2.5) =>
      scheduler.run(
        jobs(name, count).map((job) => ({ ...job, estimatedSeconds })),
        forever(),
        { client },
      );
    const flood = Array.from({ length: 60 }, (_, index) => speak('many', `many${index}-`, 1));
    await Promise.all(flood.slice(0, 10));
    // One that comes waits for what is in flight, and had no claim to the time before.
    const came = order.length;
    await speak('few', 'few', 1);
    expect(order.indexOf('few0') - came).toBeLessThanOrEqual(1);
    // Chunks that are twice as long have half as many turns.
    const from = order.length;
    await Promise.all([speak('few', 'long', 4, 5), speak('few', 'later', 2, 5)]);
    const turns = order.slice(from);
    const ofMany = turns.filter((text) => text.startsWith('many')).length;
    expect(turns.length - ofMany).toBe(6);
    expect(ofMany).toBeGreaterThanOrEqual(9);
    expect(ofMany).toBeLessThanOrEqual(13);
    await Promise.all(flood);
  });

  test('end with a graceful shutdown: the oldest request is finished first', async () => {
    const order: string[] = [];
    const { engine, scheduler } = setUp((held) => void order.push(held.job.text));
    const all = [scheduler.run(jobs('first', 3), forever()), scheduler.run(jobs('second', 3), forever())];
    for (let index = 0; index < 6; index++) {
      await engine.holds(1);
      if (index === 1) scheduler.finishInOrder();
      engine.held[0]?.speak();
    }
    await Promise.all(all);
    expect(order).toEqual(['first0', 'second0', 'first1', 'first2', 'second1', 'second2']);
  });

  test('keep as many chunks in flight as the engine wants, and never more', async () => {
    const { engine, scheduler } = setUp(byHand, 3);
    const done = scheduler.run(jobs('a', 7), forever());
    let most = 0;
    for (let index = 0; index < 7; index++) {
      await engine.holds(Math.min(3, 7 - index));
      most = Math.max(most, engine.held.length);
      engine.held[0]?.speak();
    }
    await done;
    expect(most).toBe(3);
  });
});

test('the backlog is the speech that was admitted and is not made, by the speed so far', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { engine, scheduler } = setUp(byHand);
  const done = scheduler.run(jobs('a', 4), forever());
  expect(scheduler.backlogSeconds).toBe(10);
  vi.advanceTimersByTime(4_000);
  engine.held[0]?.speak({ seconds: 2 });
  // Three chunks of 2.5 s at twice real time.
  await expect.poll(() => scheduler.backlogSeconds).toBe(15);
  vi.useRealTimers();
  for (let chunk = 0; chunk < 3; chunk++) {
    await engine.holds(1);
    engine.held[0]?.speak();
  }
  await done;
  expect(scheduler.backlogSeconds).toBe(0);
});

describe('background work', () => {
  test('gets the engine while no request has chunks left, and keeps none of its audio', async () => {
    const order: string[] = [];
    const { engine, scheduler, events } = setUp((held) => void order.push(held.job.text));
    const delivered: number[] = [];
    const behind = scheduler.run(jobs('late', 3), forever(), {
      onChunk: (_, index) => delivered.push(index),
      isBackground: true,
    });
    const request = scheduler.run(jobs('now', 2), forever());
    engine.held[0]?.speak();
    await expect.poll(() => delivered).toEqual([0]);
    for (const text of ['now0', 'now1', 'late1', 'late2']) {
      await expect.poll(() => engine.held.map(({ job }) => job.text)).toEqual([text]);
      engine.held[0]?.speak();
    }
    await request;
    expect((await behind).chunks).toEqual(Array(3).fill({ speech: null }));
    expect(order).toEqual(['late0', 'now0', 'now1', 'late1', 'late2']);
    expect(events.requestStarted).not.toHaveBeenCalled();
  });

  test('is spoken by rank, whichever came first', async () => {
    const order: string[] = [];
    const { engine, scheduler } = setUp((held) => void order.push(held.job.text));
    const behind = [2, 3, 1].map((rank) =>
      scheduler.run(jobs(`rank ${rank}: `, 2), forever(), { isBackground: true, rank }),
    );
    while (engine.held.length > 0) {
      engine.held[0]?.speak();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(behind);
    expect(order).toEqual(['rank 2: 0', 'rank 1: 0', 'rank 1: 1', 'rank 2: 1', 'rank 3: 0', 'rank 3: 1']);
  });

  test('has the whole time-out of a chunk for itself', async () => {
    vi.useFakeTimers();
    const { engine, scheduler } = setUp((held) => held.start(), 1, 1_000);
    const behind = scheduler.run(jobs('late', 1), forever(), { isBackground: true });
    vi.advanceTimersByTime(600);
    const request = scheduler.run(jobs('now', 1), forever());
    vi.advanceTimersByTime(600);
    engine.held.find(({ job }) => job.text === 'now0')?.speak();
    expect(skips((await request).chunks)).toEqual([undefined]);
    vi.advanceTimersByTime(600);
    expect(engine.held).toHaveLength(1);
    vi.advanceTimersByTime(600);
    await behind;
    vi.useRealTimers();
    expect(engine.held).toEqual([]);
  });
});

describe('audio that leaves no room for more', () => {
  test('stops all requests but the oldest, until there is room again', async () => {
    const order: string[] = [];
    const engine = new ScriptedEngine((held) => void order.push(held.job.text));
    let room = true;
    const hasRoom = () => room;
    const scheduler = new ChunkScheduler({ engine, chunkTimeoutMs: 30_000, restartTimeoutMs: 30_000, hasRoom });
    const kept: number[] = [];
    const first = scheduler.run(jobs('first', 3), forever(), {
      onChunk: (chunk) => {
        kept.push(speechSeconds(chunk));
        room = false;
      },
    });
    engine.held[0]?.speak({ seconds: 2 });
    await expect.poll(() => kept).toEqual([2]);
    const second = scheduler.run(jobs('second', 1), forever());
    for (let index = 0; index < 2; index++) {
      await engine.holds(1);
      engine.held[0]?.speak({ seconds: 2 });
    }
    await first;
    await engine.holds(1);
    expect(order).toEqual(['first0', 'first1', 'first2', 'second0']);
    engine.held[0]?.speak();
    await second;
  });
});

test('while others find no place, a client finishes what it has begun before it begins more', async () => {
  const order: string[] = [];
  const engine = new ScriptedEngine((held) => void order.push(held.job.text));
  const options = { engine, chunkTimeoutMs: 30_000, restartTimeoutMs: 30_000, isCrowded: () => true };
  const scheduler = new ChunkScheduler(options);
  const all = [
    scheduler.run(jobs('first', 3), forever(), { client: 'many' }),
    scheduler.run(jobs('second', 2), forever(), { client: 'many' }),
    scheduler.run(jobs('sentence', 1), forever(), { client: 'few' }),
  ];
  for (let index = 0; index < 6; index++) {
    await engine.holds(1);
    engine.held[0]?.speak();
  }
  await Promise.all(all);
  expect(order.filter((text) => text !== 'sentence0')).toEqual(['first0', 'first1', 'first2', 'second0', 'second1']);
  expect(order.indexOf('sentence0')).toBe(1);
});

describe('an engine that takes more at once than before', () => {
  test('gets it from texts that were cut for that; the longer chunks of older ones keep their planned batch', async () => {
    const { engine, scheduler } = setUp(byHand, 2);
    const older = scheduler.run(jobs('older', 5), forever());
    await engine.holds(2);
    engine.capabilities = { ...engine.capabilities, parallel: 4 };
    const newer = scheduler.run(jobs('newer', 4), forever());
    let done = false;
    const both = Promise.all([older, newer]).then(() => {
      done = true;
    });
    let most = 0;
    while (!done) {
      if (engine.held.some(({ job }) => job.text.startsWith('older'))) most = Math.max(most, engine.held.length);
      engine.held[0]?.speak();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await both;
    // The planned batch, and the first chunk of the newer one.
    expect(most).toBe(3);

    const last = scheduler.run(jobs('last', 4), forever());
    await engine.holds(4);
    for (const held of [...engine.held]) held.speak();
    await last;
  });
});

describe('chunks that are shorter than those that a batch was planned for', () => {
  const batches = [
    { parallel: 4, longestSeconds: 4 },
    { parallel: 2, longestSeconds: 8 },
  ];
  const start = () => {
    const engine = new ScriptedEngine(byHand, { parallel: 2, maxChunkSeconds: 8, batches });
    return { engine, scheduler: new ChunkScheduler({ engine, chunkTimeoutMs: 30_000, restartTimeoutMs: 30_000 }) };
  };
  const ofSeconds = (name: string, estimatedSeconds: number, count: number) =>
    jobs(name, count).map((job) => ({ ...job, estimatedSeconds }));
  const speakAll = async (engine: ScriptedEngine, all: readonly Promise<unknown>[], before: () => void) => {
    let done = false;
    const together = Promise.all(all).then(() => {
      done = true;
    });
    while (!done) {
      before();
      engine.held[0]?.speak();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await together;
  };

  test('share a larger batch', async () => {
    const { engine, scheduler } = start();
    let most = 0;
    const all = Array.from({ length: 9 }, (_, i) => scheduler.run(ofSeconds(`short ${i} `, 3, 1), forever()));
    await speakAll(engine, all, () => {
      most = Math.max(most, engine.held.length);
    });
    // With the first chunk of one request more.
    expect(most).toBe(5);
  });

  test('leave a longer one the batch that it has time for, and let it start', async () => {
    const { engine, scheduler } = start();
    let most = 0;
    const all = [
      ...Array.from({ length: 6 }, (_, i) => scheduler.run(ofSeconds(`short ${i} `, 3, 1), forever())),
      scheduler.run(ofSeconds('long', 8, 3), forever()),
      ...Array.from({ length: 6 }, (_, i) => scheduler.run(ofSeconds(`later ${i} `, 3, 1), forever())),
    ];
    await speakAll(engine, all, () => {
      if (engine.held.some(({ job }) => job.text.startsWith('long'))) most = Math.max(most, engine.held.length);
    });
    expect(most).toBe(3);
  });
});

describe('the chunks of a request', () => {
  test('are in the order of its jobs, whichever is ready first', async () => {
    const { engine, scheduler } = setUp(byHand, 3);
    const done = scheduler.run(jobs('a', 3), forever());
    await engine.holds(3);
    engine.held[1]?.fail(new EngineError('failed', 'second'));
    engine.held[1]?.speak();
    engine.held[0]?.speak();
    const { chunks } = await done;
    expect(skips(chunks)).toEqual([undefined, 'failed', undefined]);
  });

  test('skip a chunk that fails and keep the others', async () => {
    const { scheduler } = setUp((held) =>
      held.job.text === 'a1' ? held.fail(new EngineError('failed', 'no')) : obedient(held),
    );
    const { chunks } = await scheduler.run(jobs('a', 3), forever());
    expect(skips(chunks)).toEqual([undefined, 'failed', undefined]);
  });

  test('skip a chunk that runs out of time and stop its computation', async () => {
    const stopped: string[] = [];
    const script: Script = (held) => {
      held.signal.addEventListener('abort', () => stopped.push(held.job.text));
      if (held.job.text === 'a1') held.start();
      else obedient(held);
    };
    const { scheduler } = setUp(script, 1, 30);
    const { chunks } = await scheduler.run(jobs('a', 3), forever());
    expect(skips(chunks)[1]).toBe('timeout');
    expect(stopped[0]).toBe('a1');
  });

  test('count the time of a chunk from the moment the engine starts on it', async () => {
    vi.useFakeTimers();
    try {
      const { engine, scheduler } = setUp(byHand, 1, 1_000);
      const done = scheduler.run(jobs('a', 1), forever());
      await vi.advanceTimersByTimeAsync(10_000);
      engine.held[0]?.start();
      await vi.advanceTimersByTimeAsync(900);
      engine.held[0]?.speak();
      expect(skips((await done).chunks)).toEqual([undefined]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a request whose client has gone', () => {
  test('stops what the engine has in hand and gives the turn to the next', async () => {
    const { engine, scheduler } = setUp(byHand);
    const gone = new AbortController();
    const left = scheduler.run(jobs('gone', 3), gone.signal);
    const next = scheduler.run(jobs('next', 1), forever());
    await engine.holds(1);
    const first = engine.held[0];
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(first?.signal.aborted).toBe(true);
    await expect.poll(() => engine.held[0]?.job.text).toBe('next0');
    engine.held[0]?.speak();
    await next;
    expect(scheduler.running).toBe(0);
  });

  test('is never started when it went before its turn', async () => {
    const { engine, scheduler } = setUp(obedient);
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(scheduler.run(jobs('a', 1), gone)).rejects.toThrow('gone');
    expect(engine.held).toEqual([]);
  });
});

describe('an engine that dies', () => {
  test('loses the request in flight, and only that one', async () => {
    let crashed = false;
    const { engine, scheduler } = setUp((held) => {
      if (crashed || !held.job.text.startsWith('a')) return obedient(held);
      crashed = true;
      engine.enter({ kind: 'restarting', reason: 'killed' });
      held.fail(new EngineError('crashed', 'killed'));
    });
    const lost = scheduler.run(jobs('a', 3), forever());
    const other = scheduler.run(jobs('b', 2), forever());
    await expect(lost).rejects.toMatchObject({ kind: 'crashed' });
    engine.enter({ kind: 'ready' });
    expect(skips((await other).chunks)).toEqual([undefined, undefined]);
  });

  test('is waited for, but not for ever', async () => {
    const { engine, scheduler } = setUp(obedient, 1, 30_000, 50);
    engine.enter({ kind: 'restarting', reason: 'killed' });
    await expect(scheduler.run(jobs('a', 1), forever())).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('whose device was lost is waited for as long as it loads, and gets every chunk again', async () => {
    vi.useFakeTimers();
    try {
      let losses = 0;
      const { engine, scheduler } = setUp((held) => {
        if (losses === 2) return obedient(held);
        losses++;
        engine.enter({ kind: 'restarting', reason: 'lost', isDeviceLost: true });
        held.fail(new EngineError('device_lost', 'lost'));
      });
      const result = scheduler.run(jobs('a', 3), forever());
      for (let loss = 0; loss < 2; loss++) {
        await vi.advanceTimersByTimeAsync(600_000);
        engine.enter({ kind: 'loading', stage: 'warming up' });
        await vi.advanceTimersByTimeAsync(600_000);
        engine.enter({ kind: 'ready' });
        await vi.advanceTimersByTimeAsync(0);
      }
      expect(skips((await result).chunks)).toEqual([undefined, undefined, undefined]);
      expect(losses).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('gets a chunk again that was interrupted because another one hung', async () => {
    let times = 0;
    const { scheduler } = setUp((held) => {
      times++;
      if (times === 1) held.fail(new EngineError('interrupted', 'killed for another'));
      else obedient(held);
    });
    const { chunks } = await scheduler.run(jobs('a', 1), forever());
    expect(skips(chunks)).toEqual([undefined]);
    expect(times).toBe(2);
  });

  test('never gets a chunk a third time', async () => {
    let times = 0;
    const { scheduler } = setUp((held) => {
      times++;
      held.fail(new EngineError('interrupted', 'killed for another'));
    });
    const { chunks } = await scheduler.run(jobs('a', 1), forever());
    expect(skips(chunks)).toEqual(['failed']);
    expect(times).toBe(2);
  });

  test('that cannot come back loses every request', async () => {
    const { engine, scheduler } = setUp(byHand);
    const first = scheduler.run(jobs('a', 2), forever());
    const second = scheduler.run(jobs('b', 2), forever());
    await engine.holds(1);
    engine.enter({ kind: 'failed', reason: 'broken' });
    await expect(first).rejects.toThrow('broken');
    await expect(second).rejects.toThrow('broken');
  });
});
