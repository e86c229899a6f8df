import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

const script = new URL('../../scripts/start/log.mjs', import.meta.url);

afterEach(() => void vi.restoreAllMocks());

test('a log whose file cannot be written goes on in the terminal, and ends nothing', async () => {
  const { fileLog } = await import(script.href);
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  const folder = mkdtempSync(join(tmpdir(), 'ownvoice-log-'));
  const log = fileLog(folder);
  // It is opened later.
  rmSync(folder, { recursive: true });
  await vi.waitFor(() => expect(errors).toHaveBeenCalledWith(expect.stringContaining('ENOENT')));
  log.write('tts', 'the next line');
  expect(lines).toHaveBeenCalledWith(expect.stringContaining('the next line'));
});
