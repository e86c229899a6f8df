/** One sentence for a listen error, instead of a stack. */
export function listenSentence(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is taken by another program; choose another port.`;
  if (error.code === 'EACCES') return `Port ${port} may not be opened by this user; choose one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine.`;
  if (error.code === 'ENOTFOUND') return `${host} is neither an address nor a known name.`;
  return `Cannot listen on ${host}:${port}: ${error.message}`;
}
