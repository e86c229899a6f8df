import assert from 'node:assert/strict';
import { request } from 'node:https';
import { join } from 'node:path';
import { compose, root, stack, up } from './stack.mjs';

const PORT = process.env.GATEWAY_HTTPS_PORT ?? '18443';

/** One request to the gateway, whose certificate for localhost is its own. */
const ask = (method, path, { token, body } = {}) =>
  new Promise((resolve, reject) => {
    const options = {
      method,
      path,
      host: '127.0.0.1',
      port: PORT,
      servername: 'localhost',
      rejectUnauthorized: false,
      headers: {
        host: 'localhost',
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    };
    request(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString('latin1') }),
      );
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });

async function untilAnswered(path) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await ask('GET', path).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the gateway does not answer ${path}`);
}

/** Puts the gateway before the running stack, uses it, and takes it away again. */
export async function useGateway(username, password, say) {
  const alone = stack.env.COMPOSE_FILE;
  Object.assign(stack.env, {
    COMPOSE_FILE: `${alone}:${join(root, 'docker-compose.gateway.yml')}`,
    GATEWAY_HTTP_PORT: process.env.GATEWAY_HTTP_PORT ?? '18080',
    GATEWAY_HTTPS_PORT: PORT,
  });
  up();
  await untilAnswered('/speech/health');
  const speech = { body: { input: 'Hello.' } };
  assert.equal((await ask('POST', '/v1/audio/speech', speech)).status, 401);
  const session = await ask('POST', '/api/auth/login', { body: { username, password } });
  assert.equal(session.status, 200, session.text);
  const { token } = JSON.parse(session.text);
  const spoken = await ask('POST', '/v1/audio/speech', { ...speech, token });
  assert.equal(spoken.text.slice(0, 4), 'RIFF', spoken.text.slice(0, 300));
  assert.equal((await ask('GET', '/metrics')).status, 404);
  assert.equal((await ask('GET', '/speech/metrics')).status, 404);
  for (const direct of [stack.auth, stack.tts])
    assert.equal(await fetch(`${direct}/health`).catch(() => 'refused'), 'refused', 'only the gateway is published');
  const logged = compose('logs', '--no-log-prefix', 'auth');
  assert.doesNotMatch(logged, /"ip":"172\.30\.57\.2"/, 'the limits count the client, not the gateway');
  say('gateway: one origin over TLS, speech for those who are signed in');
  stack.env.COMPOSE_FILE = alone;
  up('--remove-orphans');
}
