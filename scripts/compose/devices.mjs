import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose, rebuildModel, root, speakWithModel, stack } from './stack.mjs';

const BASE = process.env.CUDA_IMAGE ?? 'debian:bookworm-slim';
/** The GPU's stack on a machine without one. */
const WITHOUT_GPU = `services:
  tts:
    environment: { TTS_DEVICE: cpu }
    deploy: !reset null
`;

function docker(args, input) {
  const result = spawnSync('docker', args, { cwd: root, input, encoding: 'utf8' });
  assert.equal(result.status, 0, `docker ${args.join(' ')}: ${result.stderr}`);
}

/** The GPU's image with the packages of the CPU's and another base: its user, its folders and its command are as shipped. */
function buildGpuImage() {
  const node = stack.env.NODE_IMAGE ? ['--build-arg', `NODE_IMAGE=${stack.env.NODE_IMAGE}`] : [];
  const packages = 'ownvoice-packages:smoke';
  docker(['build', '-q', '-f', 'services/tts/Dockerfile', '--target', 'packages', ...node, '-t', packages, '.']);
  docker(['build', '-q', '-t', 'ownvoice-verified:smoke', '-'], `FROM ${BASE}\nRUN touch /verified\n`);
  const stages = ['packages', 'verified'].map((name) => `${name}=docker-image://ownvoice-${name}:smoke`);
  const contexts = stages.flatMap((stage) => ['--build-context', stage]);
  const bases = [...node, '--build-arg', `CUDA_IMAGE=${BASE}`];
  const tag = ['-t', `ownvoice-tts-cuda:${stack.env.OWNVOICE_VERSION}`];
  docker(['build', '-q', '-f', 'services/tts/Dockerfile.cuda', ...contexts, ...bases, ...tag, '.']);
}

/** Changes from the CPU's image to the GPU's and back over one models volume; each reads and replaces what the other built. */
export async function changeDevice(say) {
  buildGpuImage();
  const folder = mkdtempSync(join(tmpdir(), 'ownvoice-gpu-'));
  const cpu = stack.env.COMPOSE_FILE;
  const withoutGpu = join(folder, 'without-gpu.yml');
  writeFileSync(withoutGpu, WITHOUT_GPU);
  const image = () => compose('ps', '--format', '{{.Image}}', 'tts').trim();
  try {
    stack.env.COMPOSE_FILE = `${cpu}:${join(root, 'docker-compose.gpu.yml')}:${withoutGpu}`;
    await speakWithModel();
    assert.match(image(), /^ownvoice-tts-cuda/);
    await rebuildModel();
    stack.env.COMPOSE_FILE = cpu;
    await speakWithModel();
    assert.match(image(), /^ownvoice-tts(:|$)/);
    await rebuildModel();
    say('CPU image, GPU image, CPU image: each reads and replaces the model that the other built');
  } finally {
    stack.env.COMPOSE_FILE = cpu;
    rmSync(folder, { recursive: true, force: true });
  }
}
