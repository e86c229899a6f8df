import { join } from 'node:path';
import { ERRORS as ACCOUNTS } from '@ownvoice/auth/dist/errors.js';
import { COMMON_ERRORS, type ErrorTable } from '@ownvoice/shared';
import { ERRORS as SPEECH } from '@ownvoice/tts/dist/errors.js';
import { expect, test } from 'vitest';
import { ROOT, read } from './pages.js';

const PAGE = 'docs/errors.md';

/** By code: the statuses and the messages that have it. */
function rowsOf(errors: ErrorTable): string[] {
  const byCode = new Map<string, { statuses: Set<number>; texts: Set<string> }>();
  for (const [reason, [status, text, code = reason]] of Object.entries(errors)) {
    const { statuses, texts } = byCode.get(code) ?? { statuses: new Set(), texts: new Set() };
    byCode.set(code, { statuses: statuses.add(status), texts: texts.add(text) });
  }
  return [...byCode]
    .sort(([, a], [, b]) => Math.min(...a.statuses) - Math.min(...b.statuses))
    .map(([code, { statuses, texts }]) => `| \`${code}\` | ${[...statuses].join(', ')} | ${[...texts].join(' · ')} |`);
}

const own = (errors: ErrorTable): ErrorTable =>
  Object.fromEntries(Object.entries(errors).filter(([reason]) => !Object.hasOwn(COMMON_ERRORS, reason)));

/** The page with these rows in the table behind a comment instead of those that it has. */
function withRows(page: string, name: string, rows: readonly string[]): string {
  const lines = page.split('\n');
  const start = lines.findIndex((line, at) => line.startsWith('| `') && at > lines.indexOf(`<!-- ${name} -->`));
  const end = lines.findIndex((line, at) => !line.startsWith('|') && at > start);
  return [...lines.slice(0, start), ...rows, ...lines.slice(end)].join('\n');
}

test(`${PAGE} lists the codes of the error tables (npx vitest run --project documents -u writes it)`, async () => {
  const tables = { both: COMMON_ERRORS, accounts: own(ACCOUNTS), speech: own(SPEECH) };
  const page = Object.entries(tables).reduce((text, [name, table]) => withRows(text, name, rowsOf(table)), read(PAGE));
  await expect(page).toMatchFileSnapshot(join(ROOT, PAGE));
});
