import { encodeNode } from '@ownvoice/qwen3-tts/internals/graph/onnx/messages';
import { ProtobufWriter } from '@ownvoice/qwen3-tts/internals/graph/onnx/protobuf';
import { ELEMENT_TYPES, type ElementType, int64 } from '@ownvoice/qwen3-tts/internals/graph/onnx/tensor';
import { type OnnxNode, readNode, readOnnx } from '@ownvoice/qwen3-tts/internals/testing/onnx-file';
import { bytesOf, encode, type Field, fields, text } from '@ownvoice/qwen3-tts/internals/testing/protobuf-fields';
import { typedGraph } from './value-types.js';

/** Operators that round their results to their type; the others only move values. */
const ARITHMETIC = [
  'Add',
  'Mul',
  'MatMul',
  'SimplifiedLayerNormalization',
  'com.microsoft:FusedMatMul',
  'com.microsoft:GroupQueryAttention',
  'com.microsoft:QuickGelu',
  'com.microsoft:SkipSimplifiedLayerNormalization',
];

const ATTENTION = 'com.microsoft:GroupQueryAttention';

const field = (number: number, value: Uint8Array): Field => ({ number, value, fixed: false });
const bytes = (value: string) => new TextEncoder().encode(value);

/**
 * The same graph for processors, whose runtime computes half precision in float32, and cannot normalize queries and keys
 * inside its attention. Every result of half precision is really rounded to it:
 *
 * - behind a result of half precision stands a broadcast to the shape `ones` (a new input, `[1]` int64 of 1), because the
 *   runtime drops a rounding between two operators that it can see through;
 * - the norms of queries and keys stand in front of the attention.
 */
export function forProcessors(model: Uint8Array): Uint8Array {
  const { types } = typedGraph(readOnnx(model));
  return encode(
    fields(model).map((part) =>
      part.number === 7 ? field(7, withOnes(new Rewriter(types).graph(part.value as Uint8Array))) : part,
    ),
  );
}

class Rewriter {
  constructor(private readonly types: ReadonlyMap<string, ElementType>) {}

  /** GraphProto */
  graph(message: Uint8Array): Uint8Array {
    return encode(
      fields(message).flatMap((part) =>
        part.number === 1 ? this.#node(part.value as Uint8Array).map((node) => field(1, node)) : [part],
      ),
    );
  }

  /** NodeProto → one or more. */
  #node(message: Uint8Array): Uint8Array[] {
    const node = readNode(message);
    if (node.graphs.length > 0) return [this.#nested(message)];
    if (node.operator === ATTENTION && node.inputs[14]) return this.#attention(message, node);
    return ARITHMETIC.includes(node.operator) ? this.#roundedNode(message, node.outputs) : [message];
  }

  /** The norms of queries and keys, and the attention without them. */
  #attention(message: Uint8Array, node: OnnxNode): Uint8Array[] {
    const nodes: Uint8Array[] = [];
    const normed = [0, 1].map((i) => {
      const name = `${node.name}/normed_${i}`;
      const heads = node.integers.get(i === 0 ? 'num_heads' : 'kv_num_heads')!;
      const attributes = fields(message).filter(
        (part) => part.number === 5 && attributeName(part.value as Uint8Array) === 'qk_norm_epsilon',
      );
      const epsilon = fields(attributes[0]!.value as Uint8Array).map((part) =>
        part.number === 1 ? field(1, bytes('epsilon')) : part,
      );
      nodes.push(constantNode(`${name}/per_head`, [0, 0, heads, -1]), constantNode(`${name}/flat`, [0, 0, -1]));
      nodes.push(nodeOf('Reshape', [node.inputs[i]!, `${name}/per_head`], `${name}/heads`));
      const norm = nodeOf('SimplifiedLayerNormalization', [`${name}/heads`, node.inputs[14 + i]!], `${name}/raw`);
      nodes.push(encode([...fields(norm), field(5, encode(epsilon))]));
      nodes.push(rounded(`${name}/raw`, `${name}/rounded`));
      nodes.push(nodeOf('Reshape', [`${name}/rounded`, `${name}/flat`], name));
      return name;
    });
    const inputs = [...normed, ...node.inputs.slice(2, 9)];
    const rest = fields(message).filter(
      (part) =>
        part.number !== 1 && (part.number !== 5 || attributeName(part.value as Uint8Array) !== 'qk_norm_epsilon'),
    );
    const plain = encode([...inputs.map((input) => field(1, bytes(input))), ...rest]);
    return [...nodes, ...this.#roundedNode(plain, node.outputs)];
  }

  /** The node, and what rounds its results of half precision. */
  #roundedNode(message: Uint8Array, outputs: readonly string[]): Uint8Array[] {
    const rounds = outputs.filter((output) => this.types.get(output) === 'float16');
    const renamed = fields(message).map((part) => {
      const name = part.number === 2 ? text(part.value as Uint8Array) : '';
      return rounds.includes(name) ? field(2, bytes(`${name}/exact`)) : part;
    });
    return [encode(renamed), ...rounds.map((output) => rounded(`${output}/exact`, output))];
  }

  /** The same in the graphs of a node's attributes. */
  #nested(message: Uint8Array): Uint8Array {
    return encode(
      fields(message).map((part) => {
        if (part.number !== 5) return part;
        const attribute = fields(part.value as Uint8Array);
        if (!attribute.some(({ number }) => number === 6)) return part;
        return field(
          5,
          encode(
            attribute.map((inner) => (inner.number === 6 ? field(6, this.graph(inner.value as Uint8Array)) : inner)),
          ),
        );
      }),
    );
  }
}

const nodeOf = (operator: string, inputs: readonly string[], output: string) =>
  encodeNode(`${output}/${operator}`, operator, inputs, [output], {}).finish();

const rounded = (from: string, to: string) => nodeOf('Expand', [from, 'ones'], to);

const constantNode = (output: string, values: readonly number[]) =>
  encodeNode(`${output}/Constant`, 'Constant', [], [output], { value: int64([values.length], values) }).finish();

const attributeName = (attribute: Uint8Array) => text(bytesOf(fields(attribute), 1)[0]!);

/** Adds the input `ones`. */
function withOnes(graph: Uint8Array): Uint8Array {
  const shape = new ProtobufWriter().bytes(1, new ProtobufWriter().int(1, 1));
  const tensor = new ProtobufWriter().int(1, ELEMENT_TYPES.int64).bytes(2, shape);
  const input = new ProtobufWriter().bytes(1, 'ones').bytes(2, new ProtobufWriter().bytes(1, tensor)).finish();
  return encode([...fields(graph), field(11, input)]);
}
