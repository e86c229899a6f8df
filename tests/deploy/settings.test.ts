import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { defaultText, OPTIONS } from '../../services/tts/dist/options.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const example = readFileSync(join(root, '.env.example'), 'utf8');
const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<'auth' | 'tts', { environment: Record<string, string>; stop_grace_period: string }>;
};

/** The settings of each section of the sample file, with the values that stand there. */
const [accounts, both, speech] = example
  .split(/^# --- .*$/m)
  .slice(1)
  .map(
    (section) =>
      new Map([...section.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])),
  );
/** Containers listen where the ports are mapped, and keep their data where the volumes are. */
const CONTAINER_SETTINGS = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'DATABASE_URL',
  'DATA_DIR',
  'TTS_HOST',
  'TTS_PORT',
  'TTS_MODELS_DIR',
];
const reaching = (sections: (Map<string, string> | undefined)[]) =>
  sections
    .flatMap((section) => [...(section ?? [])].map(([name]) => name))
    .filter((name) => !CONTAINER_SETTINGS.includes(name));

describe('.env.example', () => {
  test('lists every option of the speech service with its default', () => {
    const { TTS_MODELS_DIR: folder, ...values } = Object.fromEntries(speech ?? []);
    expect(values).toMatchObject(
      Object.fromEntries(
        Object.values(OPTIONS).flatMap(({ variable, default: initial }) =>
          variable === 'TTS_MODELS_DIR' ? [] : [[variable, defaultText(initial)]],
        ),
      ),
    );
    expect(folder).toBe(OPTIONS['models-dir'].default);
  });
});

describe('a setting in .env', () => {
  test('reaches the accounts container', () => {
    const names = reaching([accounts, both]);
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(services.auth.environment[name], name).toMatch(`\${${name}:-`);
  });

  test('reaches the speech container, except for the secrets of accounts', () => {
    const names = reaching([both, speech]);
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(services.tts.environment[name], name).toMatch(`\${${name}:-`);
    const foreign = reaching([accounts]).filter((name) => !['LOG_LEVEL', 'CORS_ORIGIN', 'TRUST_PROXY'].includes(name));
    expect(Object.keys(services.tts.environment).filter((name) => foreign.includes(name))).toEqual([]);
  });
});

describe('a container has longer to stop than its service takes', () => {
  const ACCOUNTS_SECONDS = 10;
  const speechSeconds = OPTIONS.grace.default + 5;

  test('a container of the compose file has longer to stop than its service takes', () => {
    expect(Number.parseInt(services.auth.stop_grace_period, 10)).toBeGreaterThan(ACCOUNTS_SECONDS);
    expect(Number.parseInt(services.tts.stop_grace_period, 10)).toBeGreaterThan(speechSeconds);
  });

  test.each([
    ['auth', ACCOUNTS_SECONDS],
    ['tts', speechSeconds],
  ])('in the Kubernetes deployment of %s, with the sleep before SIGTERM', (name, seconds) => {
    const { spec } = parse(readFileSync(join(root, `deploy/kubernetes/base/${name}-deployment.yaml`), 'utf8')).spec
      .template;
    const [, sleep] = spec.containers[0].lifecycle.preStop.exec.command;
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(sleep) + seconds);
  });
});
