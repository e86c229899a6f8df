import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Ending, runToEnd } from '../processes/launch.js';
import { type Container, type Manifest, rendered } from './manifests.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Run extends Ending {
  /** The addresses that it asked the model hub for. */
  readonly requested: string;
}

interface Workflow {
  jobs: { images: { strategy: { matrix: { include: { image: string; dockerfile: string }[] } } } };
}

/** The Dockerfile that the release makes an image from: `ghcr.io/owner/auth:0.1.0` is its image `auth`; undefined for others'. */
function dockerfileOf(image: string): string | undefined {
  const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as Workflow;
  const name = /([^/:]+)(:[^/]*)?$/.exec(image)?.[1];
  return workflow.jobs.images.strategy.matrix.include.find((one) => one.image === name)?.dockerfile;
}

/** The paths that a Dockerfile takes over from the build into the image. */
function copiedInto(dockerfile: string): string[] {
  const text = readFileSync(join(root, dockerfile), 'utf8');
  return [...text.matchAll(/^COPY --from=build \/src\/(\S+) \1$/gm)].map((match) => match[1] ?? '');
}

function podOf(path: string, kind: string, name: RegExp): Container {
  const found = rendered.find(({ path: at, m }) => at === path && m.kind === kind && name.test(m.metadata.name));
  const container = found?.m.spec?.template?.spec?.containers[0];
  if (!container) throw new Error(`${path} has no ${kind} ${name}`);
  return container;
}

/** What the container's config maps set. */
function settingsOf(path: string, { envFrom = [] }: Container): Record<string, string> {
  const maps = envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? []);
  const isNamed = (m: Manifest) => m.kind === 'ConfigMap' && maps.includes(m.metadata.name);
  return Object.assign({}, ...rendered.filter(({ path: at, m }) => at === path && isNamed(m)).map(({ m }) => m.data));
}

/** Those of our own images, with the variables that Kubernetes fills in. */
const commands = rendered.flatMap(({ path, m }) => {
  const { containers = [], initContainers = [] } = m.spec?.template?.spec ?? {};
  return [...initContainers, ...containers].flatMap((container) => {
    const dockerfile = dockerfileOf(container.image);
    if (!container.command || !dockerfile) return [];
    const settings = settingsOf(path, container);
    const command = container.command.map((word) => word.replace(/\$\((\w+)\)/g, (_, name) => settings[name] ?? ''));
    return [{ title: `${path}: ${container.name} of ${m.metadata.name}`, path, container, command, dockerfile }];
  });
});

describe.skipIf(rendered.length === 0)('the commands in the Kubernetes manifests', () => {
  let hub: Server;
  let folder: string;
  const requested: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ownvoice-deploy-'));
    hub = createServer((request, response) => {
      requested.push(request.url ?? '');
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(hub, 'listening');
  });
  afterAll(async () => {
    hub.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a container's command on the build in this checkout, its volumes in a folder of the test's. */
  async function run(path: string, container: Container, [, file = '', ...words]: readonly string[]): Promise<Run> {
    const mounts = (container.volumeMounts ?? []).map(({ mountPath }) => mountPath);
    requested.length = 0;
    const ending = await runToEnd({
      file,
      args: words.map((word) => (mounts.includes(word) ? join(folder, word) : word)),
      environment: {
        ...settingsOf(path, container),
        // Instead of the secret: the embedded database.
        JWT_SECRET: randomBytes(32).toString('hex'),
        DATA_DIR: join(folder, 'data'),
        HF_ENDPOINT: `http://127.0.0.1:${(hub.address() as AddressInfo).port}`,
      },
    });
    return { ...ending, requested: requested.join() };
  }

  const runs = new Map<string, Promise<Run>>();
  /** The same, once for a command with the same settings: the overlays share most of theirs with the base. */
  function runOnce(path: string, container: Container, command: readonly string[]): Promise<Run> {
    const key = JSON.stringify([command, settingsOf(path, container)]);
    const known = runs.get(key) ?? run(path, container, command);
    runs.set(key, known);
    return known;
  }

  test('the commands in the Kubernetes manifests are found', () => {
    expect(commands.length).toBeGreaterThanOrEqual(6);
  });

  test.each(commands)('$title runs a file that the build makes and its image holds', ({ command, dockerfile }) => {
    const [program, file = ''] = command;
    expect(program).toBe('node');
    expect(existsSync(join(root, file)), file).toBe(true);
    const copied = copiedInto(dockerfile);
    expect(copied.filter((path) => file.startsWith(`${path}/`))).toHaveLength(1);
  });

  test.each(commands)(
    '$title is accepted as it stands and refused with an unknown option',
    async ({ path, container, command }) => {
      // Both command lines end with 2 when they do not understand.
      const wrong = await runOnce(path, container, [...command, '--no-such-option=1']);
      expect(wrong.code, wrong.output).toBe(2);
      const right = await runOnce(path, container, command);
      expect(right.code, right.output).not.toBe(2);
    },
  );

  const pods = rendered.flatMap(({ path, m }) => {
    const pod = m.spec?.template?.spec;
    return pod ? [{ title: `${path}: ${m.kind} ${m.metadata.name}`, pod }] : [];
  });
  test.each(pods)('$title runs as the numeric user of its image, who is known not to be root', ({ pod }) => {
    for (const { image } of pod.containers) {
      const dockerfile = dockerfileOf(image);
      if (!dockerfile) continue;
      const user = /^USER (.*)$/m.exec(readFileSync(join(root, dockerfile), 'utf8'))?.[1];
      expect(user).toBe(`${pod.securityContext?.runAsUser}:${pod.securityContext?.runAsUser}`);
    }
  });

  test('the migration job brings an empty database up to date', async () => {
    const job = podOf('base', 'Job', /^auth-migrate/);
    await rm(join(folder, 'data'), { recursive: true, force: true });
    const { code, output } = await run('base', job, job.command ?? []);
    expect(code, output).toBe(0);
    expect(output).toMatch(/^Applied \d+_accounts\.$/m);
  });

  const pulls = commands.filter(({ container }) => container.name === 'pull');
  test.each(pulls)('$title fetches what its engine loads', async ({ path, container, command }) => {
    const settings = settingsOf(path, container);
    const { TTS_MODEL = '', TTS_MODELS_DIR } = settings;
    expect(command.slice(2)).toEqual(['pull', TTS_MODEL, '--models-dir', TTS_MODELS_DIR]);
    // The device, which decides the precision, is a setting of both.
    expect(settingsOf(path, podOf(path, 'StatefulSet', /^tts-engine$/))).toEqual(settings);
    const { code, output, requested } = await runOnce(path, container, command);
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('config.json') });
    const [kind, size] = TTS_MODEL.split('-');
    expect(requested).toMatch(new RegExp(`${size}-${kind}/`, 'i'));
  });
});
