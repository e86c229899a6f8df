import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

/** Samples of a JSON file, in groups: what is given, and what must come of it. */
export const readSamples = (file: URL): Record<string, Record<string, string>> =>
  JSON.parse(readFileSync(file, 'utf8'));

/** A sample that came out differently. */
export interface Difference<Input, Output> {
  readonly input: Input;
  readonly expected: Output;
  readonly got: unknown;
}

/**
 * Runs every row of a table of samples. @returns those that come out differently, all of them, so that a test that expects
 * none shows what is wrong with each
 */
export function differences<Input, Output>(
  rows: readonly (readonly [input: Input, expected: Output])[],
  run: (input: Input) => Output,
): Difference<Input, Output>[] {
  const outcome = (input: Input): unknown => {
    try {
      return run(input);
    } catch (error) {
      return String(error);
    }
  };
  return rows.flatMap(([input, expected]) => {
    const got = outcome(input);
    return isDeepStrictEqual(got, expected) ? [] : [{ input, expected, got }];
  });
}
