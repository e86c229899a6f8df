import assert from 'node:assert/strict';

/** What a field of a JSON answer must be: a value, a pattern, or a rule of one's own. */
export type Expected = unknown | RegExp | ((value: unknown) => boolean);

/**
 * One HTTP exchange and its expected outcome, as data, so that the same table runs against a service in this process,
 * a container, or an address that somebody names.
 */
export interface Scenario {
  /** The rule that it holds. */
  name: string;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is a string, bytes or a form. */
  body?: unknown;
  status: number | number[];
  /** Fields of the JSON answer, by path such as `user.role`. */
  json?: Record<string, Expected>;
  /** Response headers, lower case; `null` means absent. */
  responseHeaders?: Record<string, string | RegExp | null>;
  /** Texts that must appear nowhere in the answer's body. */
  never?: (string | RegExp)[];
}

const isRaw = (body: unknown): body is NonNullable<RequestInit['body']> =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData || body instanceof URLSearchParams;

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], value);
}

function meets(actual: unknown, expected: Expected, what: string): void {
  if (expected instanceof RegExp) assert.match(String(actual), expected, what);
  else if (typeof expected === 'function') assert.ok(expected(actual), `${what}: ${JSON.stringify(actual)}`);
  else assert.deepEqual(actual, expected, what);
}

/** Every refusal has the one error body. */
function isErrorBody(body: unknown, what: string): void {
  const { error, details, ...rest } = (body ?? {}) as Record<string, unknown>;
  assert.equal(typeof error, 'string', `${what}: the error body`);
  assert.deepEqual(rest, {}, `${what}: nothing else in the error body`);
  if (details !== undefined) {
    assert.ok(Array.isArray(details) && details.every((d) => typeof d === 'string'), `${what}: details`);
  }
}

/**
 * Sends a scenario and asserts its outcome. Error answers must have the one error body, whatever the scenario says.
 * @param baseUrl `http://host:port`, no slash at the end
 * @returns the answer, its body read
 * @throws {assert.AssertionError} naming the scenario and what differed
 */
export async function runScenario(baseUrl: string, scenario: Scenario): Promise<{ response: Response; text: string }> {
  const { body, headers = {} } = scenario;
  const init: RequestInit = { method: scenario.method, headers: { ...headers }, redirect: 'manual' };
  if (isRaw(body)) init.body = body;
  else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json', ...headers };
  }
  const response = await fetch(baseUrl + scenario.path, init);
  const text = await response.text();
  const what = `${scenario.name} (${scenario.method} ${scenario.path.slice(0, 120)})`;
  const statuses = [scenario.status].flat();
  assert.ok(
    statuses.includes(response.status),
    `${what}: ${response.status}, not ${statuses.join(' or ')}: ${text.slice(0, 300)}`,
  );
  assert.ok(response.headers.get('x-request-id'), `${what}: x-request-id`);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const json: unknown = isJson && text ? JSON.parse(text) : undefined;
  if (response.status >= 400 && scenario.method !== 'HEAD') isErrorBody(json, what);
  for (const [path, expected] of Object.entries(scenario.json ?? {}))
    meets(at(json, path), expected, `${what}: ${path}`);
  for (const [name, expected] of Object.entries(scenario.responseHeaders ?? {})) {
    meets(response.headers.get(name), expected, `${what}: header ${name}`);
  }
  for (const forbidden of scenario.never ?? []) {
    const found = typeof forbidden === 'string' ? text.includes(forbidden) : forbidden.test(text);
    assert.ok(!found, `${what}: the body must not contain ${forbidden}`);
  }
  return { response, text };
}
