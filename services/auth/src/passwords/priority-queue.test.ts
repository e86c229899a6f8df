import { describe, expect, test } from 'vitest';
import { type Priority, PriorityQueue } from './priority-queue.js';

/** Computations that end when they are told to. */
function computations(threads: number, maxWaiting = 100) {
  const queue = new PriorityQueue(threads, maxWaiting);
  const running: { name: string; end: () => void }[] = [];
  const begin = (priority: Priority, name: string, ...flows: string[]) =>
    queue.run(
      { priority, flows },
      () => new Promise<string>((resolve) => running.push({ name, end: () => resolve(name) })),
    );
  const settled = () => new Promise(setImmediate);
  const endFirst = async () => {
    running.shift()?.end();
    await settled();
  };
  return { begin, endFirst, settled, names: () => running.map(({ name }) => name) };
}

describe('the queue of computations', () => {
  test('lets sign-ins go first, however many registrations wait', async () => {
    const { begin, endFirst, settled, names } = computations(1);
    for (let i = 0; i < 5; i++) void begin('low', `registration ${i}`);
    for (let i = 0; i < 2; i++) void begin('high', `sign-in ${i}`);
    await settled();
    const order: string[] = [];
    while (names().length > 0) {
      order.push(...names());
      await endFirst();
    }
    expect(order).toEqual([
      'registration 0',
      'sign-in 0',
      'sign-in 1',
      ...[1, 2, 3, 4].map((i) => `registration ${i}`),
    ]);
  });

  test('keeps a thread free of registrations', async () => {
    const { begin, settled, names } = computations(2);
    for (let i = 0; i < 5; i++) void begin('low', `registration ${i}`);
    await settled();
    expect(names()).toEqual(['registration 0']);
    void begin('high', 'sign-in');
    await settled();
    expect(names()).toEqual(['registration 0', 'sign-in']);
  });

  test('rejects with 503 and Retry-After when too many of a priority wait', async () => {
    const { begin } = computations(1, 2);
    for (let i = 0; i < 3; i++) void begin('low', `${i}`);
    await expect(begin('low', 'one more')).rejects.toMatchObject({
      statusCode: 503,
      headers: { 'retry-after': expect.any(Number) },
    });
    for (let i = 0; i < 2; i++) void begin('high', `${i}`);
    await expect(begin('high', 'one more')).rejects.toMatchObject({ statusCode: 503 });
  });

  test('lets clients take turns, and rejects with 429 and Retry-After what is too much of one', async () => {
    const { begin, endFirst, settled, names } = computations(1);
    for (let i = 0; i < 33; i++) void begin('low', `flood ${i}`, '192.0.2.1');
    void begin('low', 'another', '192.0.2.2');
    await expect(begin('low', 'one more', '192.0.2.1')).rejects.toMatchObject({
      statusCode: 429,
      headers: { 'retry-after': expect.any(Number) },
    });
    await settled();
    const order: string[] = [];
    for (let i = 0; i < 4; i++) {
      order.push(...names());
      await endFirst();
    }
    expect(order).toEqual(['flood 0', 'flood 1', 'another', 'flood 2']);
  });

  test('lets a stranger go before a flood of one name from many networks, of many names from one, and of both (attack 91)', async () => {
    const floods = [
      (i: number) => ['name admin', `network ${i}`],
      (i: number) => [`name ${i}`, 'network 192.0.2.1'],
      (i: number) => (i % 2 === 0 ? ['name admin', `network ${i}`] : [`name ${i}`, 'network 192.0.2.1']),
    ];
    for (const flows of floods) {
      const { begin, endFirst, settled, names } = computations(1);
      for (let i = 0; i < 60; i++) void begin('high', `flood ${i}`, ...flows(i));
      await settled();
      for (let i = 0; i < 3; i++) await endFirst();
      void begin('high', 'stranger', 'name alice', 'network 192.0.2.2');
      await endFirst();
      const next = names();
      await endFirst();
      // At most one of each flow goes before.
      expect([...next, ...names()], String(flows)).toContain('stranger');
    }
  });

  test('gives a second turn before ever new strangers get theirs', async () => {
    const { begin, endFirst, settled, names } = computations(1);
    for (let i = 0; i < 3; i++) void begin('high', `own ${i}`, 'name alice');
    await settled();
    let turns = 0;
    for (let i = 0; i < 20; i++) {
      for (const n of [0, 1]) void begin('high', `stranger ${i}.${n}`, `name ${i}.${n}`);
      if (names()[0]?.startsWith('own')) turns += 1;
      await endFirst();
    }
    expect(turns).toBe(3);
  });

  test('when it is full, rejects what would begin last, not a stranger', async () => {
    const { begin, endFirst, settled, names } = computations(1, 5);
    const flood = Array.from({ length: 6 }, (_, i) => begin('high', `flood ${i}`, 'name admin'));
    const last = expect(flood[5]).rejects.toMatchObject({ statusCode: 503 });
    void begin('high', 'stranger', 'name alice');
    await last;
    await expect(begin('high', 'one more', 'name admin')).rejects.toMatchObject({ statusCode: 503 });
    await settled();
    await endFirst();
    await endFirst();
    expect(names()).toEqual(['stranger']);
  });

  test('goes on after a computation that fails', async () => {
    const queue = new PriorityQueue(1, 10);
    for (let i = 0; i < 3; i++)
      await expect(queue.run({ priority: 'high' }, () => Promise.reject(new Error('no thread')))).rejects.toThrow(
        'no thread',
      );
    expect(await queue.run({ priority: 'high' }, async () => 'done')).toBe('done');
    expect(queue.waiting).toBe(0);
  });
});
