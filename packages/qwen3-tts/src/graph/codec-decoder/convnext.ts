import { linear, scaledLinear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { layerNorm } from '../layers/norm.js';
import { reshape, transpose } from '../layers/operators.js';
import type { StreamStates } from './carried-state.js';
import { columnsOf, plainConv, type Signal } from './convolutions.js';

const LAYER_NORM_EPSILON = 1e-6;

/**
 * A ConvNeXt block, `x + gamma ⊙ pwconv2(gelu(pwconv1(norm(dwconv(x)))))`: a depthwise convolution, then a network of
 * two layers on each row. gamma is folded into the last layer.
 */
export async function convNext(m: Module, states: StreamStates, x: Signal): Promise<Signal> {
  const { g } = m;
  const mixed = await plainConv(m.child('dwconv'), states, columnsOf(g, x), x.channels, x.channels);
  const rows = transpose(g, reshape(g, mixed, [x.channels, -1]), [1, 0]);
  const normed = await layerNorm(m.child('norm'), rows, LAYER_NORM_EPSILON);
  const active = g.node('com.microsoft:Gelu', [await linear(m.child('pwconv1'), normed)]);
  const narrow = await scaledLinear(m.child('pwconv2'), active, await m.read('gamma'));
  return { ...x, value: g.node('Add', [x.value, narrow]) };
}
