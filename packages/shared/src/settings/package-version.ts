import { readFileSync } from 'node:fs';

/** @param manifest the address of a `package.json` */
export function packageVersion(manifest: URL): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version;
}
