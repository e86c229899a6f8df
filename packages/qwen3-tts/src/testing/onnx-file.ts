import { ProtobufWriter } from '../graph/onnx/protobuf.js';
import { ELEMENT_TYPES } from '../graph/onnx/tensor.js';

/** A field of a protobuf message: a number, four bytes, or bytes. */
interface Field {
  readonly number: number;
  readonly value: bigint | Uint8Array;
  readonly fixed: boolean;
}

/** A node of an ONNX file. */
export interface OnnxNode {
  readonly name: string;
  /** `domain:Operator`, or the operator alone for ONNX's own. */
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Integer attributes. */
  readonly integers: ReadonlyMap<string, number>;
  /** Bodies of a Loop, branches of an If. */
  readonly graphs: readonly OnnxGraph[];
}

export interface OnnxGraph {
  readonly name: string;
  readonly nodes: readonly OnnxNode[];
  /** Element types of inputs and initializers, by name. */
  readonly types: ReadonlyMap<string, number>;
}

/** Reads the graph of an ONNX file. @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
export function readOnnx(model: Uint8Array): OnnxGraph {
  return readGraph(bytesOf(fields(model), 7)[0]!);
}

/** All nodes, those of nested graphs included. */
export function allNodes({ nodes }: OnnxGraph): OnnxNode[] {
  return nodes.flatMap((node) => [node, ...node.graphs.flatMap(allNodes)]);
}

/** Operators that round their result to its type; the others only move values. */
const ARITHMETIC = ['MatMul', 'FusedMatMul', 'QuickGelu', 'Mul', 'Add', 'SimplifiedLayerNormalization'];

/**
 * Makes every result of half precision really one on processors. Their runtime computes in float32 and drops the rounding
 * between two operators, so that nothing overflows that would on a GPU. A broadcast to the shape `ones` (a new input, `[1]`
 * int64 of 1), which it cannot see through, keeps the rounding.
 */
export function roundHalves(model: Uint8Array): Uint8Array {
  const types = halfValues(readOnnx(model));
  const rewritten = fields(model).map((field) =>
    field.number === 7 ? { ...field, value: withInput(rounded(field.value as Uint8Array, types)) } : field,
  );
  return encode(rewritten);
}

/** Names of the values of half precision, in all graphs. */
export function halfValues(main: OnnxGraph): Set<string> {
  const halves = new Set<string>();
  const visit = (graph: OnnxGraph) => {
    for (const [name, type] of graph.types) if (type === ELEMENT_TYPES.float16) halves.add(name);
    for (const node of graph.nodes) {
      node.graphs.forEach(visit);
      const [first] = node.inputs;
      const half =
        node.operator === 'Cast'
          ? node.integers.get('to') === ELEMENT_TYPES.float16
          : node.operator !== 'Shape' && node.operator !== 'Loop' && halves.has(first ?? '');
      if (half) for (const output of node.outputs) halves.add(output);
    }
  };
  visit(main);
  return halves;
}

function rounded(graph: Uint8Array, halves: ReadonlySet<string>): Uint8Array {
  return encode(
    fields(graph).flatMap((field) => {
      if (field.number !== 1) return [field];
      const node = roundInside(field.value as Uint8Array, halves);
      const { operator, outputs } = readNode(node);
      const type = operator.replace('com.microsoft:', '');
      const [output] = outputs;
      if (!ARITHMETIC.includes(type) || !halves.has(output!)) return [{ ...field, value: node }];
      const raw = `${output}/exact`;
      const renamed = fields(node).map((part) =>
        part.number === 2 && text(part.value as Uint8Array) === output
          ? { ...part, value: new TextEncoder().encode(raw) }
          : part,
      );
      const expand = new ProtobufWriter().bytes(1, raw).bytes(1, 'ones').bytes(2, output!).bytes(4, 'Expand').finish();
      return [
        { ...field, value: encode(renamed) },
        { ...field, value: expand },
      ];
    }),
  );
}

/** The same in the graphs of a node's attributes. */
function roundInside(node: Uint8Array, halves: ReadonlySet<string>): Uint8Array {
  return encode(
    fields(node).map((field) => {
      if (field.number !== 5) return field;
      const attribute = fields(field.value as Uint8Array);
      if (!attribute.some(({ number }) => number === 6)) return field;
      const rewritten = attribute.map((part) =>
        part.number === 6 ? { ...part, value: rounded(part.value as Uint8Array, halves) } : part,
      );
      return { ...field, value: encode(rewritten) };
    }),
  );
}

function withInput(graph: Uint8Array): Uint8Array {
  const shape = new ProtobufWriter().bytes(1, new ProtobufWriter().int(1, 1));
  const tensor = new ProtobufWriter().int(1, ELEMENT_TYPES.int64).bytes(2, shape);
  const input = new ProtobufWriter().bytes(1, 'ones').bytes(2, new ProtobufWriter().bytes(1, tensor)).finish();
  return encode([...fields(graph), { number: 11, value: input, fixed: false }]);
}

function readGraph(bytes: Uint8Array): OnnxGraph {
  const all = fields(bytes);
  const types = new Map<string, number>();
  for (const tensor of bytesOf(all, 5)) {
    const parts = fields(tensor);
    types.set(text(bytesOf(parts, 8)[0]!), Number(parts.find(({ number }) => number === 2)!.value));
  }
  for (const input of bytesOf(all, 11)) {
    const parts = fields(input);
    const tensor = fields(bytesOf(fields(bytesOf(parts, 2)[0]!), 1)[0]!);
    types.set(text(bytesOf(parts, 1)[0]!), Number(tensor.find(({ number }) => number === 1)!.value));
  }
  return { name: text(bytesOf(all, 2)[0]!), nodes: bytesOf(all, 1).map(readNode), types };
}

function readNode(bytes: Uint8Array): OnnxNode {
  const all = fields(bytes);
  const domain = bytesOf(all, 7).map(text).join('');
  const type = text(bytesOf(all, 4)[0]!);
  const attributes = bytesOf(all, 5).map(fields);
  const integers = new Map<string, number>();
  for (const attribute of attributes) {
    const integer = attribute.find(({ number }) => number === 3);
    if (integer) integers.set(text(bytesOf(attribute, 1)[0]!), Number(integer.value));
  }
  return {
    name: bytesOf(all, 3).map(text).join(''),
    operator: domain === '' ? type : `${domain}:${type}`,
    inputs: bytesOf(all, 1).map(text),
    outputs: bytesOf(all, 2).map(text),
    integers,
    graphs: attributes.flatMap((attribute) => bytesOf(attribute, 6).map(readGraph)),
  };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const bytesOf = (all: readonly Field[], number: number) =>
  all.filter((field) => field.number === number).map(({ value }) => value as Uint8Array);

/** The fields of a message in their order. @see https://protobuf.dev/programming-guides/encoding/ */
function fields(message: Uint8Array): Field[] {
  const found: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let bits = 0n; ; bits += 7n) {
      const byte = message[at++]!;
      value |= BigInt(byte & 0x7f) << bits;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const key = Number(varint());
    const number = key >> 3;
    if ((key & 7) === 0) found.push({ number, value: varint(), fixed: false });
    else {
      const fixed = (key & 7) === 5;
      const length = fixed ? 4 : Number(varint());
      found.push({ number, value: message.subarray(at, at + length), fixed });
      at += length;
    }
  }
  return found;
}

function encode(all: readonly Field[]): Uint8Array {
  const writer = new ProtobufWriter();
  for (const { number, value, fixed } of all) {
    if (typeof value === 'bigint') writer.int(number, value);
    else if (fixed) writer.float(number, new DataView(value.buffer, value.byteOffset).getFloat32(0, true));
    else writer.bytes(number, value);
  }
  return writer.finish();
}
