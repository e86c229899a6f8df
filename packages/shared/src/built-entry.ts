/**
 * The built file from which a worker thread or a child process starts. Node runs no TypeScript there, so a caller that
 * itself runs from `src/`, as in tests, gets the file of its package's `dist/`; a built caller gets its own neighbour.
 *
 * @param caller `import.meta.url` of the calling file
 * @param file the entry, relative to the caller, with the extension `.js`
 */
export function builtEntry(caller: string, file: string): URL {
  const entry = new URL(file, caller);
  if (!new URL(caller).pathname.endsWith('.ts')) return entry;
  // The last one: the repository itself may lie below a folder called `src`.
  entry.pathname = entry.pathname.replace(/^(.*)\/src\//u, '$1/dist/');
  return entry;
}
