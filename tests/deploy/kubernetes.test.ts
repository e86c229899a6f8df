import { describe, expect, test } from 'vitest';
import { type Manifest, rendered } from './manifests.js';

type Model = new (data: object) => { validate(): void };

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
  test.each(rendered.map(({ path, m }) => ({ title: `${path}: ${m.kind} ${m.metadata.name}`, m })))(
    '$title is valid by the schema of its kind',
    async ({ m }) => {
      const Model = await modelOf(m);
      expect(() => new Model(m).validate()).not.toThrow();
    },
  );

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

  test('no secret is in the repository', () => {
    expect(rendered.filter(({ m }) => m.kind === 'Secret')).toEqual([]);
  });
});
