import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float32, type Tensor } from '../onnx/tensor.js';
import { type Weight, weightTensor } from '../weights/weight.js';
import type { WeightLoader } from '../weights/weight-loader.js';

/**
 * A part of a network while its graph is built: where its nodes go and where its weights come from. `child` goes one level
 * down in both, so names of nodes follow those of the checkpoint: the product of
 * `talker.model.layers.3.self_attn.o_proj.weight` is `/talker/layers.3/attn/o_proj/MatMul`.
 */
export class Module {
  constructor(
    readonly g: GraphBuilder,
    readonly weights: WeightLoader,
    /** Keys of all weights start with this. */
    private readonly root: string,
    /** Where this part stands below the root; empty for the root itself. */
    readonly name = '',
  ) {}

  /** A part of this part. `path` is what its nodes are called after; the same level when it is empty. */
  child(name: string, path = name): Module {
    const g = path === '' ? this.g : this.g.scope(path);
    return new Module(g, this.weights, this.root, this.name === '' ? name : `${this.name}.${name}`);
  }

  /** The same part, one level deeper in the names of nodes only. */
  scope(path: string): Module {
    return this.on(this.g.scope(path));
  }

  /** The same part in another graph, such as the body of a Loop. */
  on(g: GraphBuilder): Module {
    return new Module(g, this.weights, this.root, this.name);
  }

  /** What the checkpoint calls a weight of this part. */
  key(weight: string): string {
    return this.name === '' ? `${this.root}${weight}` : `${this.root}${this.name}.${weight}`;
  }

  has(weight: string): boolean {
    return this.weights.has(this.key(weight));
  }

  shape(weight: string): readonly number[] {
    return this.weights.shape(this.key(weight));
  }

  read(weight: string): Promise<Weight> {
    return this.weights.read(this.key(weight));
  }

  /** A weight as it is in the checkpoint, in float32: norm scales, biases. */
  async vector(weight: string): Promise<Value> {
    return this.derived(weight, async () => weightTensor(await this.read(weight)));
  }

  /** The part's `weight` with other values, under a name of its own. */
  async reweighted(
    name: string,
    of: (value: number, index: number) => number,
    make: (shape: readonly number[], values: Float32Array) => Tensor = float32,
  ): Promise<Value> {
    return this.derived(name, async () => {
      const { shape, values } = await this.read('weight');
      return make(shape, values.map(of));
    });
  }

  /** A weight that is computed from the checkpoint, made the first time its name is asked for; `shape` as {@link GraphBuilder.weight} takes it. */
  async derived(name: string, make: () => Promise<Tensor>, g = this.g, shape?: readonly number[]): Promise<Value> {
    const key = this.key(name);
    return g.weight(key, g.hasWeight(key) ? undefined : await make(), shape);
  }
}
