import { GraphBuilder } from '../graph/onnx/builder.js';
import { InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';

/** A matrix of a checkpoint, `[n, k]`. */
export interface NamedWeight {
  /** The checkpoint's name. */
  readonly key: string;
  readonly values: Float32Array;
}

/** How the plain model multiplies. */
export interface Products {
  /** `x [rows, k]`, `weight [n, k]` → `x · weightᵀ [rows, n]` */
  multiply(x: Float32Array, weight: NamedWeight, k: number): Promise<Float32Array>;
  release(): Promise<void>;
}

export class Float32Products implements Products {
  private constructor(private readonly session: InferenceSession) {}

  static async create(): Promise<Float32Products> {
    const g = GraphBuilder.create('product');
    const x = g.input('x', 'float32', ['rows', 'k']);
    const weight = g.input('weight', 'float32', ['n', 'k']);
    g.output(g.node('Gemm', [x, weight], { transB: 1 }), 'y', 'float32', ['rows', 'n']);
    // Always the CPU, and threads that do not spin between two products.
    const session = await InferenceSession.create(g.toModel(), {
      executionProviders: ['cpu'],
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
    return new Float32Products(session);
  }

  async multiply(x: Float32Array, { values }: NamedWeight, k: number): Promise<Float32Array> {
    const { y } = await this.session.run({
      x: new Tensor('float32', x, [x.length / k, k]),
      weight: new Tensor('float32', values, [values.length / k, k]),
    });
    return y!.data as Float32Array;
  }

  release(): Promise<void> {
    return this.session.release();
  }
}
