import type { Device } from '@ownvoice/shared/contract/models';
import { GraphBuilder } from '../../graph/onnx/builder.js';
import type { Dimension } from '../../graph/onnx/messages.js';
import type { ElementType } from '../../graph/onnx/tensor.js';
import { InferenceSession, type Tensor } from '../../onnxruntime/onnxruntime.js';
import { sessionOptions } from '../sessions.js';

/** A value that crosses between memory and a device. */
export interface Transferred {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly Dimension[];
}

const noWeights = {
  append: () => {
    throw new Error('The graph has no external data.');
  },
};

/**
 * Moves tensors to buffers of a device, or from there to memory. The runtime's binding for Node can do neither by itself, so this
 * runs a graph whose outputs are its inputs.
 */
export class Transfer {
  private constructor(private readonly session: InferenceSession) {}

  static async open(device: Device, values: readonly Transferred[], to: 'device' | 'memory'): Promise<Transfer> {
    const g = GraphBuilder.create('transfer', noWeights);
    for (const { name, type, shape } of values) g.output(g.input(`${name}_in`, type, shape), name, type, shape);
    const kept = to === 'device' ? values.map(({ name }) => name) : [];
    return new Transfer(await InferenceSession.create(g.toModel(), sessionOptions('generation', device, 1, { kept })));
  }

  async move(tensors: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>> {
    return this.session.run(
      Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [`${name}_in`, tensor])),
    );
  }

  release(): Promise<void> {
    return this.session.release();
  }
}
