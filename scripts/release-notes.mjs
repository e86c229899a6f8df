// Prints the section of a version in CHANGELOG.md: `node scripts/release-notes.mjs v0.1.0`.
import { readFileSync } from 'node:fs';

const version = (process.argv[2] ?? '').replace(/^v/, '');
const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
const section = changelog.split(/^## /m).find((part) => part.startsWith(`[${version}]`));
if (version === '' || section === undefined) {
  console.error(`CHANGELOG.md has no section for ${version === '' ? 'a version that is not named' : version}.`);
  process.exit(1);
}
console.log(section.slice(section.indexOf('\n') + 1).trim());
