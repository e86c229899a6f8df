import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A network between a service and its database that can get slow, stall and break. */
export interface Link extends AsyncDisposable {
  readonly port: number;
  /** From now on every piece of data takes so long, in ms; 0 passes it on at once. */
  delay(ms: number): void;
  /** From now on nothing gets through, and nobody is told. */
  stall(): void;
  /** Ends the stall; what was kept back goes through. */
  resume(): void;
  /** Resets every connection; new ones can be made. */
  cut(): void;
  /** From now on it leads to another port; existing connections are reset. */
  moveTo(port: number): void;
}

/** Opens a link to a port of this machine. */
export async function openLink(to: number): Promise<Link> {
  let target = to;
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let stalled = false;
  const carry = (from: Socket, into: Socket) => {
    // In order, also where what comes later is delayed for less long.
    let carried: Promise<unknown> = Promise.resolve();
    from.on('data', (data) => {
      const arrives = delayMs === 0 ? data : pause(delayMs, data);
      carried = carried.then(async () => into.write(await arrives));
    });
    from.once('close', () => into.destroy());
    // The other side learns by the close; nobody here can mend it.
    from.on('error', () => undefined);
    sockets.add(from);
    from.once('close', () => sockets.delete(from));
    if (stalled) from.pause();
  };
  const server = createServer((service) => {
    const database = connect(target, '127.0.0.1');
    carry(service, database);
    carry(database, service);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    delay(ms) {
      delayMs = ms;
    },
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      stalled = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    moveTo(port) {
      target = port;
      cut();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
