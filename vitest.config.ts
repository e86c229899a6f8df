import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ensureBuilt } from './scripts/build/ensure-built.mjs';
import { SlowestFirst } from './scripts/slowest-first.mjs';

// Every project runs against the built packages.
ensureBuilt();

const setupFiles = ['scripts/property-seed.mjs', 'scripts/typed-array-equality.mjs'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
);

const project = (name: string, root: string, extra: Record<string, unknown> = {}) => ({
  test: {
    name,
    root,
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles,
    // No module has state, so a worker reads each of them once instead of once a file.
    isolate: false,
    // What a test waits for may be long in coming on a machine with other things to do. A poll gives up after 1 s otherwise.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    ...extra,
  },
});

// Unit tests lie beside their unit.
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    projects: [
      project('shared', 'packages/shared'),
      project('audio', 'packages/audio'),
      project('builtin-voice', 'packages/builtin-voice'),
      project('console', 'packages/console'),
      project('qwen3-tts', 'packages/qwen3-tts', { testTimeout: 300_000 }),
      project('auth', 'services/auth', { globalSetup: ['src/testing/global-setup.ts'] }),
      project('tts', 'services/tts'),
      project('system', 'tests', { testTimeout: 300_000 }),
    ],
  },
});
