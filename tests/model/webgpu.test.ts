import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildModel } from '@ownvoice/qwen3-tts/internals/build/build-model';
import { LARGEST_LOGIT_ERROR, logitError } from '@ownvoice/qwen3-tts/internals/runtime/logit-error';
import { editedCheckpoint } from '@ownvoice/qwen3-tts/internals/testing/edited-checkpoint';
import { goldenFolder } from '@ownvoice/qwen3-tts/internals/testing/golden-folders';
import { builtGolden } from '@ownvoice/qwen3-tts/internals/testing/golden-models';
import { plantedSpikes, scaled } from '@ownvoice/qwen3-tts/internals/testing/planted-spikes';
import { halfPrecisionDevice, softwareDevice } from '@ownvoice/qwen3-tts/internals/testing/software-device';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const device = softwareDevice();
if (!device) console.warn('skipped: graphs on a software GPU, because SwiftShader is not installed here');
const half = halfPrecisionDevice();
if (!half) {
  console.warn(
    'skipped: half precision on a software GPU, because no llvmpipe with shader-f16 (Mesa 25) is installed here',
  );
}

const run = promisify(execFile);
const dist = (path: string) => fileURLToPath(new URL(path, import.meta.resolve('@ownvoice/qwen3-tts')));
/** What speaks with a whole model takes minutes: `npm run test:webgpu` runs it, and `npm run test:system` all else. */
const isWhole = process.env.TEST_WEBGPU !== undefined;
const testWhole = test.runIf(isWhole);
const testGraph = test.skipIf(isWhole);
const VARIANT = 'customvoice-0.6b';
/** The device compiles its shaders on a CPU. */
const PATIENCE = 600_000;

/** Runs a module with the device. A process of its own: the driver is chosen at its start, and may crash. */
async function onDevice(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return runOn(device!.environment, ...args);
}

async function runOn(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, ...environment };
  return run(process.execPath, args, { env, maxBuffer: 64e6, timeout: PATIENCE });
}

/** Opens a graph and lists its nodes by provider, copies included, as the runtime's log tells them. */
async function placementOf(graph: string, environment = device!.environment): Promise<Map<string, string[]>> {
  const script = `
    import { InferenceSession } from '${dist('onnxruntime/onnxruntime.js')}';
    import { sessionOptions } from '${dist('runtime/sessions.js')}';
    const options = { ...sessionOptions('generation', 'webgpu', 1), logSeverityLevel: 0, logVerbosityLevel: 1 };
    await (await InferenceSession.create(process.argv[1], options)).release();`;
  const { stderr } = await runOn(environment, '--input-type=module', '-e', script, graph);
  const nodes = new Map<string, string[]>();
  let provider = '';
  for (const line of stderr.split('\n')) {
    if (!line.includes('VerifyEachNodeIsAssignedToAnEp')) continue;
    provider = /placed on \[(\w+)\]/.exec(line)?.[1] ?? provider;
    const node = /\]\s+(\w+) \(.*\)\s*$/.exec(line)?.[1];
    if (/ All nodes placed on /.test(line)) nodes.set(provider, nodes.get(provider) ?? []);
    if (node) nodes.set(provider, [...(nodes.get(provider) ?? []), node]);
  }
  return nodes;
}

describe.skipIf(!device)('graphs on WebGPU', { timeout: PATIENCE }, () => {
  let scratch: string;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'webgpu-graphs-'));
  });
  afterAll(() => rm(scratch, { recursive: true }));

  testGraph.each(['fp32', 'int8', 'int4'] as const)(
    'every node of a frame at %s is on the device, and nothing is copied',
    async (precision) => {
      const placed = await placementOf(join(await builtGolden(VARIANT, precision), 'frame.onnx'));
      expect([...placed.keys()]).toEqual(['WebGpuExecutionProvider']);
      expect([...placed.values()].flat().filter((operator) => operator.startsWith('Memcpy'))).toEqual([]);
    },
  );

  testGraph('the codec copies nothing, and leaves sums of sizes to the CPU', async () => {
    const placed = await placementOf(join(await builtGolden(VARIANT, 'fp32'), 'codec-decoder-webgpu.onnx'));
    expect(placed.get('CPUExecutionProvider')?.sort()).toEqual(['Add', 'Concat', 'Concat']);
    expect([...placed.values()].flat().filter((operator) => operator.startsWith('Memcpy'))).toEqual([]);
  });

  testGraph(
    'an activation behind an activation behind a convolution is computed with the options of sessions',
    async () => {
      const script = `
      import { InferenceSession, Tensor } from '${dist('onnxruntime/onnxruntime.js')}';
      import { GraphBuilder } from '${dist('graph/onnx/builder.js')}';
      import { float32 } from '${dist('graph/onnx/tensor.js')}';
      import { sessionOptions } from '${dist('runtime/sessions.js')}';
      const g = GraphBuilder.create('activations', { append() { throw new Error(); } });
      const x = g.input('x', 'float32', [1, 1, 4]);
      const conv = g.node('Conv', [x, g.constant(float32([1, 1, 1], [1]))], { kernel_shape: [1] });
      g.output(g.node('Tanh', [g.node('Relu', [conv])]), 'y', 'float32', [1, 1, 4]);
      const session = await InferenceSession.create(g.toModel(), sessionOptions('codec', 'webgpu', 1));
      const { y } = await session.run({ x: new Tensor('float32', Float32Array.of(-2, -1, 1, 2), [1, 1, 4]) });
      console.log(JSON.stringify([...y.data]));
      await session.release();`;
      const { stdout } = await onDevice('--input-type=module', '-e', script);
      const expected = [0, 0, Math.tanh(1), Math.tanh(2)];
      for (const [i, value] of (JSON.parse(stdout) as number[]).entries()) expect(value).toBeCloseTo(expected[i]!, 5);
    },
  );

  describe('as a whole', () => {
    testWhole('first logits of a long prompt are those of the CPU', async () => {
      const script = `
        import { loadModel } from '${dist('index.js')}';
        const logits = [];
        for (const device of ['cpu', 'webgpu']) {
          const model = await loadModel({ folder: process.argv[2], device });
          const prompt = model.textPrompt('One, two, three, four. '.repeat(8));
          const { firstStep } = await model.continuation(prompt, 2);
          logits.push({ length: prompt.length, values: [...firstStep.logits] });
          await model.close();
        }
        console.log(JSON.stringify(logits));`;
      const file = join(scratch, 'long.mjs');
      await writeFile(file, script);
      const [cpu, gpu] = JSON.parse((await onDevice(file, await builtGolden(VARIANT, 'fp32'))).stdout);
      expect(cpu.length).toBeGreaterThan(64);
      const largest = Math.max(...cpu.values.map(Math.abs));
      const error = Math.max(...cpu.values.map((logit: number, i: number) => Math.abs(logit - gpu.values[i])));
      expect(error / largest).toBeLessThan(1e-4);
    });

    testWhole('the codec computes what the CPU does, and its states stay on the device', async () => {
      const script = `
        import { readManifest } from '${dist('build/manifest.js')}';
        import { releaseState } from '${dist('runtime/codec/codec.js')}';
        import { CodecSession } from '${dist('runtime/codec/codec-session.js')}';
        const folder = process.argv[1];
        const { codecStates: states } = await readManifest(folder);
        const decoded = async (device) => {
          const codec = await CodecSession.open({ folder, device, threads: 1, states });
          const groups = 16;
          const codes = (from, frames) => Int32Array.from({ length: frames * groups }, (_, i) => ((from * groups + i) * 7) % 64);
          const first = await codec.decode(codes(0, 9), 9, codec.start);
          const second = await codec.decode(codes(9, 1), 1, first.state);
          const there = Object.values(second.state).filter(({ location }) => location === 'gpu-buffer').length;
          for (const { state } of [first, second]) releaseState(state);
          await codec.close();
          return { samples: [...first.samples, ...second.samples], there };
        };
        const [gpu, cpu] = [await decoded('webgpu'), await decoded('cpu')];
        const error = Math.max(...cpu.samples.map((sample, i) => Math.abs(sample - gpu.samples[i])));
        console.log(JSON.stringify({ error, there: gpu.there, states: states.length }));`;
      const { stdout } = await onDevice('--input-type=module', '-e', script, await builtGolden(VARIANT, 'fp32'));
      const { error, there, states } = JSON.parse(stdout);
      expect(error).toBeLessThan(2e-4);
      expect(there).toBe(states);
    });

    testWhole.each(['int8', 'int4'] as const)(
      'first logits at %s are near those of the CPU, and a seed gives the same bytes twice',
      async (precision) => {
        const script = `
        import { loadModel } from '${dist('index.js')}';
        const model = await loadModel({ folder: process.argv[2], device: process.argv[3] });
        const prompt = model.textPrompt('Hello, world.');
        const spoken = async () => {
          const { codes, firstStep, samples } = await model.continuation(prompt, 3, 7);
          return { codes: [...codes], samples: [...samples], logits: [...firstStep.logits] };
        };
        console.log(JSON.stringify([await spoken(), await spoken()]));
        await model.close();`;
        const path = await builtGolden(VARIANT, precision);
        // A file: the codec's thread would inherit the options of a script on the command line.
        const file = join(scratch, 'speak.mjs');
        await writeFile(file, script);
        const speak = async (where: string) => JSON.parse((await onDevice(file, path, where)).stdout);
        const [first, second] = await speak('webgpu');
        expect(second).toEqual(first);
        const [onCpu] = await speak('cpu');
        const largest = Math.max(...onCpu.logits.map(Math.abs));
        const error = Math.max(...onCpu.logits.map((logit: number, i: number) => Math.abs(logit - first.logits[i])));
        // Only the CPU rounds activations.
        expect(error / largest).toBeLessThan(0.1);
      },
    );
  });
});

describe.skipIf(!device)('a model that is started on WebGPU', { timeout: PATIENCE }, () => {
  const started = async (environment: Readonly<Record<string, string>>) => {
    const script = `
      import { startModel } from '${dist('runtime/index.js')}';
      const options = { folder: process.argv[1], device: 'webgpu', measuredRtf: async () => 1, onUnused() {} };
      await startModel(options).catch(({ name, message }) => console.log(name, message));`;
    const folder = await builtGolden(VARIANT, 'fp16');
    return (await runOn(environment, '--input-type=module', '-e', script, folder)).stdout.trim();
  };

  testWhole('at fp16 without shader-f16 is refused in one sentence that names other precisions', async () => {
    expect(await started(device!.environment)).toBe(
      'ModelError The GPU has no shader-f16, which a model built at fp16 needs; build it at fp32, int8 or int4 for webgpu.',
    );
  });

  testGraph('without a driver is refused in one sentence that says so', async () => {
    const nowhere = { VK_ICD_FILENAMES: '/nowhere.json', VK_DRIVER_FILES: '/nowhere.json' };
    expect(await started(nowhere)).toMatch(/^ModelError The device webgpu finds no GPU here: .+\.$/);
  });
});

describe.skipIf(!half)('half precision on WebGPU', { timeout: PATIENCE }, () => {
  const checkpoint = join(goldenFolder(VARIANT), 'checkpoint');
  let scratch: string;
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'webgpu-half-'));
  });
  afterAll(() => rm(scratch, { recursive: true }));

  testGraph('every node of a frame is on the device, and nothing is copied', async () => {
    const placed = await placementOf(join(await builtGolden(VARIANT, 'fp16'), 'frame.onnx'), half);
    expect([...placed.keys()]).toEqual(['WebGpuExecutionProvider']);
    expect([...placed.values()].flat().filter((operator) => operator.startsWith('Memcpy'))).toEqual([]);
  });

  testWhole(
    'first logits are near those of float32 beside values of 2^20 too, and a seed gives the same bytes twice',
    async () => {
      const edits = [scaled({}), scaled(plantedSpikes('in a gate', 'in a residual sum'))];
      const folders = await Promise.all(
        edits.map(async (edit, i) => {
          const edited = await editedCheckpoint(checkpoint, join(scratch, `checkpoint-${i}`), edit);
          const [fp16, fp32] = (['fp16', 'fp32'] as const).map((precision) => join(scratch, `${precision}-${i}`));
          await buildModel({ checkpoint: edited, out: fp16!, precision: 'fp16' });
          await buildModel({ checkpoint: edited, out: fp32!, precision: 'fp32' });
          return { fp16: fp16!, fp32: fp32! };
        }),
      );
      const file = join(scratch, 'speak.mjs');
      await writeFile(
        file,
        `import { loadModel } from '${dist('index.js')}';
      const [device, ...folders] = process.argv.slice(2);
      const found = [];
      for (const folder of folders) {
        const model = await loadModel({ folder, device });
        const prompt = model.textPrompt('Hello, world.');
        for (let time = 0; time < 2; time++) {
          const { codes, firstStep, samples } = await model.continuation(prompt, 3, 7);
          found.push({ codes: [...codes], samples: [...samples], logits: [...firstStep.logits] });
        }
        await model.close();
      }
      console.log(JSON.stringify(found));`,
      );
      const spoken = async (name: string, precision: 'fp16' | 'fp32') =>
        JSON.parse((await runOn(half!, file, name, ...folders.map((found) => found[precision]))).stdout);
      const [found, exact] = [await spoken('webgpu', 'fp16'), await spoken('cpu', 'fp32')];
      for (const [i] of folders.entries()) {
        expect(found[2 * i + 1], 'the second time').toEqual(found[2 * i]);
        const error = logitError(Float32Array.from(found[2 * i].logits), Float32Array.from(exact[2 * i].logits));
        expect(error).toBeLessThan(LARGEST_LOGIT_ERROR.fp16 / 20);
      }
    },
  );
});
