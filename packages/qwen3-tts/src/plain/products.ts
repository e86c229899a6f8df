import { GraphBuilder } from '../graph/onnx/builder.js';
import { InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';

/** Products in float32, of weights that are given with each call. */
export class Products {
  private constructor(private readonly session: InferenceSession) {}

  static async create(): Promise<Products> {
    const noWeights = () => {
      throw new Error('a product has no weights of its own');
    };
    const g = GraphBuilder.create('product', { append: noWeights });
    const x = g.input('x', 'float32', ['rows', 'k']);
    const weight = g.input('weight', 'float32', ['n', 'k']);
    g.output(g.node('Gemm', [x, weight], { transB: 1 }), 'y', 'float32', ['rows', 'n']);
    // Always the CPU, and threads that do not spin between two products.
    const session = await InferenceSession.create(g.toModel(), {
      executionProviders: ['cpu'],
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
    return new Products(session);
  }

  /** `x [rows, k]`, `weight [n, k]` → `x · weightᵀ + bias [rows, n]` */
  async linear(x: Float32Array, weight: Float32Array, k: number, bias?: Float32Array): Promise<Float32Array> {
    const [rows, n] = [x.length / k, weight.length / k];
    const { y } = await this.session.run({
      x: new Tensor('float32', x, [rows, k]),
      weight: new Tensor('float32', weight, [n, k]),
    });
    const out = y!.data as Float32Array;
    if (bias) for (let i = 0; i < out.length; i++) out[i]! += bias[i % n]!;
    return out;
  }

  release(): Promise<void> {
    return this.session.release();
  }
}
