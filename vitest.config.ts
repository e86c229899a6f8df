import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ensureBuilt } from './scripts/build/ensure-built.mjs';
import { SlowestFirst } from './scripts/slowest-first.mjs';

// Every project runs against the built packages.
ensureBuilt();

const setupFiles = [fileURLToPath(new URL('scripts/test-setup.mjs', import.meta.url))];

const OUTPUTS = ['**/node_modules/**', '**/dist/**'];
const SYSTEM = '**/*.system.test.ts';

const project = (name: string, root: string, extra: Record<string, unknown> = {}) => ({
  test: {
    name,
    root,
    include: ['**/*.test.ts'],
    exclude: [...OUTPUTS, SYSTEM],
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

// `npm test` runs every project but `system`, `npm run test:system` that one. A test of a unit or of one service lies beside
// it, as `*.system.test.ts` where it starts programs, breaks them or measures; `tests/pages` walks through each page once and
// `tests/documents` compares documents with what the code declares; what takes whole systems lies elsewhere in `tests/`.
export default defineConfig({
  test: {
    // One more than continuous integration has cores: tests wait for processes and browsers, whole systems most of their time.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    globalSetup: ['services/auth/src/testing/global-setup.ts'],
    projects: [
      project('shared', 'packages/shared'),
      project('audio', 'packages/audio'),
      project('text-normalization', 'packages/text-normalization'),
      project('builtin-voice', 'packages/builtin-voice'),
      project('console', 'packages/console'),
      project('qwen3-tts', 'packages/qwen3-tts', { testTimeout: 300_000 }),
      project('lab', 'packages/lab', { testTimeout: 300_000 }),
      project('auth', 'services/auth'),
      project('tts', 'services/tts'),
      project('pages', 'tests/pages'),
      project('documents', 'tests/documents'),
      project('system', '.', {
        include: ['tests/**/*.test.ts', SYSTEM],
        exclude: [...OUTPUTS, 'tests/pages/**', 'tests/documents/**'],
        testTimeout: 300_000,
      }),
    ],
  },
});
