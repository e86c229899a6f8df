import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildModel } from '../build/build-model.js';
import { listSupportedBackends } from '../onnxruntime/onnxruntime.js';

const built = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));
const checkpoint = fileURLToPath(new URL('../../../../tests/golden/customvoice-0.6b/checkpoint', import.meta.url));
const canLackAdapter = process.platform === 'linux' && listSupportedBackends().some(({ name }) => name === 'webgpu');

let models: string;
const folder = () => join(models, 'customvoice-0.6b');
beforeAll(async () => {
  models = await mkdtemp(join(tmpdir(), 'no-adapter-'));
  await buildModel({ checkpoint, out: folder(), precision: 'int8' });
});
afterAll(() => rm(models, { recursive: true }));

/** Runs Node where Vulkan has no driver. */
function run(...args: string[]) {
  const env = { ...process.env, VK_ICD_FILENAMES: '/nowhere.json', VK_DRIVER_FILES: '/nowhere.json' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test.skipIf(!canLackAdapter)(
  'a model that is loaded on WebGPU without an adapter is refused, and ends no process',
  () => {
    const load = `import { loadModel } from '${built('runtime/index.js')}';
    await loadModel({ folder: '${folder()}', device: 'webgpu' }).catch(({ name, message }) => console.log(name, message));
    await new Promise(setImmediate);
    console.log('goes on');`;
    const { status, output } = run('--input-type=module', '-e', load);
    expect(output).toMatch(/ModelError The graph .* cannot be loaded on webgpu/);
    expect(output).toContain('goes on');
    expect(status).toBe(0);
  },
);

test.skipIf(!canLackAdapter)('the doctor says why there is no adapter, also where no model is installed', () => {
  const { status, output } = run(built('cli/main.js'), 'doctor', '--models-dir', join(models, 'none'));
  expect(output).toMatch(/ok +adapter: none for WebGPU: (There is no Vulkan loader|The Vulkan loader finds no driver)/);
  expect(output).toContain('nothing is installed in');
  expect(status).toBe(2);
});

test.skipIf(!canLackAdapter)('the doctor says why there is no adapter, and loads nothing on it', () => {
  const args = ['doctor', 'customvoice-0.6b', '--models-dir', models, '--device', 'webgpu'];
  const { status, output } = run(built('cli/main.js'), ...args);
  expect(output).toMatch(/failed +adapter: (There is no Vulkan loader|The Vulkan loader finds no driver)/);
  expect(output).toContain('Do not serve this: adapter failed.');
  expect(output).not.toMatch(/load int8|speed int8/);
  expect(status).toBe(1);
});
