import { describe, expect, test } from 'vitest';
import { RegistrationLimit } from './registration-limit.js';

/** Registrations that end when they are told to. */
function registrations() {
  const limit = new RegistrationLimit();
  const running: (() => void)[] = [];
  const begin = (address: string) => {
    const result = limit.run(address, () => new Promise<number>((resolve) => running.push(() => resolve(201))));
    return result.catch((error: { statusCode: number }) => error.statusCode);
  };
  return { begin, running };
}
const turn = () => new Promise(setImmediate);

describe('registrations of one address', () => {
  test('are few at once, some wait, and the rest are a 429', async () => {
    const { begin, running } = registrations();
    const answers = Array.from({ length: 100 }, () => begin('192.0.2.1'));
    await turn();
    expect(running).toHaveLength(4);
    let most = 0;
    while (running.length > 0) {
      most = Math.max(most, running.length);
      running.shift()?.();
      await turn();
    }
    expect(most).toBe(4);
    const statuses = await Promise.all(answers);
    expect(statuses.filter((status) => status === 201)).toHaveLength(36);
    expect(statuses.filter((status) => status === 429)).toHaveLength(64);
  });

  test('count an IPv6 network as one address', async () => {
    const { begin, running } = registrations();
    for (let i = 0; i < 10; i++) void begin(`2001:db8::${i + 1}`);
    await turn();
    expect(running).toHaveLength(4);
    void begin('2001:db8:0:1::1');
    await turn();
    expect(running).toHaveLength(5);
  });

  test('leave those of another alone, up to a bound for all', async () => {
    const { begin, running } = registrations();
    const refused: unknown[] = [];
    for (let i = 0; i < 300; i++) void begin(`192.0.2.${i % 250}`).then((status) => refused.push(status));
    await turn();
    expect(running).toHaveLength(200);
    expect(refused).toEqual(Array(100).fill(429));
  });

  test('make room when they fail', async () => {
    const limit = new RegistrationLimit();
    const fail = () => limit.run('192.0.2.1', () => Promise.reject(new Error('taken')));
    for (let i = 0; i < 500; i++) await expect(fail()).rejects.toThrow('taken');
    expect(await limit.run('192.0.2.1', async () => 201)).toBe(201);
  });
});
