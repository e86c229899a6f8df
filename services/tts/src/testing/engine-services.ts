import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Config } from '../config.js';
import { createSupervisor } from '../engines/create-supervisor.js';
import type { EngineLogger } from '../engines/engine-process.js';
import type { ServiceTimes } from '../engines/remote/engine-service.js';
import { type SpeechServer, type SpeechServerOptions, startSpeechServer } from './speech-server.js';
import { configWith, SILENT } from './supervised.js';

interface FrontOptions {
  readonly logger?: EngineLogger;
  readonly times?: Partial<ServiceTimes>;
}

/** What a test does to a service is known at once. */
const EAGER: Partial<ServiceTimes> = { probeMs: 50, backOffMs: 25 };

/** A service without a model whose chunks others speak. */
export async function startFront(
  urls: readonly string[],
  config: Partial<Config> = {},
  { logger = SILENT, times, ...options }: SpeechServerOptions & FrontOptions = {},
): Promise<SpeechServer> {
  const services = { ...EAGER, ...times };
  const engines = await createSupervisor(configWith({ engineUrls: urls, ...config }), logger, { services });
  return startSpeechServer({ engines, config, ...options });
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of a test's own in front of another one, or in place of it. */
export interface Relay {
  readonly url: string;
  /** What it does with the next request for speech; undefined: pass it on. */
  fault: () => Handler | undefined;
  /** Requests for speech that it has had. */
  readonly chunks: string[];
  /** Breaks every connection, and takes none. */
  kill(): Promise<void>;
  /** Answers nothing any more, and leaves connections open. */
  stop(): void;
  /** Takes connections again. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

/** @param target undefined: every request is a fault */
export async function startRelay(
  target: string | undefined,
  initial: Relay['fault'] = () => undefined,
): Promise<Relay> {
  const chunks: string[] = [];
  let port = 0;
  let isStopped = false;
  let server: Server;
  const sockets = new Set<Socket>();
  const pass: Handler = (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const sent = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on('information', () => outgoing.writeProcessing());
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    incoming.pipe(sent);
  };
  const relay: Relay = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    fault: initial,
    chunks,
    kill: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    stop: () => {
      isStopped = true;
    },
    revive: async () => {
      server = createServer((incoming, outgoing) => {
        if (isStopped) return;
        if (incoming.method === 'POST') chunks.push(incoming.url ?? '');
        const fault = incoming.method === 'POST' || !target ? relay.fault() : undefined;
        (fault ?? pass)(incoming, outgoing);
      });
      server.on('connection', (socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
    },
    close: async () => {
      if (server.listening) await relay.kill();
    },
  };
  await relay.revive();
  return relay;
}
