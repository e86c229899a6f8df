import { describe, expect, test } from 'vitest';
import { type Priority, PriorityQueue } from './priority-queue.js';

/** Computations that end when they are told to. */
function computations(threads: number, maxWaiting = 100) {
  const queue = new PriorityQueue(threads, maxWaiting);
  const running: { name: string; end: () => void }[] = [];
  const begin = (priority: Priority, name: string, client?: string) =>
    queue.run(
      { priority, client },
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
