import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthProviderFault } from '../../oauth/provider-error.js';
import type { OAuthProviderSettings } from '../../oauth/settings.js';

type Endpoint = 'token' | 'user' | 'emails' | '.well-known/openid-configuration';

export interface FaultyProvider extends AsyncDisposable {
  readonly origin: string;
  /** Replaces the behaviour of an endpoint. */
  readonly behaviour: Partial<Record<Endpoint, RequestListener>>;
  /** `METHOD /path` of every request that arrived. */
  readonly requests: string[];
  readonly settings: OAuthProviderSettings;
}

/** Answers with a status, a type and a body. */
export function answering(status: number, type: string, body: string | Buffer): RequestListener {
  return (_request, response) => response.writeHead(status, { 'content-type': type }).end(body);
}

const json = (body: unknown) => answering(200, 'application/json', JSON.stringify(body));

/** The ways in which a provider fails, and the error that our client makes of each. */
export const FAULTS: Readonly<
  Record<string, { readonly listener: RequestListener; readonly fault: OAuthProviderFault }>
> = {
  'answers 200 with an error body': {
    listener: json({ error: 'bad_verification_code', error_description: 'The code is wrong.' }),
    fault: 'bad-response',
  },
  'answers 200 with an empty object': { listener: json({}), fault: 'bad-response' },
  'answers with a page': {
    listener: answering(200, 'text/html', '<!doctype html><title>Down for maintenance</title>'),
    fault: 'bad-response',
  },
  'answers with a page that claims to be JSON': {
    listener: answering(200, 'application/json', '<!doctype html>'),
    fault: 'bad-response',
  },
  'answers with 10 MB': {
    listener: answering(200, 'application/json', Buffer.alloc(10 * 1024 * 1024, ' ')),
    fault: 'too-large',
  },
  'answers with a redirect': {
    listener: (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    fault: 'redirect',
  },
  'answers 500': { listener: answering(500, 'text/plain', 'boom'), fault: 'bad-response' },
  'hangs up': { listener: (request) => void request.socket.destroy(), fault: 'unreachable' },
  'never answers': { listener: () => undefined, fault: 'timeout' },
  'never finishes its answer': {
    listener: (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).write('{"access_token":'),
    fault: 'timeout',
  },
};

/** A code host on loopback whose endpoints a test can replace. */
export async function startFaultyProvider(): Promise<FaultyProvider> {
  const behaviour: FaultyProvider['behaviour'] = {};
  const requests: string[] = [];
  const defaults: Partial<Record<Endpoint, RequestListener>> = {
    token: json({ access_token: 'provider-access-token', token_type: 'bearer', scope: 'read:user,user:email' }),
    user: json({ id: 4711, login: 'mallory' }),
    emails: json([{ email: 'mallory@example.org', primary: true, verified: true }]),
  };
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const endpoint = (request.url ?? '').slice(1) as Endpoint;
    const listener = behaviour[endpoint] ?? defaults[endpoint] ?? answering(404, 'text/plain', 'not here');
    return listener(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    behaviour,
    requests,
    settings: {
      clientId: 'client',
      clientSecret: 'secret',
      authorizeUrl: `${origin}/authorize`,
      tokenUrl: `${origin}/token`,
      userinfoUrl: `${origin}/user`,
      emailsUrl: `${origin}/emails`,
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
