import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, stack } from './stack.mjs';

/** The shell blocks of a section of docs/operations.md: the test runs what the page tells people to type. */
export function commandsOf(title) {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands);
}

/** Runs a block of commands in a shell. @throws {Error} with the output, at the first that fails */
export function type(commands, folder) {
  const result = spawnSync('sh', ['-ec', commands], { cwd: folder, env: stack.env, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${commands}\nfailed:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}
