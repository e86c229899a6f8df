import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Service {
  image?: string;
  mem_limit?: string;
  pids_limit?: number;
  cap_drop?: string[];
  security_opt?: string[];
  logging?: { options: Record<string, string> };
  volumes?: string[];
  ports?: string[];
  environment?: Record<string, string>;
  networks?: unknown;
  devices?: string[];
  group_add?: string[];
  build?: { dockerfile: string; args: Record<string, string> };
}
interface Compose {
  services: Record<string, Service>;
}
const quiet = { merge: true, logLevel: 'silent' } as const;
const { services } = parse(read('docker-compose.yml'), quiet) as Compose;
const withGateway = (parse(read('docker-compose.gateway.yml'), quiet) as Compose).services;

describe('the compose file', () => {
  // `secrets` runs once, before anything listens.
  const lasting = Object.entries({ ...services, gateway: withGateway.gateway ?? {} }).filter(
    ([name]) => name !== 'secrets',
  );

  test.each(lasting)(
    'bounds the memory, the processes and the logs of %s, and drops its capabilities',
    (_, service) => {
      expect(service).toMatchObject({
        mem_limit: expect.any(String),
        pids_limit: expect.any(Number),
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
      });
    },
  );

  test('keeps the first password out of the logs', () => {
    expect(services.auth?.environment?.FIRST_PASSWORD_FILE).toMatch(
      /^\$\{FIRST_PASSWORD_FILE:-\/data\/first-password\}$/,
    );
  });

  test.each(['services/auth/Dockerfile', 'services/tts/Dockerfile', 'services/tts/Dockerfile.cuda'])(
    'asks for the health of %s without a process of Node',
    (file) => expect(/^HEALTHCHECK[^\n]*\n +CMD (.*)$/m.exec(read(file))?.[1]).toMatch(/^\["bash", /),
  );

  test('takes released images from the registry that OWNVOICE_IMAGE names', () => {
    for (const [name, { image = '', build }] of Object.entries(services)) {
      if (name === 'postgres') continue;
      expect(image, name).toMatch(/^\$\{OWNVOICE_IMAGE:-ownvoice-\}\w+:\$\{OWNVOICE_VERSION:-latest\}$/);
      expect(build, name).toBeDefined();
    }
    for (const name of ['OWNVOICE_IMAGE', 'OWNVOICE_VERSION'])
      expect(read('.env.example')).toMatch(new RegExp(`^# ${name}=`, 'm'));
  });

  test('upgrades with a model command that the images of speech hold', () => {
    const [, file = ''] = /--entrypoint node tts (\S+) pull /.exec(read('docs/operations.md')) ?? [];
    expect(existsSync(join(root, file)), file).toBe(true);
    for (const dockerfile of ['services/tts/Dockerfile', 'services/tts/Dockerfile.cuda']) {
      const copied = [...read(dockerfile).matchAll(/^COPY --from=build \/src\/(\S+) \1$/gm)].map(([, path]) => path);
      expect(copied.filter((path) => file.startsWith(`${path}/`))).toHaveLength(1);
    }
  });

  test('leaves the backups of docs/operations.md out of the images', () => {
    const files = [...read('docs/operations.md').matchAll(/ > (\S+)/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect(file.split('/')[0], file).toBe('backups');
    expect(read('.dockerignore').split('\n')).toContain('backups');
  });

  test('gives PostgreSQL no secret but its own', () => {
    expect(services.postgres?.volumes).toEqual(['database:/var/lib/postgresql/data', 'database-secret:/secrets:ro']);
  });

  test('publishes both services on the loopback unless AUTH_BIND or TTS_BIND says otherwise', () => {
    expect(services.auth?.ports).toEqual([expect.stringMatching(/^\$\{AUTH_BIND:-127\.0\.0\.1\}:/)]);
    expect(services.tts?.ports).toEqual([expect.stringMatching(/^\$\{TTS_BIND:-127\.0\.0\.1\}:/)]);
  });

  test('links the pages by the ports on the host', () => {
    expect(services.auth?.environment?.PUBLIC_URL).toMatch(/http:\/\/localhost:\$\{AUTH_PORT:-8000\}\}$/);
    expect(services.auth?.environment?.SPEECH_URL).toMatch(/http:\/\/localhost:\$\{TTS_PORT:-8100\}\}$/);
    expect(services.tts?.environment?.ACCOUNTS_URL).toContain(services.auth?.environment?.PUBLIC_URL);
  });

  test('mounts volumes on folders of speech that belong to its user in either image', () => {
    const folders = services.tts?.volumes?.map((volume) => volume.split(':')[1]).join(' ');
    for (const dockerfile of ['services/tts/Dockerfile', 'services/tts/Dockerfile.cuda']) {
      expect(read(dockerfile)).toMatch(new RegExp(`mkdir -p ${folders} && chown \\w+:\\w+ ${folders}$`, 'm'));
      expect(read(dockerfile)).toContain(`\nVOLUME ${folders}\n`);
    }
  });

  test('runs every image as one user, so that all may use one models volume', () => {
    const files = ['services/auth/Dockerfile', 'services/tts/Dockerfile', 'services/tts/Dockerfile.cuda'];
    for (const file of files) expect(read(file).match(/^USER .*$/gm), file).toEqual(['USER 1000:1000']);
  });
});

describe('the compose file for any GPU', () => {
  const { tts } = (parse(read('docker-compose.gpu-any.yml'), quiet) as Compose).services;

  test('passes the GPU to the group that may use it, and refuses to start without that', () => {
    expect(tts?.devices).toEqual(['/dev/dri:/dev/dri']);
    expect(tts?.group_add).toEqual([expect.stringMatching(/^\$\{RENDER_GID:\?/)]);
    expect(tts?.environment?.TTS_DEVICE).toBe('webgpu');
  });

  test('installs the Vulkan loader and drivers by an argument that the Dockerfile has', () => {
    const { dockerfile, args } = tts?.build ?? { dockerfile: '', args: {} };
    expect(args.GPU_DRIVERS?.split(' ')).toEqual(['libvulkan1', 'mesa-vulkan-drivers']);
    for (const name of Object.keys(args)) expect(read(dockerfile)).toMatch(new RegExp(`^ARG ${name}=`, 'm'));
  });

  test("installs no GPU in software that would be used quietly: Mesa's is disabled in the image", () => {
    expect(read(tts?.build?.dockerfile ?? '')).toMatch(/^ENV .*\bVK_LOADER_DRIVERS_DISABLE=lvp_icd\*/m);
  });
});

describe('the gateway of the compose file', () => {
  test('is the only way in, and the only proxy that both services believe beside one that is named', () => {
    const networks = withGateway.gateway?.networks as { gateway: { ipv4_address: string } } | undefined;
    const address = networks?.gateway.ipv4_address;
    expect(address).toMatch(/\.2$/);
    for (const name of ['auth', 'tts']) {
      expect(withGateway[name]?.ports).toEqual([]);
      expect(withGateway[name]?.environment?.TRUST_PROXY).toBe(`${address},\${GATEWAY_TRUSTED:-}`);
    }
  });
});
