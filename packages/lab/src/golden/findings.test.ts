import { describe, expect, test } from 'vitest';
import { Findings } from './findings.js';

const after = (compare: (findings: Findings) => void) => {
  const findings = new Findings('case');
  compare(findings);
  return findings;
};

describe('findings', () => {
  test('are not ok when nothing was compared', () => {
    expect(after(() => {}).ok).toBe(false);
  });

  test('count different, missing and extra numbers', () => {
    expect(after((f) => f.identical('codes', [1, 2, 3], [1n, 2n, 3n])).ok).toBe(true);
    expect(`${after((f) => f.identical('codes', [1, 9], [1, 2, 3]))}`).toContain('2 differ (2 instead of 3)');
  });

  test('accept differences up to the tolerance', () => {
    const found = Float32Array.of(1, 2.5);
    const expected = Float32Array.of(1, 2);
    expect(after((f) => f.close('x', found, expected, 0.5)).ok).toBe(true);
    expect(after((f) => f.close('x', found, expected, 0.49)).ok).toBe(false);
    expect(after((f) => f.relative('x', found, expected, 0.25)).ok).toBe(true);
  });

  test('never accept NaN or lists of different lengths', () => {
    expect(after((f) => f.close('x', Float32Array.of(Number.NaN), Float32Array.of(0), 1e9)).ok).toBe(false);
    expect(after((f) => f.close('x', Float32Array.of(), Float32Array.of(0), 1e9)).ok).toBe(false);
  });

  test('are not ok when one of them is not', () => {
    const findings = after((f) => {
      f.identical('a', [1], [1]);
      f.failed(new Error('the graph cannot be loaded'));
    });
    expect(findings.ok).toBe(false);
    expect(String(findings)).toMatch(/^NOT OK {2}case: a identical, failed the graph cannot be loaded \(!\)$/);
  });
});
