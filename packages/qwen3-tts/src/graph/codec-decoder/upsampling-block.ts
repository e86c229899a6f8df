import { linear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import type { CodecTarget } from '../target.js';
import type { StreamStates } from './carried-state.js';
import { causalConv, type Signal, transposedConv } from './convolutions.js';
import { snake } from './snake.js';

const DILATIONS = [1, 3, 9];

/** Snake, a transposed convolution that widens the signal `rate` times, and three residual units. */
export async function upsamplingBlock(
  m: Module,
  states: StreamStates,
  x: Signal,
  { rate, tile, target }: { readonly rate: number; readonly tile: number; readonly target: CodecTarget },
): Promise<Signal> {
  const activated = await snake(m.child('0', 'snake'), x, target);
  let y = await transposedConv(m.child('1', 'transposed_conv'), states, activated, rate, target);
  for (const [unit, dilation] of DILATIONS.entries()) {
    y = await residualUnit(m.child(String(unit + 2), `residual.${unit}`), states, y, { dilation, tile, target });
  }
  return y;
}

/** `x + conv2(snake(conv1(snake(x))))`, where conv2 has one tap. */
async function residualUnit(
  m: Module,
  states: StreamStates,
  x: Signal,
  conv: Parameters<typeof causalConv>[3],
): Promise<Signal> {
  const first = await snake(m.child('act1', 'snake1'), x, conv.target);
  const convolved = await causalConv(m.child('conv1'), states, first, conv);
  const second = await snake(m.child('act2', 'snake2'), convolved, conv.target);
  const mixed = await linear(m.child('conv2').child('conv', ''), second.value);
  return { ...x, value: m.g.node('Add', [x.value, mixed]) };
}
