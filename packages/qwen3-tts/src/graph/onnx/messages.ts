import { ProtobufWriter } from './protobuf.js';
import { ELEMENT_TYPES, type ElementType, type Tensor } from './tensor.js';

/*
 * The messages of an ONNX file. The numbers are those of the fields.
 * @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */

/** A dimension: a number, or the name of one that is known at run time. */
export type Dimension = number | string;

export interface ValueInfo {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly Dimension[] | undefined;
}

/** Where the bytes of a weight lie, next to the `.onnx` file. */
export interface ExternalBytes {
  readonly location: string;
  readonly offset: number;
  readonly length: number;
}

/** The body of a Loop or a branch of an If. */
export interface Subgraph {
  encode(): ProtobufWriter;
}

/** A number is an integer attribute; floats are wrapped, because JavaScript cannot tell 1 from 1.0. */
export type Attribute = number | string | readonly number[] | Float | Tensor | Subgraph;

class Float {
  constructor(readonly value: number) {}
}

/** Marks a float attribute: `{ epsilon: float(1e-6) }`. */
export function float(value: number): Float {
  return new Float(value);
}

/** ModelProto with opset 21 and the runtime's own operators. */
export function encodeModel(graph: ProtobufWriter): Uint8Array {
  const opset = (domain: string, version: number) => new ProtobufWriter().bytes(1, domain).int(2, version);
  return new ProtobufWriter()
    .int(1, 10)
    .bytes(2, 'ownvoice')
    .bytes(7, graph)
    .bytes(8, opset('', 21))
    .bytes(8, opset('com.microsoft', 1))
    .finish();
}

/** GraphProto */
export function encodeGraph(
  name: string,
  nodes: Iterable<ProtobufWriter>,
  initializers: Iterable<ProtobufWriter>,
  inputs: Iterable<ValueInfo>,
  outputs: Iterable<ValueInfo>,
): ProtobufWriter {
  const graph = new ProtobufWriter();
  for (const node of nodes) graph.bytes(1, node);
  graph.bytes(2, name);
  for (const tensor of initializers) graph.bytes(5, tensor);
  for (const input of inputs) graph.bytes(11, encodeValueInfo(input));
  for (const output of outputs) graph.bytes(12, encodeValueInfo(output));
  return graph;
}

/** NodeProto. Operators of other domains are written `domain:Operator`. */
export function encodeNode(
  name: string,
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, Attribute>>,
): ProtobufWriter {
  const { domain, type } = parseOperator(operator);
  const node = new ProtobufWriter();
  for (const input of inputs) node.bytes(1, input);
  for (const output of outputs) node.bytes(2, output);
  node.bytes(3, name).bytes(4, type);
  for (const [key, value] of Object.entries(attributes)) node.bytes(5, encodeAttribute(key, value));
  return domain === '' ? node : node.bytes(7, domain);
}

export function parseOperator(operator: string): { domain: string; type: string } {
  const colon = operator.indexOf(':');
  return { domain: operator.slice(0, Math.max(0, colon)), type: operator.slice(colon + 1) };
}

/** TensorProto with its bytes in the graph file. */
export function encodeTensor(name: string, tensor: Tensor): ProtobufWriter {
  return tensorHeader(name, tensor).bytes(9, tensor.bytes);
}

/** TensorProto with its bytes in external data. */
export function encodeExternalTensor(
  name: string,
  tensor: Omit<Tensor, 'bytes'>,
  { location, offset, length }: ExternalBytes,
): ProtobufWriter {
  const proto = tensorHeader(name, tensor).int(14, 1);
  for (const [entry, value] of Object.entries({ location, offset: String(offset), length: String(length) })) {
    proto.bytes(13, new ProtobufWriter().bytes(1, entry).bytes(2, value));
  }
  return proto;
}

function tensorHeader(name: string, { shape, type }: Omit<Tensor, 'bytes'>): ProtobufWriter {
  const proto = new ProtobufWriter();
  for (const size of shape) proto.int(1, size);
  return proto.int(2, ELEMENT_TYPES[type]).bytes(8, name);
}

function encodeAttribute(name: string, value: Attribute): ProtobufWriter {
  const attribute = new ProtobufWriter().bytes(1, name);
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) throw new Error(`The attribute ${name} = ${value} is a float: wrap it`);
    return attribute.int(3, value).int(20, 2);
  }
  if (typeof value === 'string') return attribute.bytes(4, value).int(20, 3);
  if (value instanceof Float) return attribute.float(2, value.value).int(20, 1);
  if ('encode' in value) return attribute.bytes(6, value.encode()).int(20, 5);
  if ('bytes' in value) return attribute.bytes(5, encodeTensor('', value)).int(20, 4);
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
