import type { Device } from '@ownvoice/shared/contract/models';
import { GraphBuilder } from '../../graph/onnx/builder.js';
import type { ElementType } from '../../graph/onnx/tensor.js';
import { InferenceSession, type Tensor } from '../../onnxruntime/onnxruntime.js';
import { sessionOptions } from '../sessions.js';

export type Tensors = Readonly<Record<string, Tensor>>;

/**
 * Moves tensors to buffers of a device, or from there to memory. The runtime's binding for Node can do neither by itself, so this
 * runs a graph whose outputs are its inputs.
 */
export class Transfer {
  #session: Promise<InferenceSession> | undefined;

  constructor(
    private readonly device: Device,
    private readonly to: 'device' | 'memory',
  ) {}

  /** @param tensors of the same names, types and ranks in each call */
  async move(tensors: Tensors): Promise<Tensors> {
    this.#session ??= this.#open(tensors);
    const session = await this.#session;
    return session.run(Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [`${name}_in`, tensor])));
  }

  #open(tensors: Tensors): Promise<InferenceSession> {
    const g = GraphBuilder.create('transfer');
    for (const [name, { type, dims }] of Object.entries(tensors)) {
      const shape = dims.map((_, axis) => `${name}_${axis}`);
      g.output(g.input(`${name}_in`, type as ElementType, shape), name, type as ElementType, shape);
    }
    const kept = this.to === 'device' ? Object.keys(tensors) : [];
    return InferenceSession.create(g.toModel(), sessionOptions('generation', this.device, 1, { kept }));
  }

  async release(): Promise<void> {
    await (await this.#session)?.release();
  }
}
