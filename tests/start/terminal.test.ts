import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NpmStart } from './harness/npm-start.js';

/** util-linux has a command that gives another one a terminal. */
const hasScript = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
})();

describe.skipIf(!hasScript)(`npm start in a terminal${hasScript ? '' : ' (skipped: no script of util-linux)'}`, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ownvoice-terminal-'));
  let running: NpmStart;
  let shown: string;
  beforeAll(async () => {
    running = new NpmStart(dataDir, { inTerminal: true, env: { LOG_LEVEL: '' } });
    await running.banner();
    shown = running.output;
  });
  afterAll(async () => {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('shows a spinner with its seconds, then the banner, and no log line', () => {
    expect(shown).toMatch(/⠋ Starting accounts and speech {2}0 s/);
    expect(shown.slice(shown.indexOf('Ownvoice is ready'))).not.toContain('Starting');
    expect(shown).not.toMatch(/"level"|INFO|WARN|"msg"/);
  });

  test('names the file of the log, which its owner alone can read and which has no password', () => {
    const file = join(dataDir, 'ownvoice.log');
    expect(shown).toContain(`The log is in ${file}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const log = readFileSync(file, 'utf8');
    expect(log).toContain('"msg":"listening"');
    const password = /Password: (\S+)/.exec(shown)?.[1];
    expect(password).toHaveLength(20);
    expect(log).not.toContain(password);
  });
});
