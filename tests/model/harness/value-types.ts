import { readFileSync } from 'node:fs';
import { ELEMENT_TYPES, type ElementType } from '@ownvoice/qwen3-tts/internals/graph/onnx/tensor';
import type { OnnxGraph, OnnxNode } from '@ownvoice/qwen3-tts/internals/testing/onnx-file';

/** An input or output of an operator; its type is an element type or a type parameter. */
interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly option: 'single' | 'optional' | 'variadic';
}

/** Type parameters with the types that they may stand for. */
type Constraints = Readonly<Record<string, readonly ElementType[]>>;

interface Operator {
  readonly inputs: readonly Parameter[];
  readonly outputs: readonly Parameter[];
  readonly types: Constraints;
  readonly kernels: Readonly<Record<'cuda' | 'cpu', readonly Constraints[]>>;
}

/** What onnxruntime registers of the operators that our graphs have. @see scripts/onnxruntime/operators.py */
export const OPERATORS: {
  readonly onnxruntime: string;
  readonly opset: number;
  readonly operators: Readonly<Record<string, Operator>>;
} = JSON.parse(readFileSync(new URL('./operators.json', import.meta.url), 'utf8'));

/** A node with the types that its type parameters stand for. */
export interface TypedNode {
  readonly node: OnnxNode;
  readonly parameters: ReadonlyMap<string, ElementType>;
}

export interface TypedGraph {
  /** Element types of all values, by name. */
  readonly types: ReadonlyMap<string, ElementType>;
  /** Of all graphs. */
  readonly nodes: readonly TypedNode[];
}

const NAMES: ReadonlyMap<number, ElementType> = new Map(
  Object.entries(ELEMENT_TYPES).map(([name, number]) => [number, name as ElementType]),
);

/**
 * Infers the type of every value of a graph, of nested graphs too, from the types that operators have.
 * @throws Error where a node takes a type that its operator does not, or two types where it wants one, and where an output
 * has another type than is declared
 */
export function typedGraph(main: OnnxGraph): TypedGraph {
  const types = new Map<string, ElementType>();
  const nodes: TypedNode[] = [];
  const visit = (graph: OnnxGraph) => {
    for (const [name, number] of graph.types) types.set(name, nameOf(number));
    for (const node of graph.nodes) {
      node.graphs.forEach(visit);
      const parameters = parametersOf(node, types);
      nodes.push({ node, parameters });
      for (const [i, type] of outputTypes(node, parameters, types).entries()) {
        if (node.outputs[i]) types.set(node.outputs[i], type);
      }
    }
    for (const { name, type } of graph.outputs) {
      if (types.get(name) !== nameOf(type))
        throw new Error(`${name} is ${types.get(name)}, declared as ${nameOf(type)}`);
    }
  };
  visit(main);
  return { types, nodes };
}

/** Whether a provider has a kernel for the types of a node. */
export function hasKernel({ node, parameters }: TypedNode, provider: 'cuda' | 'cpu'): boolean {
  return operatorOf(node).kernels[provider].some((kernel) =>
    Object.entries(kernel).every(([parameter, allowed]) => {
      const type = parameters.get(parameter);
      return type === undefined || allowed.includes(type);
    }),
  );
}

function nameOf(number: number): ElementType {
  const name = NAMES.get(number);
  if (!name) throw new Error(`No graph of ours has the element type ${number}`);
  return name;
}

function operatorOf({ operator }: OnnxNode): Operator {
  const known = OPERATORS.operators[operator];
  if (!known) throw new Error(`operators.json has no ${operator}`);
  return known;
}

/** A variadic parameter is the last one and stands for all that follow. */
function parameterAt(parameters: readonly Parameter[], index: number): Parameter | undefined {
  const last = parameters.at(-1);
  return parameters[index] ?? (last?.option === 'variadic' ? last : undefined);
}

function parametersOf(node: OnnxNode, types: ReadonlyMap<string, ElementType>): Map<string, ElementType> {
  const { inputs, types: constraints } = operatorOf(node);
  const wrong = (what: string) => new Error(`${node.name} (${node.operator}): ${what}`);
  const bound = new Map<string, ElementType>();
  for (const [i, input] of node.inputs.entries()) {
    const parameter = parameterAt(inputs, i);
    if (!parameter) throw wrong(`input ${i} is one too many`);
    if (input === '') {
      if (parameter.option !== 'optional') throw wrong(`${parameter.name} is missing`);
      continue;
    }
    const type = types.get(input);
    if (!type) throw wrong(`${input} has no type yet`);
    const allowed = constraints[parameter.type] ?? [parameter.type];
    if (!allowed.includes(type)) throw wrong(`${parameter.name} cannot be ${type}`);
    // What a Loop carries may have any types.
    if (node.operator === 'Loop' && parameter.option === 'variadic') continue;
    const before = bound.get(parameter.type);
    if (before !== undefined && before !== type) throw wrong(`${parameter.name} is ${type}, another input ${before}`);
    if (constraints[parameter.type]) bound.set(parameter.type, type);
  }
  const required = inputs.filter(({ option }) => option === 'single').length;
  if (node.inputs.length < required) throw wrong(`has ${node.inputs.length} inputs of ${required}`);
  return bound;
}

function outputTypes(
  node: OnnxNode,
  parameters: Map<string, ElementType>,
  types: ReadonlyMap<string, ElementType>,
): ElementType[] {
  const bodyTypes = () => node.graphs[0]!.outputs.map(({ type }) => nameOf(type));
  if (node.operator === 'If') return bodyTypes();
  if (node.operator === 'Loop') {
    const carried = node.inputs.slice(2).map((input) => types.get(input));
    const [, ...results] = bodyTypes();
    if (carried.some((type, i) => type !== results[i]))
      throw new Error(`${node.name} carries another type than it returns`);
    return results;
  }
  const { outputs, types: constraints } = operatorOf(node);
  return node.outputs.map((_, i) => {
    const { type } = parameterAt(outputs, i)!;
    if (!constraints[type]) return type as ElementType;
    const own = node.operator === 'Cast' ? node.integers.get('to') : node.tensorType;
    const made =
      own === undefined ? (parameters.get(type) ?? onlyType(node, parameters, constraints[type])) : nameOf(own);
    parameters.set(type, made);
    return made;
  });
}

/** The type of an output that no input has. */
function onlyType(
  node: OnnxNode,
  parameters: ReadonlyMap<string, ElementType>,
  allowed: readonly ElementType[],
): ElementType {
  const { operator } = node;
  if (operator === 'ConstantOfShape') return 'float32';
  // Without a past its cache has the type of the keys.
  if (operator === 'com.microsoft:GroupQueryAttention') return parameters.get('T')!;
  // The statistics of a norm are not used.
  return allowed.length === 1 ? allowed[0]! : 'float32';
}
