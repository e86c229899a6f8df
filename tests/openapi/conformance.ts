import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Operation } from './document.js';

/** An answer, its body read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Headers of the transport, of security and of caching, which a document does not repeat for each route. */
const OF_EVERY_ANSWER =
  /^(?:connection|keep-alive|date|transfer-encoding|set-cookie|vary|referrer-policy|(?:content|cross-origin|access-control|cache|origin-agent|accept)-.*|x-(?:request-id|content-.*|dns-.*|download-.*|frame-.*|permitted-.*|xss-.*)|etag|last-modified|strict-transport-security)$/;

/** Checks answers against what a document declares. */
export function conformance() {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const compiled = new Map<object, ValidateFunction>();

  /**
   * @param what the request, to be named in a failure
   * @throws {assert.AssertionError} on a 5xx, an undeclared status or header, or a body that its schema forbids
   */
  return (operation: Operation, answer: Answer, what: string): void => {
    const said = `${what} → ${answer.status} ${answer.text.slice(0, 300)}`;
    assert.ok(answer.status < 500, `a fault of the service: ${said}`);
    const declared = operation.responses[answer.status];
    assert.ok(declared !== undefined, `undeclared status: ${said}`);
    const [type, media] = Object.entries(declared.content ?? {})[0] ?? [];
    const names = Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase());
    for (const name of answer.headers.keys())
      assert.ok(OF_EVERY_ANSWER.test(name) || names.includes(name), `undeclared header ${name}: ${said}`);
    if (answer.status === 204 || (answer.status >= 300 && answer.status < 400)) return;
    assert.ok(type !== undefined, `no declared body: ${said}`);
    const contentType = answer.headers.get('content-type');
    assert.ok(contentType?.startsWith(type), `${type} was declared, not ${contentType}: ${said}`);
    if (media?.schema === undefined || !type.includes('json')) return;
    let validate = compiled.get(media.schema);
    if (validate === undefined) {
      const { $id: _, ...schema } = media.schema as Record<string, unknown>;
      validate = ajv.compile(schema);
      compiled.set(media.schema, validate);
    }
    assert.ok(validate(JSON.parse(answer.text)), `${ajv.errorsText(validate.errors)}: ${said}`);
  };
}
