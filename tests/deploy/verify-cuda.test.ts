import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../services/tts/docker/verify-cuda.sh', import.meta.url));
const tools = process.platform === 'linux' && ['gcc', 'readelf'].every((tool) => spawnSync(tool, ['-v']).status === 0);
if (!tools) console.warn('skipped: the check of the CUDA libraries, because gcc or readelf is not installed here');

const LINKED = ['libcublasLt.so.13', 'libcublas.so.13', 'libcurand.so.10', 'libcudart.so.13'];

describe.skipIf(!tools)('a CUDA base image', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ownvoice-cuda-'));
    mkdirSync(join(folder, 'bin'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** An empty shared library of this name, which is linked to others. */
  function library(name: string, needs: readonly string[] = []): void {
    const file = join(folder, name);
    const others = needs.map((other) => join(folder, other));
    const flags = ['-shared', '-nostdlib', '-Wl,--no-as-needed', `-Wl,-soname,${name}`];
    execFileSync('gcc', [...flags, '-o', file, '-x', 'c', '/dev/null', '-x', 'none', ...others]);
  }

  /** Runs the check where the linker knows of these libraries. */
  function verify(present: readonly string[], needs = [...LINKED, 'libcuda.so.1', 'libc.so.6']) {
    for (const name of needs) library(name);
    library('libonnxruntime_providers_cuda.so', needs);
    const ldconfig = join(folder, 'bin/ldconfig');
    const lines = present.map((name) => `\t${name} (libc6,x86-64) => /usr/lib/${name}`);
    writeFileSync(ldconfig, `#!/bin/sh\ncat <<'END'\n${present.length} libs found\n${lines.join('\n')}\nEND\n`);
    chmodSync(ldconfig, 0o755);
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
    const { status, stderr } = spawnSync('sh', [script, folder], { env, encoding: 'utf8' });
    return { status, stderr };
  }

  test('is accepted when it has everything but the driver, which comes from the host', () => {
    expect(verify([...LINKED, 'libcudnn.so.9'])).toEqual({ status: 0, stderr: '' });
  });

  test('is refused for another version of CUDA, with the names of what it lacks', () => {
    const older = ['libcublasLt.so.12', 'libcublas.so.12', 'libcurand.so.10', 'libcudart.so.12', 'libcudnn.so.9'];
    expect(verify(older)).toEqual({
      status: 1,
      stderr: expect.stringMatching(/lacks libcublasLt\.so\.13 libcublas\.so\.13 libcudart\.so\.13;/),
    });
  });

  test('is refused without cuDNN', () => {
    expect(verify(LINKED)).toEqual({ status: 1, stderr: expect.stringContaining('lacks libcudnn.so.9;') });
  });

  test('is refused where only a longer name matches', () => {
    const longer = [...LINKED.slice(0, 3), 'libcudart.so.13.1', 'libcudnn.so.9'];
    expect(verify(longer)).toEqual({ status: 1, stderr: expect.stringContaining('lacks libcudart.so.13;') });
  });

  test('is refused when the provider links no CUDA library', () => {
    expect(verify([...LINKED, 'libcudnn.so.9'], ['libc.so.6'])).toMatchObject({ status: 1 });
  });
});
