import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { readAddresses } from '../../services/tts/dist/config.js';
import { type Container, folder, type Manifest, render, rendered } from './manifests.js';

type Model = new (data: object) => { validate(): void };

/** No package has KEDA's schema: its own test reads it. */
const isOfKeda = ({ apiVersion }: Manifest) => apiVersion.startsWith('keda.sh/');

/** Packages of schemas that are not the API's own. */
const SOURCES: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
};

async function modelOf({ apiVersion, kind }: Manifest): Promise<Model> {
  const [group = ''] = apiVersion.split('/');
  const source = SOURCES[group] ?? 'kubernetes-models';
  const module = (await import(`${source}/${apiVersion}`)) as Record<string, Model>;
  const model = module[kind];
  if (!model) throw new Error(`no schema for ${apiVersion} ${kind}`);
  return model;
}

describe.skipIf(rendered.length === 0)('the Kubernetes manifests', () => {
  test.each(
    rendered
      .filter(({ m }) => !isOfKeda(m))
      .map(({ path, m }) => ({ title: `${path}: ${m.kind} ${m.metadata.name}`, m })),
  )('$title is valid by the schema of its kind', async ({ m }) => {
    const Model = await modelOf(m);
    expect(() => new Model(m).validate()).not.toThrow();
  });

  test('a schema refuses a wrong value', async () => {
    const { m } = rendered.find(({ m }) => m.kind === 'Deployment') ?? { m: undefined };
    const Model = await modelOf(m as Manifest);
    expect(() => new Model({ ...m, spec: { ...m?.spec, replicas: 'two' } }).validate()).toThrow();
  });

  test('every container is unprivileged, read-only and bounded', () => {
    const pods = rendered.flatMap(({ m }) => m.spec?.template?.spec ?? []);
    expect(pods.length).toBeGreaterThan(4);
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
        });
        expect(container.resources).toMatchObject({ requests: expect.anything(), limits: expect.anything() });
      }
    }
  });

  const overlays = [...new Set(rendered.map(({ path }) => path))].filter((path) => path.startsWith('overlays/'));
  const find = (path: string, kind: string, name: string): Manifest => {
    const found = rendered.find(({ path: at, m }) => at === path && m.kind === kind && m.metadata.name === name);
    if (!found) throw new Error(`${path} has no ${kind} ${name}`);
    return found.m;
  };
  const ours = overlays.filter((path) => path !== 'overlays/vllm-omni');
  const containerOf = (path: string, kind: string, name: string) =>
    find(path, kind, name).spec?.template?.spec?.containers[0];

  test.each(ours)(
    '%s never answers with the built-in voice, and its engines install the variant that the front wants',
    (path) => {
      const [front, engine] = ['tts-config', 'tts-engine-config'].map((name) => find(path, 'ConfigMap', name).data);
      expect([front?.TTS_FALLBACK, engine?.TTS_FALLBACK]).toEqual(['off', 'off']);
      expect(engine?.TTS_MODEL).toBe(front?.TTS_MODEL);
      const [pull] = find(path, 'StatefulSet', 'tts-engine').spec?.template?.spec?.initContainers ?? [];
      expect(pull?.command).toContain('$(TTS_MODEL)');
      expect(pull?.envFrom).toEqual([{ configMapRef: { name: 'tts-engine-config' } }]);
    },
  );

  test.each(overlays)('%s sets no number of replicas that an autoscaler sets', (path) => {
    expect(find(path, 'Deployment', 'auth').spec).not.toHaveProperty('replicas');
    expect(find(path, 'HorizontalPodAutoscaler', 'auth').spec).toMatchObject({ scaleTargetRef: { name: 'auth' } });
  });

  test.each(ours)('%s names every engine that the autoscaler may start, and scales them by the backlog', (path) => {
    expect(find(path, 'StatefulSet', 'tts-engine').spec).not.toHaveProperty('replicas');
    const { spec } = find(path, 'ScaledObject', 'tts-engine') as Manifest & { spec: { maxReplicaCount: number } };
    expect(spec).toMatchObject({
      scaleTargetRef: { kind: 'StatefulSet', name: 'tts-engine' },
      minReplicaCount: 1,
      triggers: [
        {
          type: 'prometheus',
          metricType: 'Value',
          metadata: {
            serverAddress: expect.stringMatching(/^http:/),
            query: expect.stringContaining('tts_backlog_seconds'),
            threshold: expect.stringMatching(/^\d+$/),
          },
        },
      ],
    });
    const urls = readAddresses(find(path, 'ConfigMap', 'tts-config').data?.TTS_ENGINE_URL ?? '');
    const names = Array.from(
      { length: spec.maxReplicaCount },
      (_, at) => `http://tts-engine-${at}.tts-engine.ownvoice.svc:8100`,
    );
    expect(urls).toEqual(names);
  });

  test.each(ours)('%s runs on several nodes: no pod shares a volume, and a front has no model', (path) => {
    const shared = rendered.filter(({ path: at, m }) => at === path && m.kind === 'PersistentVolumeClaim');
    const expected = { 'overlays/voices': ['voices'], 'overlays/narration': ['jobs'] } as Record<string, string[]>;
    expect(shared.map(({ m }) => m.metadata.name)).toEqual(expected[path] ?? []);
    expect(find(path, 'StatefulSet', 'tts-engine').spec).toMatchObject({
      volumeClaimTemplates: [{ metadata: { name: 'models' }, spec: { accessModes: ['ReadWriteOnce'] } }],
    });
    expect(stringify(find(path, 'Deployment', 'tts').spec)).not.toContain('/models');
    expect(rendered.filter(({ m }) => m.metadata.name.startsWith('models-'))).toEqual([]);
  });

  test('a pod with a GPU has one, and not the processors of a pod without', () => {
    const [gpu, cpu] = ['gpu', 'cpu'].map(
      (name) => containerOf(`overlays/${name}`, 'StatefulSet', 'tts-engine')?.resources,
    );
    expect(gpu).toMatchObject({ limits: { 'nvidia.com/gpu': 1 } });
    expect(gpu?.requests).not.toEqual(cpu?.requests);
  });

  test('the patches of docs/devices.md give the GPU to the engine', async () => {
    const overlay = await mkdtemp(join(tmpdir(), 'ownvoice-overlay-'));
    onTestFinished(() => rm(overlay, { recursive: true }));
    const [, patches] = /```yaml\n(.*?)```/s.exec(await readFile(join(folder, '../../docs/devices.md'), 'utf8')) ?? [];
    const cpu = relative(overlay, join(folder, 'overlays/cpu'));
    await writeFile(join(overlay, 'kustomization.yaml'), `resources: [${cpu}]\n${patches}`);
    const patched = render(relative(folder, overlay));
    expect(patched.find(({ metadata }) => metadata.name === 'tts-engine-config')?.data?.TTS_DEVICE).toBe('webgpu');
    const pods = patched.filter(({ spec }) => stringify(spec)?.includes('amd.com/gpu: 1'));
    expect(pods.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(['StatefulSet tts-engine']);
  });

  test('one pod writes the voice library', () => {
    const { spec } = find('overlays/voices', 'Deployment', 'tts');
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    expect(spec?.template?.spec?.volumes).toContainEqual({
      name: 'voices',
      persistentVolumeClaim: { claimName: 'voices' },
    });
    const mountPath = find('overlays/voices', 'ConfigMap', 'tts-config').data?.TTS_VOICE_LIBRARY;
    expect(containerOf('overlays/voices', 'Deployment', 'tts')?.volumeMounts).toContainEqual({
      name: 'voices',
      mountPath,
    });
  });

  test('fronts and workers of narrations share a volume and a queue, and KEDA starts workers by the queue', () => {
    const path = 'overlays/narration';
    expect(find(path, 'PersistentVolumeClaim', 'jobs').spec).toMatchObject({ accessModes: ['ReadWriteMany'] });
    const mountPath = find(path, 'ConfigMap', 'tts-config').data?.TTS_JOBS;
    const queue = { secretKeyRef: { name: 'tts-jobs', key: 'JOBS_DATABASE_URL' } };
    for (const name of ['tts', 'tts-worker']) {
      const container = containerOf(path, 'Deployment', name) as Container & { env: object[] };
      expect(container.volumeMounts).toContainEqual({ name: 'jobs', mountPath });
      expect(container.env).toContainEqual({ name: 'JOBS_DATABASE_URL', valueFrom: queue });
    }
    expect(find(path, 'Deployment', 'tts-worker').spec).not.toHaveProperty('replicas');
    expect(find(path, 'ScaledObject', 'tts-worker').spec).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'tts-worker' },
      triggers: [{ type: 'postgresql', authenticationRef: { name: 'tts-jobs' } }],
    });
    expect(find(path, 'TriggerAuthentication', 'tts-jobs').spec).toMatchObject({
      secretTargetRef: [{ parameter: 'connection', name: 'tts-jobs', key: 'JOBS_DATABASE_URL' }],
    });
  });

  test.each(ours)(
    '%s gives an engine as many threads as its pod has processors, and one secret to the front',
    (path) => {
      const threads = { name: 'TTS_THREADS', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } };
      expect(containerOf(path, 'StatefulSet', 'tts-engine')).toMatchObject({ env: [threads] });
      const token = { secretKeyRef: { name: 'auth-secrets', key: 'USAGE_TOKEN', optional: true } };
      const queue = { secretKeyRef: { name: 'tts-jobs', key: 'JOBS_DATABASE_URL' } };
      expect(containerOf(path, 'Deployment', 'tts')).toMatchObject({
        env: [
          { name: 'USAGE_TOKEN', valueFrom: token },
          ...(path === 'overlays/narration' ? [{ name: 'JOBS_DATABASE_URL', valueFrom: queue }] : []),
        ],
      });
    },
  );

  test.each(overlays)('%s has every pod scraped that lets the namespace monitoring in', (path) => {
    type Selector = { matchLabels?: Record<string, string>; matchExpressions?: { values: string[] }[] };
    const named = ({ matchLabels = {}, matchExpressions = [] }: Selector) => [
      ...Object.values(matchLabels),
      ...matchExpressions.flatMap(({ values }) => values),
    ];
    const specs = (kind: string) =>
      rendered.filter(({ path: at, m }) => at === path && m.kind === kind).map(({ m }) => m.spec);
    const open = specs('NetworkPolicy').filter((spec) => /metadata.name: monitoring/.test(stringify(spec)));
    const scraped = (specs('PodMonitor') as { selector: Selector }[]).flatMap(({ selector }) => named(selector));
    expect(open.length).toBeGreaterThan(1);
    expect(scraped).toEqual(
      expect.arrayContaining((open as { podSelector: Selector }[]).flatMap(({ podSelector }) => named(podSelector))),
    );
  });

  test.each(overlays)(
    '%s leads everything to the gateway that asks for sign-in, and nobody else to an engine',
    (path) => {
      expect(find(path, 'HTTPRoute', 'ownvoice').spec).toMatchObject({
        rules: [{ backendRefs: [{ name: 'gateway', port: 8080 }] }],
      });
      const name =
        containerOf(path, 'Deployment', 'gateway') &&
        rendered.find(({ path: at, m }) => at === path && m.metadata.name.startsWith('gateway-'));
      expect(name?.m.data?.Caddyfile).toContain('/api/auth/verify');
      const from = (policy: string) =>
        stringify((find(path, 'NetworkPolicy', policy).spec as { ingress?: object }).ingress);
      expect(from('tts')).toContain('name: gateway');
      expect(from('tts-engine')).toContain('name: tts');
      expect(from('tts-engine')).not.toContain('gateway');
      expect(rendered.filter(({ m }) => m.kind === 'Ingress')).toEqual([]);
    },
  );

  test('no secret is in the repository', () => {
    expect(rendered.filter(({ m }) => m.kind === 'Secret')).toEqual([]);
  });
});
