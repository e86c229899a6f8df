import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Through the command, or the program that it has built. */
function quality(program: string[], ...options: string[]) {
  const args = [...program, '--hidden', '128', '--layers', '1,1', '--frames', '2', ...options];
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}
const COMMAND = ['scripts/bench.mjs', 'quality'];
const PROGRAM = ['packages/lab/dist/bench/quality.js'];

/** Scheme, precision, divergence and share of the talker, the same of the predictor, megabytes. */
function rowsOf(output: string): string[][] {
  const rows = output.split('\n').filter((line) => /^(int|bf|fp)/.test(line));
  return rows.map((row) => row.replaceAll(' %', '').split(/ +/));
}

describe('the bench of what precisions cost', () => {
  test('prints one row a scheme, the same in each run, and names those that are precisions', () => {
    const options = ['--schemes', 'fp32,int8/32/32,int4/32/32'];
    const [first, second] = [quality(COMMAND, ...options), quality(PROGRAM, ...options)];
    expect(first.status, first.stderr).toBe(0);
    expect(rowsOf(first.stdout)).toEqual(rowsOf(second.stdout));
    const [exact, both, coarse] = rowsOf(first.stdout) as [string[], string[], string[]];
    expect(exact.slice(0, 5)).toEqual(['fp32', '0.00', '100.0', '0.00', '100.0']);
    expect(coarse[1]).toBe('int4');
    const divergences = (row: string[]) => [Number(row.at(-5)), Number(row.at(-3))] as const;
    const [[bothTalker], [coarseTalker, coarsePredictor]] = [divergences(both), divergences(coarse)];
    expect(bothTalker).toBeGreaterThan(0);
    expect(coarseTalker).toBeGreaterThan(bothTalker);
    expect(coarsePredictor).toBeGreaterThan(0);
    expect(Number(coarse.at(-1))).toBeLessThan(Number(exact.at(-1)));
  });

  test('refuses a scheme that it does not know, before anything is written', () => {
    const { status, stderr } = quality(PROGRAM, '--schemes', 'int3/32/32');
    expect(status).not.toBe(0);
    expect(stderr).toContain('int3/32/32 is not a scheme');
  });
});
