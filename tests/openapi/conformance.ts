import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Operation } from './document.js';

/** An answer, its body read. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** Checks answers against what a document declares. */
export function conformance() {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const compiled = new Map<object, ValidateFunction>();

  /**
   * @param what the request, to be named in a failure
   * @throws {assert.AssertionError} on a 5xx, an undeclared status or a body that its schema forbids
   */
  return (operation: Operation, answer: Answer, what: string): void => {
    const said = `${what} → ${answer.status} ${answer.text.slice(0, 300)}`;
    assert.ok(answer.status < 500, `a fault of the service: ${said}`);
    const declared = operation.responses[answer.status];
    assert.ok(declared !== undefined, `undeclared status: ${said}`);
    const [type, media] = Object.entries(declared.content ?? {})[0] ?? [];
    if (answer.status === 204 || (answer.status >= 300 && answer.status < 400)) return;
    assert.ok(type !== undefined, `no declared body: ${said}`);
    assert.ok(answer.contentType?.startsWith(type), `${type} was declared, not ${answer.contentType}: ${said}`);
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
