import { describe, expect, test } from 'vitest';
import { GraphBuilder, type WeightSink } from './builder.js';
import { float } from './messages.js';
import { ProtobufWriter } from './protobuf.js';
import { float16, float32 } from './tensor.js';

class MemorySink implements WeightSink {
  readonly keys: string[] = [];
  append(bytes: Uint8Array, key: string) {
    this.keys.push(key);
    return { location: 'weights', offset: 4096 * (this.keys.length - 1), length: bytes.length };
  }
}

describe('ProtobufWriter', () => {
  test('writes the examples of the format description', () => {
    expect([...new ProtobufWriter().int(1, 150).finish()]).toEqual([0x08, 0x96, 0x01]);
    expect([...new ProtobufWriter().bytes(2, 'testing').finish()]).toEqual([
      0x12, 7, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67,
    ]);
    expect([...new ProtobufWriter().int(1, -1).finish()]).toEqual([0x08, ...new Array(9).fill(0xff), 0x01]);
    expect([...new ProtobufWriter().float(2, 1).finish()]).toEqual([0x15, 0, 0, 0x80, 0x3f]);
  });
});

describe('GraphBuilder', () => {
  test('writes the bytes of a weight once, however many graphs use it', () => {
    const sink = new MemorySink();
    const g = GraphBuilder.create('main', sink);
    const body = g.subgraph('body');
    const branch = body.subgraph('branch');
    const first = body.weight('w', float32([2], [1, 2]));
    expect(body.weight('w')).toBe(first);
    expect(branch.weight('w')).not.toBe(first);
    expect(sink.keys).toEqual(['w']);
  });

  test('keeps the weights of a body in the main graph and those of a nested one in itself', () => {
    const g = GraphBuilder.create('main', new MemorySink());
    const body = g.subgraph('body');
    const inner = body.subgraph('inner');
    expect(body.weight('a', float32([1], [1]))).toBe(g.weight('a'));
    expect(inner.weight('b', float32([1], [1]))).toBe(inner.weight('b'));
    expect(inner.weight('b')).not.toBe(body.weight('b'));
  });

  test('names a node by its path and operator, in every nested graph, and counts where two are alike', () => {
    const g = GraphBuilder.create('main', new MemorySink());
    const layer = g.scope('talker').scope('layers.3');
    expect(layer.node('MatMul', ['x', 'y'])).toBe('/talker/layers.3/MatMul');
    expect(layer.node('com.microsoft:FusedMatMul', ['x', 'y'])).toBe('/talker/layers.3/FusedMatMul');
    expect(g.subgraph('body').scope('talker').scope('layers.3').node('MatMul', ['x', 'y'])).toBe(
      '/talker/layers.3/MatMul_1',
    );
    expect(layer.nodes('Split', ['x'], [true, false, true])).toEqual([
      '/talker/layers.3/Split',
      '',
      '/talker/layers.3/Split:2',
    ]);
  });

  test("keeps the names of the main graph's inputs and outputs and puts the path before those of a body", () => {
    const g = GraphBuilder.create('main', new MemorySink()).scope('frame');
    expect(g.input('x', 'float32', [1])).toBe('x');
    expect(g.subgraph('body').input('x', 'float32', [1])).toBe('/frame/x');
    expect(() => g.input('x', 'float32', [1])).toThrow('x');
  });

  test('refuses a weight that was never given, a shape that does not fit and a float passed as an integer', () => {
    const g = GraphBuilder.create('main', new MemorySink());
    expect(() => g.weight('missing')).toThrow('missing');
    expect(() => float32([2, 2], [1, 2, 3])).toThrow('[2, 2]');
    expect(() => g.node('Elu', ['x'], { alpha: 0.5 })).toThrow('alpha');
    expect(g.node('Elu', ['x'], { alpha: float(0.5) })).toMatch(/Elu/);
  });
});

test('a float16 tensor holds half precision, little endian', () => {
  expect(float16([2], Float32Array.of(1, -2.5)).bytes).toEqual(Uint8Array.of(0, 0x3c, 0, 0xc1));
});
