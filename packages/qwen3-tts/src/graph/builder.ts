import { ProtobufWriter } from './protobuf.js';
import { ELEMENT_TYPES, type ElementType, float32, int64, type Tensor } from './tensor.js';

/** The name of a value in a graph. The empty name stands for an optional input that is left out. */
export type Value = string;

/** A dimension: a number, or the name of one that is known at run time. */
export type Dimension = number | string;

/** A number is an integer attribute; floats are wrapped, because JavaScript cannot tell 1 from 1.0. */
export type Attribute = number | string | readonly number[] | Float | Tensor | GraphBuilder;

class Float {
  constructor(readonly value: number) {}
}

/** Marks a float attribute: `{ epsilon: float(1e-6) }`. */
export function float(value: number): Float {
  return new Float(value);
}

/** Where the bytes of a weight lie, next to the `.onnx` file. */
export interface ExternalBytes {
  readonly location: string;
  readonly offset: number;
  readonly length: number;
}

/** Takes the weights of a graph as they are made, so that a build never holds more than one of them. */
export interface WeightSink {
  /** `key` names the weight in the file. */
  append(bytes: Uint8Array, key: string): ExternalBytes;
}

/** What the graphs of one file share: names are unique over all nested graphs, weights are written once. */
class Scope {
  readonly written = new Map<string, { tensor: Omit<Tensor, 'bytes'>; external: ExternalBytes }>();
  #next = 0;

  constructor(readonly sink: WeightSink) {}

  name(hint: string): string {
    return `${hint}_${this.#next++}`;
  }
}

interface ValueInfo {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly Dimension[] | undefined;
}

/**
 * One ONNX graph, built node by node. Shapes are row-major; `node` returns the name of its first output.
 *
 * Weights of a body go to the main graph, where the runtime lets go of the bytes that it repacked. Deeper down it would
 * not repack them at all, so there they belong to the graph that uses them. The bytes of one key are written once
 * however many graphs use them.
 */
export class GraphBuilder {
  readonly #scope: Scope;
  readonly #nodes: ProtobufWriter[] = [];
  readonly #inputs: ValueInfo[] = [];
  readonly #outputs: ValueInfo[] = [];
  readonly #initializers = new Map<string, ProtobufWriter>();
  readonly #constants = new Map<string, Value>();

  private constructor(
    readonly name: string,
    scope: Scope,
    private readonly outer?: GraphBuilder,
  ) {
    this.#scope = scope;
  }

  static create(name: string, sink: WeightSink): GraphBuilder {
    return new GraphBuilder(name, new Scope(sink));
  }

  /** The outermost graph, for weights that no operator repacks: mapped once however many bodies read them. */
  get main(): GraphBuilder {
    return this.outer?.main ?? this;
  }

  /** The body of a Loop or a branch of an If; it sees every value of the graphs around it. */
  subgraph(name: string): GraphBuilder {
    return new GraphBuilder(name, this.#scope, this);
  }

  input(name: string, type: ElementType, shape: readonly Dimension[]): Value {
    this.#inputs.push({ name, type, shape });
    return name;
  }

  /** Names `value` as an output. The shape may be left out; the runtime then infers it. */
  output(value: Value, name: string, type: ElementType, shape?: readonly Dimension[]): void {
    this.#nodes.push(encodeNode('Identity', '', [value], [name], {}));
    this.#outputs.push({ name, type, shape });
  }

  /** A small constant, stored in the graph file itself; equal ones are stored once. */
  constant(tensor: Tensor): Value {
    const key = `${tensor.type}:${tensor.shape.join(',')}:${Buffer.from(tensor.bytes).toString('base64')}`;
    const known = this.#constants.get(key);
    if (known) return known;
    const name = this.#scope.name('constant');
    this.#initializers.set(name, encodeTensor(name, tensor).bytes(9, tensor.bytes));
    this.#constants.set(key, name);
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
    return this.#scope.written.has(key);
  }

  /** A weight in external data under a key that is unique in the file. `tensor` is needed the first time only. */
  weight(key: string, tensor?: Tensor): Value {
    if (this.outer && !this.outer.outer) return this.outer.weight(key, tensor);
    const name = `${this.name}/${key}`;
    if (this.#initializers.has(name)) return name;
    let written = this.#scope.written.get(key);
    if (!written) {
      if (!tensor) throw new Error(`The weight ${key} was never given`);
      written = { tensor, external: this.#scope.sink.append(tensor.bytes, key) };
      this.#scope.written.set(key, { tensor: { type: tensor.type, shape: tensor.shape }, external: written.external });
    }
    const { location, offset, length } = written.external;
    const proto = encodeTensor(name, written.tensor).int(14, 1);
    for (const [entry, value] of Object.entries({ location, offset: String(offset), length: String(length) })) {
      proto.bytes(13, new ProtobufWriter().bytes(1, entry).bytes(2, value));
    }
    this.#initializers.set(name, proto);
    return name;
  }

  /** Adds a node and returns its only (or first) output. Operators of other domains are written `domain:Operator`. */
  node(operator: string, inputs: readonly Value[], attributes: Record<string, Attribute> = {}): Value {
    return this.nodes(operator, inputs, 1, attributes)[0]!;
  }

  /** Adds a node with several outputs; `false` leaves out an optional one. */
  nodes(
    operator: string,
    inputs: readonly Value[],
    outputs: number | readonly boolean[],
    attributes: Record<string, Attribute> = {},
  ): Value[] {
    const [type, domain] = operator.includes(':') ? [operator.split(':')[1]!, operator.split(':')[0]!] : [operator, ''];
    const wanted = typeof outputs === 'number' ? Array.from({ length: outputs }, () => true) : outputs;
    const names = wanted.map((kept) => (kept ? this.#scope.name(type) : ''));
    this.#nodes.push(encodeNode(type, domain, inputs, names, attributes));
    return names;
  }

  /** @internal GraphProto */
  encode(): ProtobufWriter {
    const graph = new ProtobufWriter();
    for (const node of this.#nodes) graph.bytes(1, node);
    graph.bytes(2, this.name);
    for (const tensor of this.#initializers.values()) graph.bytes(5, tensor);
    for (const input of this.#inputs) graph.bytes(11, encodeValueInfo(input));
    for (const output of this.#outputs) graph.bytes(12, encodeValueInfo(output));
    return graph;
  }

  /** The file: ModelProto with opset 21 and the runtime's own operators. */
  toModel(): Uint8Array {
    const opset = (domain: string, version: number) => new ProtobufWriter().bytes(1, domain).int(2, version);
    return new ProtobufWriter()
      .int(1, 10)
      .bytes(2, 'ownvoice')
      .bytes(7, this.encode())
      .bytes(8, opset('', 21))
      .bytes(8, opset('com.microsoft', 1))
      .finish();
  }
}

function encodeTensor(name: string, tensor: Omit<Tensor, 'bytes'>): ProtobufWriter {
  const proto = new ProtobufWriter();
  for (const size of tensor.shape) proto.int(1, size);
  return proto.int(2, ELEMENT_TYPES[tensor.type]).bytes(8, name);
}

function encodeNode(
  operator: string,
  domain: string,
  inputs: readonly Value[],
  outputs: readonly Value[],
  attributes: Record<string, Attribute>,
): ProtobufWriter {
  const node = new ProtobufWriter();
  for (const input of inputs) node.bytes(1, input);
  for (const output of outputs) node.bytes(2, output);
  node.bytes(3, outputs[0]!).bytes(4, operator);
  for (const [name, value] of Object.entries(attributes)) node.bytes(5, encodeAttribute(name, value));
  return domain === '' ? node : node.bytes(7, domain);
}

function encodeAttribute(name: string, value: Attribute): ProtobufWriter {
  const attribute = new ProtobufWriter().bytes(1, name);
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) throw new Error(`The attribute ${name} = ${value} is a float: wrap it`);
    return attribute.int(3, value).int(20, 2);
  }
  if (typeof value === 'string') return attribute.bytes(4, value).int(20, 3);
  if (value instanceof Float) return attribute.float(2, value.value).int(20, 1);
  if (value instanceof GraphBuilder) return attribute.bytes(6, value.encode()).int(20, 5);
  if ('bytes' in value) return attribute.bytes(5, encodeTensor('', value).bytes(9, value.bytes)).int(20, 4);
  for (const entry of value) attribute.int(8, entry);
  return attribute.int(20, 7);
}

function encodeValueInfo({ name, type, shape }: ValueInfo): ProtobufWriter {
  const tensor = new ProtobufWriter().int(1, ELEMENT_TYPES[type]);
  if (shape) {
    const proto = new ProtobufWriter();
    for (const size of shape) {
      const dimension = new ProtobufWriter();
      proto.bytes(1, typeof size === 'number' ? dimension.int(1, size) : dimension.bytes(2, size));
    }
    tensor.bytes(2, proto);
  }
  return new ProtobufWriter().bytes(1, name).bytes(2, new ProtobufWriter().bytes(1, tensor));
}
