import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ExternalDataFile } from '../build/external-data.js';
import { openCheckpoint } from '../checkpoint/checkpoint.js';
import { SafetensorsFile } from '../checkpoint/safetensors.js';
import { generationGraph } from '../graph/index.js';
import { WeightLoader } from '../graph/weights/weight-loader.js';
import { InferenceSession } from '../onnxruntime/onnxruntime.js';
import { goldenFolders } from '../testing/golden-folders.js';
import { BatchRow } from './batch-row.js';
import { Generator } from './generator.js';
import { greedySampling } from './sampling.js';

describe.each(goldenFolders().filter(({ name }) => name.startsWith('customvoice')))(
  'the half-precision graph for GPUs, of $name',
  ({ folder }) => {
    test('is valid, loads, and its first step is the official one; the CPU provider widens the products', async () => {
      const checkpoint = await openCheckpoint(join(folder, 'checkpoint'));
      const expected = await SafetensorsFile.open(join(folder, 'expected.safetensors'));
      const built = await mkdtemp(join(tmpdir(), 'gpu-graph-'));
      const sink = new ExternalDataFile(join(built, 'generation.data'));
      const weights = new WeightLoader(checkpoint.model, 'fp16');
      const { model } = await generationGraph(weights, checkpoint.config, sink, 'unrolled');
      await writeFile(join(built, 'generation.onnx'), model);
      sink.close();
      const session = await InferenceSession.create(join(built, 'generation.onnx'), { intraOpNumThreads: 1 });
      const inputs = await expected.read('case00.prompt_embeds');
      const padding = new Float32Array(checkpoint.config.talker.hiddenSize);
      const prompt = { length: inputs.length / padding.length, inputs, trailing: padding, padding };
      const row = new BatchRow(
        checkpoint.config,
        {
          prompt,
          sampling: greedySampling(checkpoint.config),
          seed: 1,
          reproducible: true,
          length: { kind: 'tokens', maximum: 10 },
          signal: undefined,
          onStart: undefined,
          codecState: async () => ({}),
        },
        { resolve: () => {}, reject: () => {} },
      );
      const { logits } = await new Generator(session, checkpoint.config).prefill(row, 1);
      const official = await expected.read('case00.first_logits');
      const largest = official.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      const error = official.reduce((most, value, i) => Math.max(most, Math.abs(value - logits[i]!)), 0);
      expect(error / largest).toBeLessThan(5e-3);
      expect(row.generatedTokens).toBe(1);
      expect(row.complete).toBe(false);
      await session.release();
      await Promise.all([checkpoint.close(), expected.close()]);
      await rm(built, { recursive: true });
    });
  },
);
