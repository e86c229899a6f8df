import assert from 'node:assert/strict';
import { declaredCodes } from './declared-codes.js';
import { type HttpRequest, type HttpResponse, send } from './send.js';

/** What a field of a JSON response must be: a value, a pattern, or a rule of one's own. */
export type Expected = unknown | RegExp | ((value: unknown) => boolean);

/**
 * One request and its expected response, as data, so that the same table runs against a service in this process, a
 * container, or an address that somebody names.
 */
export interface Scenario<Actor extends string = never> extends HttpRequest {
  /** The rule that it holds. */
  readonly name: string;
  /** Who sends it; nobody in particular when absent. The sender knows everybody's credentials. */
  readonly as?: Actor;
  readonly status: number | readonly number[];
  /** Fields of the JSON response, by path such as `user.role`. */
  readonly json?: Readonly<Record<string, Expected>>;
  /** The whole body, where it is not JSON. */
  readonly text?: string | RegExp;
  /** Sentences of an error's `details`, each at least once. */
  readonly details?: readonly RegExp[];
  /** Response headers, lower case; `null` means absent. */
  readonly responseHeaders?: Readonly<Record<string, string | RegExp | null>>;
  /** Texts that must appear nowhere in the response's body. */
  readonly never?: readonly (string | RegExp)[];
}

/** Sends a request as somebody. */
export type Sender<Actor extends string> = (request: HttpRequest, as: Actor | undefined) => Promise<HttpResponse>;

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], value);
}

function meets(actual: unknown, expected: Expected, what: string): void {
  if (expected instanceof RegExp) assert.match(String(actual), expected, what);
  else if (typeof expected === 'function') assert.ok(expected(actual), `${what}: ${JSON.stringify(actual)}`);
  else assert.deepEqual(actual, expected, what);
}

/** Every rejection has the one error body. @returns its details */
function errorDetails(body: unknown, what: string): string[] {
  const { error, code, details = [], ...rest } = (body ?? {}) as Record<string, unknown>;
  assert.ok(typeof error === 'string' && error.trim() !== '', `${what}: the error body`);
  assert.match(String(code), /^[a-z]+(_[a-z]+)*$/, `${what}: the code of the error`);
  assert.deepEqual(rest, {}, `${what}: nothing else in the error body`);
  assert.ok(
    Array.isArray(details) && details.every((one) => typeof one === 'string' && one !== ''),
    `${what}: details`,
  );
  return details;
}

/**
 * Sends a scenario and asserts its outcome. Error responses must have the one error body, whatever the scenario says.
 * @param target `http://host:port`, or who sends requests
 * @throws {assert.AssertionError} naming the scenario and what differed
 */
export async function runScenario<Actor extends string = never>(
  target: string | Sender<Actor>,
  scenario: Scenario<Actor>,
): Promise<HttpResponse> {
  const response = await (typeof target === 'string' ? send(target, scenario) : target(scenario, scenario.as));
  const { status, headers, text, json } = response;
  const { name, method = 'GET', path } = scenario;
  const what = `${name} (${method} ${path.slice(0, 120)})`;
  const statuses = [scenario.status].flat();
  assert.ok(statuses.includes(status), `${what}: ${status}, not ${statuses.join(' or ')}: ${text.slice(0, 300)}`);
  assert.match(String(headers['x-request-id']), /^[\w.-]+$/, `${what}: x-request-id`);
  const details = status >= 400 && method !== 'HEAD' ? errorDetails(json, what) : [];
  if (status >= 400 && method !== 'HEAD') {
    const ask = (request: HttpRequest) =>
      typeof target === 'string' ? send(target, request) : target(request, undefined);
    const codes = await declaredCodes(ask, scenario, status);
    const { code } = json as { code: string };
    assert.ok(codes === undefined || codes.includes(code), `${what}: ${status} ${code} is not declared, but ${codes}`);
  }
  for (const rule of scenario.details ?? [])
    assert.ok(
      details.some((one) => rule.test(one)),
      `${what}: ${rule} in the details ${details.join(' ')}`,
    );
  for (const [field, expected] of Object.entries(scenario.json ?? {}))
    meets(at(json, field), expected, `${what}: ${field}`);
  if (scenario.text !== undefined) meets(text, scenario.text, `${what}: the body`);
  for (const [header, expected] of Object.entries(scenario.responseHeaders ?? {}))
    meets(headers[header] ?? null, expected, `${what}: header ${header}`);
  for (const forbidden of scenario.never ?? []) {
    const found = typeof forbidden === 'string' ? text.includes(forbidden) : forbidden.test(text);
    assert.ok(!found, `${what}: the body must not contain ${forbidden}`);
  }
  return response;
}
