import { expect, test } from 'vitest';
import { placement } from './placement.js';

const run = (name: string, operator: string, provider: string) => ({
  name,
  operator,
  provider: `${provider}ExecutionProvider`,
});

test('nodes that another provider computed are counted once, by their operator, and copies apart from them', () => {
  const profile = [
    run('/talker/MatMul', 'MatMul', 'CUDA'),
    run('/talker/TopK', 'TopK', 'CPU'),
    run('/talker/TopK', 'TopK', 'CPU'),
    run('/talker/TopK_1', 'TopK', 'CPU'),
    run('/talker/Where', 'Where', 'CPU'),
    run('Memcpy', 'MemcpyToHost', 'CUDA'),
    run('Memcpy_1', 'MemcpyFromHost', 'CUDA'),
  ];
  expect(placement('placement', 'cuda', profile)).toMatchObject({
    result: 'ok',
    detail:
      '3 of 4 nodes of the generation graph fell back from cuda: 2 TopK, 1 Where; 2 values cross between memory and the device',
    figures: { nodes: 4, elsewhere: { TopK: 2, Where: 1 }, copies: 2 },
  });
  expect(placement('placement', 'cpu', profile.slice(1, -2)).detail).toBe(
    'all 3 nodes of the generation graph run on cpu',
  );
});
