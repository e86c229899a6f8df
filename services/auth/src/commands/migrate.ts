import type { AdminContext } from './admin-context.js';

/** Prints the migrations that opening the context applied, under the same lock as a start of the service. */
export function printMigrations({ migrations, output }: AdminContext): void {
  for (const name of migrations) output.write(`Applied ${name}.\n`);
  if (migrations.length === 0) output.write('The database was up to date already.\n');
}
