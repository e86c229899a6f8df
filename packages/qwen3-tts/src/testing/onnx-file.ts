import { bytesOf, fields, text } from './protobuf-fields.js';

/** A node of an ONNX file. */
export interface OnnxNode {
  readonly name: string;
  /** `domain:Operator`, or the operator alone for ONNX's own. */
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Integer attributes. */
  readonly integers: ReadonlyMap<string, number>;
  /** Element type of its tensor attribute. */
  readonly tensorType: number | undefined;
  /** Bodies of a Loop, branches of an If. */
  readonly graphs: readonly OnnxGraph[];
}

/** A constant of an ONNX file. */
export interface OnnxInitializer {
  readonly shape: readonly number[];
  /** Empty where they are in a file of their own. */
  readonly bytes: Buffer;
}

export interface OnnxGraph {
  readonly name: string;
  readonly nodes: readonly OnnxNode[];
  /** Element types of inputs and initializers, by name. */
  readonly types: ReadonlyMap<string, number>;
  readonly initializers: ReadonlyMap<string, OnnxInitializer>;
  readonly outputs: readonly { readonly name: string; readonly type: number }[];
}

/** Reads the graph of an ONNX file. @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
export function readOnnx(model: Uint8Array): OnnxGraph {
  return readGraph(bytesOf(fields(model), 7)[0]!);
}

/** All nodes, those of nested graphs included. */
export function allNodes({ nodes }: OnnxGraph): OnnxNode[] {
  return nodes.flatMap((node) => [node, ...node.graphs.flatMap(allNodes)]);
}

function readGraph(bytes: Uint8Array): OnnxGraph {
  const all = fields(bytes);
  const types = new Map<string, number>();
  const initializers = new Map<string, OnnxInitializer>();
  for (const tensor of bytesOf(all, 5)) {
    const parts = fields(tensor);
    const name = text(bytesOf(parts, 8)[0]!);
    types.set(name, Number(parts.find(({ number }) => number === 2)!.value));
    const shape = parts.flatMap(({ number, value }) => (number === 1 ? [Number(value)] : []));
    initializers.set(name, { shape, bytes: Buffer.from(bytesOf(parts, 9)[0] ?? []) });
  }
  for (const { name, type } of bytesOf(all, 11).map(readValueInfo)) types.set(name, type);
  const outputs = bytesOf(all, 12).map(readValueInfo);
  return { name: text(bytesOf(all, 2)[0]!), nodes: bytesOf(all, 1).map(readNode), types, initializers, outputs };
}

function readValueInfo(bytes: Uint8Array): { name: string; type: number } {
  const parts = fields(bytes);
  const tensor = fields(bytesOf(fields(bytesOf(parts, 2)[0]!), 1)[0]!);
  return { name: text(bytesOf(parts, 1)[0]!), type: Number(tensor.find(({ number }) => number === 1)!.value) };
}

export function readNode(bytes: Uint8Array): OnnxNode {
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
    tensorType: attributes
      .flatMap((attribute) => bytesOf(attribute, 5))
      .map((tensor) => Number(fields(tensor).find(({ number }) => number === 2)!.value))[0],
    graphs: attributes.flatMap((attribute) => bytesOf(attribute, 6).map(readGraph)),
  };
}
