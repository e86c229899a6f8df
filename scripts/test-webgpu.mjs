// Checks the speech model on WebGPU: `npm run test:webgpu [-- GOLDEN_DIR...]`. On Linux on SwiftShader, a GPU in software that
// Chromium brings; on macOS on the machine's own. The golden cases, then long prompts and quantized models, speech over HTTP
// and the loss of the device; `npm run test:system` has the graphs. Half precision takes Mesa's llvmpipe, where it is installed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { root } from './build/projects.mjs';

ensureBuilt(['packages/lab']);
const { softwareDevice } = await import('@ownvoice/qwen3-tts/internals/testing/software-device');

const software = softwareDevice();
if (process.platform === 'linux' && !software) {
  console.log('test:webgpu: skipped, because no software GPU is installed; sudo .ci/install-tools installs one.');
} else {
  const env = { ...process.env, TEST_WEBGPU: '1' };
  const folders = process.argv.slice(2);
  if (folders.length === 0) folders.push(join(root, 'tests/golden/customvoice-0.6b'));
  const run = (env, ...args) => {
    const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  };
  const onSoftware = { ...env, ...software?.environment };
  run(onSoftware, join(root, 'packages/lab/dist/cli/main.js'), 'check', '--device', 'webgpu', ...folders);
  // The tests choose their software GPU themselves.
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  if (software) run(env, vitest, 'run', '--project', 'tts', '--project', 'system', '/webgpu.test.ts');
}
