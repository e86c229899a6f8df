import { expect, test } from 'vitest';
import { placement } from './placement.js';

const run = (name: string, operator: string, provider: string) => ({
  name,
  operator,
  provider: `${provider}ExecutionProvider`,
});

test('nodes that another provider computed are counted once, by their operator', () => {
  const profile = [
    run('/talker/MatMul', 'MatMul', 'CUDA'),
    run('/talker/TopK', 'TopK', 'CPU'),
    run('/talker/TopK', 'TopK', 'CPU'),
    run('/talker/TopK_1', 'TopK', 'CPU'),
    run('/talker/Where', 'Where', 'CPU'),
  ];
  expect(placement('placement', 'cuda', profile)).toMatchObject({
    result: 'ok',
    detail: '3 of 4 nodes of the generation graph fell back from cuda: 2 TopK, 1 Where',
    figures: { nodes: 4, elsewhere: { TopK: 2, Where: 1 } },
  });
  expect(placement('placement', 'cpu', profile.slice(1)).detail).toBe('all 3 nodes of the generation graph run on cpu');
});
