/** How the tables of docs/operations.md and SECURITY.md abbreviate folders. */
const FOLDERS = [
  ['auth/', 'services/auth/src/'],
  ['tts/', 'services/tts/src/'],
  ['http/', 'packages/shared/src/http/'],
  ['openapi/', 'tests/openapi/'],
  ['qwen3-tts/', 'packages/qwen3-tts/src/'],
] as const;

/** The path from the root of the repository. */
export function fullPath(path: string): string {
  const [short, folder] = FOLDERS.find(([prefix]) => path.startsWith(prefix)) ?? ['', ''];
  return folder + path.slice(short.length);
}
