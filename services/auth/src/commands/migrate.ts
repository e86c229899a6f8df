import type { Desk } from './desk.js';

/** Tells what was done to bring the database up to date: opening the desk did it, under the lock, as a start does. */
export function tellMigrations({ migrations, output }: Desk): void {
  for (const name of migrations) output.write(`Applied ${name}.\n`);
  if (migrations.length === 0) output.write('The database was up to date already.\n');
}
