import { runScenario, type Scenario as SharedScenario } from '@ownvoice/shared/testing';
import { test } from 'vitest';
import type { Role, World } from './world.js';

export type Scenario = SharedScenario<Role>;

const PASSWORD_HASH = /\$2[aby]\$\d\d|\$argon2id\$|"password_hash":/;

/** Makes a test of each scenario. What holds for every response of this service is checked with each. */
export function runScenarios(world: () => World, scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios)
    test(scenario.name, async () => {
      await runScenario<Role>((request, as) => world().ask(request, as), {
        ...scenario,
        responseHeaders: {
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          ...scenario.responseHeaders,
        },
        never: [PASSWORD_HASH, ...(scenario.never ?? [])],
      });
    });
}
