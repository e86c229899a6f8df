import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf } from '../processes/children.js';
import { freePort } from '../processes/free-port.js';
import type { Service } from '../processes/launch.js';
import { speak, startSpeech } from '../processes/speech.js';
import { until } from './harness/until.js';

const configurations = fileURLToPath(new URL('../../deploy/balancer/', import.meta.url));
const SENTENCE = 'A rolling update replaces one replica after the other while all of them are asked to speak. ';
/** Three chunks: more than a minute of audio, so that its response is more than the buffers of a connection take. */
const TEXT = `${SENTENCE}[pause 25s] `.repeat(3);
/** For each balancer. */
const CLIENTS = 2;
const REPLICAS = 3;

interface Balancer {
  readonly name: string;
  readonly file: string;
  readonly version: readonly string[];
  /** The program's arguments, and what it reads beside the published configuration. */
  start(folder: string, configuration: string): { args: readonly string[]; main?: string };
}

const BALANCERS: readonly Balancer[] = [
  {
    name: 'haproxy',
    file: 'haproxy.cfg',
    version: ['-v'],
    start: (_, configuration) => ({ args: ['-db', '-f', configuration] }),
  },
  {
    name: 'nginx',
    file: 'nginx.conf',
    version: ['-v'],
    start: (folder, configuration) => ({
      args: ['-p', folder, '-c', join(folder, 'main.conf'), '-e', join(folder, 'error.log')],
      main:
        `daemon off; pid ${folder}/pid; worker_processes 1; events {}\n` +
        `http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
          .map((name) => `${name}_temp_path ${folder}/${name};`)
          .join(' ')} include ${configuration}; }`,
    }),
  },
];

function isInstalled({ name, version }: Balancer): boolean {
  const found = spawnSync(name, [...version], { stdio: 'ignore' }).status === 0;
  if (!found) console.warn(`skipped: a rollout behind ${name}, because ${name} is not installed here`);
  return found;
}

/** The replicas at fixed addresses, as a balancer knows them. */
class Replicas {
  readonly ports: number[] = [];
  readonly #services: Service[] = [];

  async start(): Promise<void> {
    for (let index = 0; index < REPLICAS; index++) {
      // Not of the system's choice, which might give it to a client while the replica is replaced.
      this.ports.push(await freePort());
      this.#services.push(await this.#startAt(index));
    }
  }

  /** SIGTERM; when it has ended a new one takes its address. Done when that is ready. */
  async replace(index: number): Promise<void> {
    const ending = await this.#services[index]?.end('SIGTERM');
    expect(ending?.code).toBe(0);
    this.#services[index] = await this.#startAt(index);
  }

  /** SIGKILL to its engine. Done when the replica has a new one and is ready again. */
  async killEngine(index: number): Promise<void> {
    const service = this.#services[index];
    const [engine] = childrenOf(service?.pid);
    if (service === undefined || engine === undefined) throw new Error('there is no engine');
    process.kill(engine, 'SIGKILL');
    await until('the engine is back', async () => {
      const [now] = childrenOf(service.pid);
      return now !== undefined && now !== engine && (await fetch(`${service.origin}/ready`)).ok;
    });
  }

  async end(): Promise<void> {
    await Promise.all(this.#services.map((service) => service.end('SIGTERM')));
  }

  #startAt = (index: number) => startSpeech(['--models-dir', '/nonexistent', '--port', String(this.ports[index])]);
}

/** Clients that ask for one long text after the other, and every response that was not all of its speech. */
class Load {
  readonly failures: string[] = [];
  spoken = 0;
  #stopped = false;
  readonly #clients: Promise<void>[];

  constructor(origin: string) {
    this.#clients = Array.from({ length: CLIENTS }, (_, client) => this.#run(origin, client));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
  }

  async #run(origin: string, client: number): Promise<void> {
    while (!this.#stopped) {
      const failure = await this.#ask(origin, client).catch(String);
      if (failure === undefined) this.spoken += 1;
      else this.failures.push(failure);
    }
  }

  async #ask(origin: string, client: number): Promise<string | undefined> {
    const answer = await speak(origin, `Client ${client}. ${TEXT}`);
    if (answer.status !== 200) return `${answer.status} ${await answer.text()}`;
    const skipped = answer.headers.get('x-tts-chunks-skipped');
    const { byteLength } = await answer.arrayBuffer();
    if (String(byteLength) !== answer.headers.get('content-length')) return `${byteLength} bytes`;
    return skipped === null ? undefined : `skipped ${skipped}`;
  }
}

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** Starts the balancer with its published configuration, in which only the ports and the gateway are others. @returns its origin */
async function startBalancer(balancer: Balancer, replicas: readonly number[], gateway = '192.0.2.1'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ownvoice-rollout-'));
  const own = await freePort();
  const ports: Record<string, number> = { 8100: own };
  for (const [index, port] of replicas.entries()) ports[8101 + index] = port;
  const published = await readFile(join(configurations, balancer.file), 'utf8');
  const configuration = join(folder, balancer.file);
  await writeFile(
    configuration,
    published
      .replace(/127\.0\.0\.1:(810\d)/g, (_, port: string) => `127.0.0.1:${ports[port]}`)
      .replaceAll('192.0.2.1', gateway),
  );
  const { args, main } = balancer.start(folder, configuration);
  if (main !== undefined) await writeFile(join(folder, 'main.conf'), main);
  const child: ChildProcess = spawn(balancer.name, [...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (data: Buffer) => {
    output += data;
  });
  const ended = once(child, 'close');
  cleanUp.push(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const origin = `http://127.0.0.1:${own}`;
  await until(`${balancer.name} answers`, async () => {
    if (child.exitCode !== null) throw new Error(output);
    const ready = await fetch(`${origin}/ready`).catch(() => undefined);
    return ready?.status === 200;
  });
  return origin;
}

const installed = BALANCERS.filter(isInstalled);

test.skipIf(installed.length === 0)(
  'three replicas behind haproxy and nginx lose no request while each is replaced and engines are killed under load; without any it is a 503',
  { timeout: 600_000 },
  async () => {
    const replicas = new Replicas();
    cleanUp.push(() => replicas.end());
    await replicas.start();
    const origins: string[] = [];
    for (const balancer of installed) origins.push(await startBalancer(balancer, replicas.ports));
    const loads = origins.map((origin) => new Load(origin));
    cleanUp.push(() => Promise.all(loads.map((load) => load.stop())));
    const failures = () => loads.flatMap((load) => load.failures);
    const speechGoesOn = async () => {
      const before = loads.map(({ spoken }) => spoken);
      const each = () => loads.every(({ spoken }, index) => spoken >= (before[index] ?? 0) + CLIENTS);
      await until('speech goes on', () => each() || failures().length > 0);
    };
    for (let index = 0; index < REPLICAS; index++) {
      await speechGoesOn();
      await replicas.replace(index);
      await replicas.killEngine((index + 1) % REPLICAS);
    }
    await speechGoesOn();
    await Promise.all(loads.map((load) => load.stop()));
    expect(failures()).toEqual([]);
    await replicas.end();
    for (const origin of origins) {
      const refused = await speak(origin, 'Nobody is left.');
      expect([refused.status, await refused.json()]).toEqual([503, { error: expect.any(String), code: 'not_ready' }]);
    }
  },
);

describe.skipIf(installed.length === 0)('a name that comes from 127.0.0.1', () => {
  let replica: Service;
  beforeAll(async () => {
    const environment = { TTS_USER_HEADER: 'X-User-Id', TRUST_PROXY: '127.0.0.1' };
    replica = await startSpeech(['--models-dir', '/nonexistent'], { environment });
  });
  afterAll(() => replica?.end('SIGTERM'));

  test.each(
    installed.flatMap((balancer) => [
      { balancer, gateway: '192.0.2.1', user: 'nobody' },
      { balancer, gateway: '127.0.0.1', user: 'somebody' },
    ]),
  )('is that of $user behind $balancer.name, with the gateway at $gateway', async ({ balancer, gateway, user }) => {
    const port = Number(new URL(replica.origin).port);
    const origin = await startBalancer(balancer, [port, port, port], gateway);
    const id = `${balancer.name}-${gateway}`;
    const headers = { 'content-type': 'application/json', 'x-user-id': 'somebody', 'x-request-id': id };
    const spoken = await fetch(`${origin}/v1/audio/speech`, { method: 'POST', headers, body: '{"input":"Hello."}' });
    expect(spoken.status).toBe(200);
    await spoken.arrayBuffer();
    const logged = () =>
      replica
        .output()
        .split('\n')
        .find((line) => line.includes(`"${id}"`) && line.includes('"path":"/v1/audio/speech"'));
    await until('the request is logged', () => logged() !== undefined);
    expect(logged()?.includes('"user_id":"somebody"')).toBe(user === 'somebody');
  });
});
