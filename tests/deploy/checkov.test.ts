import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonPackage } from '@ownvoice/shared/testing';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { rendered } from './manifests.js';

const deploy = join(fileURLToPath(import.meta.url), '../../../deploy/kubernetes');
const accepted = parse(readFileSync(join(deploy, 'checkov-accepted.yaml'), 'utf8')) as Record<string, string>;

interface Report {
  results: { failed_checks: { check_id: string; check_name: string; resource: string }[] };
}

const INSTALL_AND_RUN_MS = 400_000;

test.skipIf(rendered.length === 0)(
  'checkov finds in the rendered manifests what is accepted with a reason, and nothing else',
  { timeout: INSTALL_AND_RUN_MS },
  async ({ skip }) => {
    const checkov = await pythonPackage('checkov==3.3.30');
    if (checkov.kind === 'missing') return skip(checkov.why);
    const folder = await mkdtemp(join(tmpdir(), 'ownvoice-checkov-'));
    // Checkov takes longer to start than to look at them all.
    for (const path of new Set(rendered.map((one) => one.path))) {
      const manifests = rendered.filter((one) => one.path === path).map(({ m }) => stringify(m));
      await writeFile(join(folder, `${path.replace('/', '-')}.yaml`), manifests.join('---\n'));
    }
    const options = [
      '--framework',
      'kubernetes',
      '--output',
      'json',
      '--soft-fail',
      '--quiet',
      '--compact',
      '--skip-download',
    ];
    const report = execFileSync(checkov.bin('checkov'), [...options, '--directory', folder], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const { failed_checks: failed } = (JSON.parse(report) as Report).results;
    const found = new Map(failed.map((one) => [one.check_id, `${one.check_name}: ${one.resource}`]));
    await rm(folder, { recursive: true, force: true });
    expect([...found].filter(([id]) => !(id in accepted))).toEqual([]);
    expect(Object.keys(accepted).filter((id) => !found.has(id))).toEqual([]);
  },
);
