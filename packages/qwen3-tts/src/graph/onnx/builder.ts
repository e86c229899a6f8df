import {
  type Attribute,
  type Dimension,
  type ExternalBytes,
  encodeExternalTensor,
  encodeGraph,
  encodeModel,
  encodeNode,
  encodeTensor,
  parseOperator,
  type Subgraph,
  type ValueInfo,
} from './messages.js';
import type { ProtobufWriter } from './protobuf.js';
import { type ElementType, float32, int64, type Tensor } from './tensor.js';

/** The name of a value in a graph. The empty name stands for an optional input that is left out. */
export type Value = string;

/** Takes the weights of a graph as they are made, so that a build never holds more than one of them. */
export interface WeightSink {
  /** `key` names the weight in the file. */
  append(bytes: Uint8Array, key: string): ExternalBytes;
}

interface WrittenWeight {
  readonly tensor: Omit<Tensor, 'bytes'>;
  readonly external: ExternalBytes;
}

/** For graphs whose weights are inputs or constants. */
const NO_WEIGHTS: WeightSink = {
  append: (_, key) => {
    throw new Error(`The graph has no file for the weight ${key}`);
  },
};

/** What the graphs of one file share: names are unique over all nested graphs, weights are written once. */
class ModelFile {
  readonly weights: Map<string, WrittenWeight>;
  readonly #names = new Set<string>();

  constructor(
    readonly sink: WeightSink,
    written: ReadonlyMap<string, WrittenWeight> = new Map(),
  ) {
    this.weights = new Map(written);
  }

  /** The name itself, or with the first free number behind it. */
  unique(name: string): string {
    let free = name;
    for (let count = 1; this.#names.has(free); count++) free = `${name}_${count}`;
    return this.reserve(free);
  }

  reserve(name: string): string {
    if (this.#names.has(name)) throw new Error(`Two values of the graph are called ${name}`);
    this.#names.add(name);
    return name;
  }
}

/** What one graph holds: the main one, the body of a Loop or a branch of an If. */
class Graph {
  readonly nodes: ProtobufWriter[] = [];
  /** What the nodes of this graph return. */
  readonly computed = new Set<Value>();
  readonly inputs: ValueInfo[] = [];
  readonly outputs: ValueInfo[] = [];
  readonly initializers: ProtobufWriter[] = [];
  /** Names of the initializers, by the key of the weight. */
  readonly weights = new Map<string, Value>();
  /** Names of the initializers, by content. */
  readonly constants = new Map<string, Value>();

  constructor(
    readonly name: string,
    readonly file: ModelFile,
    readonly outer?: Graph,
  ) {}

  get main(): Graph {
    return this.outer?.main ?? this;
  }

  /**
   * Where weights for this graph belong. Those of a body go to the main graph, where the runtime lets go of the bytes
   * that it repacked. Deeper down it would not repack them at all, so there they stay in the graph that uses them.
   */
  get weightHolder(): Graph {
    return this.outer && !this.outer.outer ? this.outer : this;
  }
}

/**
 * Builds an ONNX graph node by node. Shapes are row-major; `node` returns the name of its first output.
 *
 * A builder stands at a path in the network and names what it adds after it, as profiles and errors then show it:
 * `g.scope('talker').scope('layers.3').node('MatMul', …)` is `/talker/layers.3/MatMul`, the next one there
 * `/talker/layers.3/MatMul_1`. Inputs and outputs of the main graph are an interface and keep the names they are given.
 * Weights are named by their keys.
 */
export class GraphBuilder implements Subgraph {
  private constructor(
    private readonly graph: Graph,
    private readonly path: string,
  ) {}

  /** `written`: another graph, whose weights this one can use where they were written. */
  static create(name: string, sink = NO_WEIGHTS, written?: GraphBuilder): GraphBuilder {
    return new GraphBuilder(new Graph(name, new ModelFile(sink, written?.graph.file.weights)), '');
  }

  /** The same graph, one level deeper in the names. */
  scope(part: string): GraphBuilder {
    return new GraphBuilder(this.graph, `${this.path}/${part}`);
  }

  /** The outermost graph, for weights that no operator repacks: mapped once however many bodies read them. */
  get main(): GraphBuilder {
    return new GraphBuilder(this.graph.main, this.path);
  }

  /** The body of a Loop or a branch of an If at the same path; it sees every value of the graphs around it. */
  subgraph(name: string): GraphBuilder {
    return new GraphBuilder(new Graph(name, this.graph.file, this.graph), this.path);
  }

  input(name: string, type: ElementType, shape: readonly Dimension[]): Value {
    const input = this.#interfaceName(name);
    this.graph.inputs.push({ name: input, type, shape });
    return input;
  }

  /**
   * Makes `value` an output. Those of the main graph get the name; those of a nested one are known by their order, and what
   * its own nodes computed keeps its name. The shape may be left out; the runtime then infers it.
   */
  output(value: Value, name: string, type: ElementType, shape?: readonly Dimension[]): void {
    const { outer, outputs, computed } = this.graph;
    if (outer && computed.has(value) && !outputs.some((output) => output.name === value)) {
      outputs.push({ name: value, type, shape });
      return;
    }
    const output = this.#interfaceName(name);
    this.graph.nodes.push(encodeNode(`${this.path}/${name}`, 'Identity', [value], [output], {}));
    this.graph.outputs.push({ name: output, type, shape });
  }

  /** A small constant, stored in the graph file itself; equal ones are stored once. */
  constant(tensor: Tensor): Value {
    const content = `${tensor.type}:${tensor.shape.join(',')}:${Buffer.from(tensor.bytes).toString('base64')}`;
    const stored = this.graph.constants.get(content);
    if (stored) return stored;
    const name = this.graph.file.unique(`${this.path}/constant`);
    this.graph.initializers.push(encodeTensor(name, tensor));
    this.graph.constants.set(content, name);
    return name;
  }

  /** int64 constant of one dimension, or a scalar when a number is given. */
  ints(values: number | readonly number[]): Value {
    return typeof values === 'number'
      ? this.constant(int64([], [values]))
      : this.constant(int64([values.length], values));
  }

  /** float32 scalar. */
  scalar(value: number): Value {
    return this.constant(float32([], [value]));
  }

  /** True when the bytes of `key` were written before, so that `weight` needs no tensor for it. */
  hasWeight(key: string): boolean {
    return this.graph.file.weights.has(key);
  }

  /**
   * A weight in external data, by a key that is unique in the file. `tensor` is needed the first time only: the bytes
   * are written once however many graphs use them. `shape`: another one for this graph, of the same bytes.
   */
  weight(key: string, tensor?: Tensor, shape?: readonly number[]): Value {
    const { file, weightHolder } = this.graph;
    const stored = weightHolder.weights.get(key);
    if (stored) return stored;
    let written = file.weights.get(key);
    if (!written) {
      if (!tensor) throw new Error(`The weight ${key} was never given`);
      const { type, shape, bytes } = tensor;
      written = { tensor: { type, shape }, external: file.sink.append(bytes, key) };
      file.weights.set(key, written);
    }
    const name = file.unique(key);
    const seen = shape ? { ...written.tensor, shape } : written.tensor;
    weightHolder.initializers.push(encodeExternalTensor(name, seen, written.external));
    weightHolder.weights.set(key, name);
    return name;
  }

  /** Adds a node and returns its only (or first) output. Operators of other domains are written `domain:Operator`. */
  node(operator: string, inputs: readonly Value[], attributes: Readonly<Record<string, Attribute>> = {}): Value {
    return this.nodes(operator, inputs, 1, attributes)[0]!;
  }

  /** Adds a node with several outputs; `false` leaves out an optional one. */
  nodes(
    operator: string,
    inputs: readonly Value[],
    outputs: number | readonly boolean[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): Value[] {
    const { file, nodes, computed } = this.graph;
    const name = file.unique(`${this.path}/${parseOperator(operator).type}`);
    const kept = typeof outputs === 'number' ? Array.from({ length: outputs }, () => true) : outputs;
    const values = kept.map((keep, i) => (keep ? (i === 0 ? name : file.reserve(`${name}:${i}`)) : ''));
    nodes.push(encodeNode(name, operator, inputs, values, attributes));
    for (const value of values) computed.add(value);
    return values;
  }

  /** @internal GraphProto */
  encode(): ProtobufWriter {
    const { name, nodes, initializers, inputs, outputs } = this.graph;
    return encodeGraph(name, nodes, initializers, inputs, outputs);
  }

  /** The bytes of the `.onnx` file. */
  toModel(): Uint8Array {
    return encodeModel(this.encode());
  }

  #interfaceName(name: string): string {
    return this.graph.file.reserve(this.graph.outer ? `${this.path}/${name}` : name);
  }
}
