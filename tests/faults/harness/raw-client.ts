import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a connection and sends the beginning of a request. */
export async function begin(origin: string, beginning: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  // That the service hangs up on a client like this is what the tests look for, not an error of theirs.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(beginning);
  return socket;
}

/** A request as far as its headers, for a body of so many bytes, from an address that a proxy has told. */
export const requestFor = (path: string, length: number, from = '192.0.2.7') =>
  `POST ${path} HTTP/1.1\r\nhost: test\r\nx-forwarded-for: ${from}\r\n` +
  `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

/** Everything that comes back, once the service has closed the connection. */
export async function untilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data: Buffer) => {
    text += data;
  });
  if (!socket.destroyed) await once(socket, 'close');
  return text;
}
