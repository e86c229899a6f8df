import { ERRORS } from '@ownvoice/auth/dist/errors.js';
import { COMMON_ERRORS, type ErrorTable } from '@ownvoice/shared';
import { expect, test } from 'vitest';
import { read } from './pages.js';

/** By code: the status and the messages that have it. */
function tableOf(errors: ErrorTable): string[] {
  const messages = new Map<string, { status: number; texts: string[] }>();
  for (const [reason, [status, text, code = reason]] of Object.entries(errors)) {
    const row = messages.get(code) ?? { status, texts: [] };
    messages.set(code, { status, texts: [...row.texts, text] });
  }
  return [...messages]
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, texts }]) => `| \`${code}\` | ${status} | ${texts.join(' · ')} |`);
}

const OWN = Object.fromEntries(Object.entries(ERRORS).filter(([reason]) => !Object.hasOwn(COMMON_ERRORS, reason)));

/** The rows of `docs/errors.md` below a heading. To write them anew, copy what this test expects. */
const rowsBelow = (heading: string) =>
  (read('docs/errors.md').split(`## ${heading}\n`)[1] ?? '')
    .split('\n## ', 1)
    .flatMap((section) => section.split('\n').filter((line) => line.startsWith('| `')));

test.each([
  ['Both services', COMMON_ERRORS],
  ['Accounts', OWN],
])('docs/errors.md lists the codes that the code declares: %s', (heading, errors) => {
  expect(rowsBelow(heading)).toEqual(tableOf(errors));
});
