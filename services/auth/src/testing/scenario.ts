import { expect, test } from 'vitest';
import type { Answer, Asked } from './http.js';
import type { Role, World } from './world.js';

/** One request and what has to come of it. */
export interface Scenario extends Asked {
  /** The rule that it holds. */
  readonly name: string;
  /** Nobody in particular when absent. */
  readonly as?: Role;
  readonly status: number | readonly number[];
  /** What the body holds at least. */
  readonly holds?: Readonly<Record<string, unknown>>;
  /** What `details` says, each at least once. */
  readonly details?: readonly RegExp[];
  /** Response headers. */
  readonly answers?: Readonly<Record<string, RegExp>>;
  readonly before?: (world: World) => Promise<void>;
  readonly after?: (world: World, answer: Answer) => Promise<void>;
}

function checkErrorBody(answer: Answer): void {
  expect(answer.json, answer.text).toEqual({
    error: expect.stringMatching(/\S/),
    ...(typeof answer.json === 'object' && answer.json !== null && 'details' in answer.json
      ? { details: expect.arrayContaining([expect.stringMatching(/\S/)]) }
      : {}),
  });
}

/** Makes a test of each scenario. What holds for every answer is checked with each. */
export function runScenarios(world: () => World, scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios) test(scenario.name, () => run(world(), scenario));
}

async function run(world: World, scenario: Scenario): Promise<void> {
  await scenario.before?.(world);
  const answer = await world.ask(scenario, scenario.as);
  expect([scenario.status].flat(), answer.text).toContain(answer.status);
  expect(answer.headers['x-request-id']).toMatch(/^[\w.-]+$/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.text).not.toMatch(/\$2[aby]\$\d\d|\$argon2id\$|"password_hash":/);
  if (answer.status >= 400) checkErrorBody(answer);
  if (scenario.holds) expect(answer.json).toMatchObject(scenario.holds);
  const details = (answer.json as { details?: string[] } | undefined)?.details ?? [];
  for (const rule of scenario.details ?? [])
    expect(
      details.some((one) => rule.test(one)),
      details.join(),
    ).toBe(true);
  for (const [name, value] of Object.entries(scenario.answers ?? {})) expect(answer.headers[name]).toMatch(value);
  await scenario.after?.(world, answer);
}
