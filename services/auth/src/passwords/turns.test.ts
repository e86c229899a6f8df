import { describe, expect, test } from 'vitest';
import { type Turn, Turns } from './turns.js';

/** Computations that end when they are told to. */
function computations(threads: number, maxWaiting = 100) {
  const turns = new Turns(threads, maxWaiting);
  const running: { name: string; end: () => void }[] = [];
  const begin = (turn: Turn, name: string) =>
    turns.run(turn, () => new Promise<string>((resolve) => running.push({ name, end: () => resolve(name) })));
  const endFirst = async () => {
    running.shift()?.end();
    await new Promise(setImmediate);
  };
  return { turns, begin, endFirst, names: () => running.map(({ name }) => name) };
}

describe('the turns of computations', () => {
  test('come first for sign-ins, and later for registrations however many wait', async () => {
    const { begin, endFirst, names } = computations(1);
    for (let i = 0; i < 5; i++) void begin('later', `registration ${i}`);
    for (let i = 0; i < 2; i++) void begin('first', `sign-in ${i}`);
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

  test('keep a thread free of registrations', () => {
    const { begin, names } = computations(2);
    for (let i = 0; i < 5; i++) void begin('later', `registration ${i}`);
    expect(names()).toEqual(['registration 0']);
    void begin('first', 'sign-in');
    expect(names()).toEqual(['registration 0', 'sign-in']);
  });

  test('are refused with 503 and Retry-After when too many of their kind wait', async () => {
    const { begin } = computations(1, 2);
    for (let i = 0; i < 3; i++) void begin('later', `${i}`);
    await expect(begin('later', 'one more')).rejects.toMatchObject({
      statusCode: 503,
      headers: { 'retry-after': expect.any(Number) },
    });
    for (let i = 0; i < 2; i++) void begin('first', `${i}`);
    await expect(begin('first', 'one more')).rejects.toMatchObject({ statusCode: 503 });
  });

  test('are given back by what fails', async () => {
    const turns = new Turns(1, 10);
    for (let i = 0; i < 3; i++)
      await expect(turns.run('first', () => Promise.reject(new Error('no thread')))).rejects.toThrow('no thread');
    expect(await turns.run('first', async () => 'done')).toBe('done');
    expect(turns.waiting).toBe(0);
  });
});
