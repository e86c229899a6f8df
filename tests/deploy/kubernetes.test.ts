import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const folder = join(fileURLToPath(import.meta.url), '../../../deploy/kubernetes');

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  spec?: { template?: { spec?: PodSpec } };
}
interface PodSpec {
  securityContext?: Record<string, unknown>;
  containers: {
    name: string;
    image: string;
    securityContext?: Record<string, unknown>;
    resources?: Record<string, unknown>;
  }[];
}

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

const hasKubectl = (() => {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
if (!hasKubectl)
  console.warn('skipped: the Kubernetes manifests are not rendered, because kubectl is not installed here');

function render(path: string): Manifest[] {
  const text = execFileSync('kubectl', ['kustomize', join(folder, path)], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

describe.skipIf(!hasKubectl)('the Kubernetes manifests', () => {
  const overlays = readdirSync(join(folder, 'overlays')).map((name) => `overlays/${name}`);
  const rendered = hasKubectl ? ['base', ...overlays].flatMap((path) => render(path).map((m) => ({ path, m }))) : [];

  it.each(rendered.map(({ path, m }) => ({ title: `${path}: ${m.kind} ${m.metadata.name}`, m })))(
    '$title is valid by the schema of its kind',
    async ({ m }) => {
      const Model = await modelOf(m);
      expect(() => new Model(m).validate()).not.toThrow();
    },
  );

  it('a schema refuses what is wrong', async () => {
    const { m } = rendered.find(({ m }) => m.kind === 'Deployment') ?? { m: undefined };
    const Model = await modelOf(m as Manifest);
    expect(() => new Model({ ...m, spec: { ...m?.spec, replicas: 'two' } }).validate()).toThrow();
  });

  it('every container is unprivileged, read-only and bounded', () => {
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

  it('no secret lies in the repository', () => {
    expect(rendered.filter(({ m }) => m.kind === 'Secret')).toEqual([]);
  });
});
