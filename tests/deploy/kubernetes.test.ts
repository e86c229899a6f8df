import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type Manifest, rendered } from './manifests.js';

type Model = new (data: object) => { validate(): void };

/** No package has KEDA's schema: its own test reads it. */
const isOfKeda = ({ apiVersion }: Manifest) => apiVersion.startsWith('keda.sh/');

/** Where each kind's schema lies: the API's own in one package, the Prometheus Operator's in another. */
async function modelOf({ apiVersion, kind }: Manifest): Promise<Model> {
  const source = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models';
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
      for (const container of pod.containers) {
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
  const pathOf = (ingress: Manifest): string => /\bpath: (.*)/.exec(stringify(ingress.spec))?.[1] ?? '';

  test.each(overlays)(
    '%s never answers with the built-in voice, and names the variant that its job fetches',
    (path) => {
      const { data } = find(path, 'ConfigMap', 'tts-config');
      expect(data?.TTS_FALLBACK).toBe('off');
      const job = rendered.find(({ path: at, m }) => at === path && m.metadata.name.startsWith('models-'));
      expect(job?.m.spec?.template?.spec?.containers[0]?.command).toContain(data?.TTS_MODEL);
    },
  );

  test.each(overlays)('%s sets no number of replicas that an autoscaler sets', (path) => {
    for (const name of ['auth', 'tts']) expect(find(path, 'Deployment', name).spec).not.toHaveProperty('replicas');
    expect(find(path, 'HorizontalPodAutoscaler', 'auth').spec).toMatchObject({ scaleTargetRef: { name: 'auth' } });
    expect(find(path, 'ScaledObject', 'tts').spec).toMatchObject({
      scaleTargetRef: { name: 'tts' },
      minReplicaCount: 1,
      maxReplicaCount: expect.any(Number),
      triggers: [
        {
          type: 'prometheus',
          metadata: {
            serverAddress: expect.stringMatching(/^http:/),
            query: expect.stringContaining('tts_queue_requests'),
            threshold: expect.stringMatching(/^\d+$/),
          },
        },
      ],
    });
  });

  test('a rollout on GPUs needs no spare GPU', () => {
    expect(find('overlays/gpu', 'Deployment', 'tts').spec).toMatchObject({
      strategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    });
  });

  test('one pod writes the voice library, and those that are scaled read it', () => {
    const podOf = (name: string) => find('overlays/voices', 'Deployment', name).spec?.template?.spec;
    const [readers, writer] = [podOf('tts'), podOf('tts-voices')];
    const claim = (readOnly?: boolean) => ({ claimName: 'voices', ...(readOnly && { readOnly }) });
    const volume = (readOnly?: boolean) => ({ name: 'voices', persistentVolumeClaim: claim(readOnly) });
    expect(readers?.volumes).toContainEqual(volume(true));
    expect(writer?.volumes).toContainEqual(volume());
    expect(writer?.containers).toEqual(readers?.containers);
    expect(writer?.securityContext).toEqual(readers?.securityContext);
    const mount = {
      name: 'voices',
      mountPath: find('overlays/voices', 'ConfigMap', 'tts-config').data?.TTS_VOICE_LIBRARY,
    };
    expect(readers?.containers[0]?.volumeMounts).toContainEqual(mount);
    const deployment = find('overlays/voices', 'Deployment', 'tts-voices').spec;
    expect(deployment).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    expect(stringify(find('overlays/voices', 'Ingress', 'speech').spec)).toMatch(
      /name: tts-voices[\s\S]*path: \/v1\/voices/,
    );
  });

  test.each(overlays)('%s gives speech as many threads as the pod has processors, and one secret', (path) => {
    const container = {
      resources: { limits: { cpu: expect.anything() } },
      env: [
        { name: 'TTS_THREADS', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
        {
          name: 'USAGE_TOKEN',
          valueFrom: { secretKeyRef: { name: 'auth-secrets', key: 'USAGE_TOKEN', optional: true } },
        },
      ],
    };
    expect(find(path, 'Deployment', 'tts').spec?.template?.spec?.containers).toMatchObject([container]);
  });

  test.each(overlays)('%s puts speech behind sign-in, and publishes neither metrics nor docs', (path) => {
    const speech = find(path, 'Ingress', 'speech');
    expect(speech.metadata).toMatchObject({
      annotations: { 'nginx.ingress.kubernetes.io/auth-url': expect.stringMatching(/\/api\/auth\/verify$/) },
    });
    expect(pathOf(speech)).toBe('/v1/');
    const page = new RegExp(`^${pathOf(find(path, 'Ingress', 'speech-page'))}`);
    for (const address of ['/speech/', '/speech/health']) expect(address).toMatch(page);
    for (const address of ['/speech/metrics', '/speech/docs', '/speech/openapi.json', '/speech/v1/voices'])
      expect(address).not.toMatch(page);
  });

  test('no secret is in the repository', () => {
    expect(rendered.filter(({ m }) => m.kind === 'Secret')).toEqual([]);
  });
});
