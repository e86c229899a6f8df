import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

export const folder = join(fileURLToPath(import.meta.url), '../../../deploy/kubernetes');

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  data?: Record<string, string>;
  spec?: { template?: { spec?: PodSpec } };
}
interface PodSpec {
  securityContext?: Record<string, unknown>;
  containers: Container[];
  initContainers?: Container[];
  volumes?: object[];
}
export interface Container {
  name: string;
  image: string;
  command?: string[];
  envFrom?: { configMapRef?: { name: string } }[];
  volumeMounts?: { name: string; mountPath: string }[];
  securityContext?: Record<string, unknown>;
  resources?: Record<string, unknown>;
}

function hasKubectl(): boolean {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('skipped: the Kubernetes manifests are not rendered, because kubectl is not installed here');
    return false;
  }
}

/** @param path relative to `deploy/kubernetes` */
export function render(path: string): Manifest[] {
  const text = execFileSync('kubectl', ['kustomize', join(folder, path)], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** Every manifest `m` that the base and each overlay come to, as `path` names them; none where kubectl is missing. */
export const rendered: readonly { readonly path: string; readonly m: Manifest }[] = hasKubectl()
  ? ['base', ...readdirSync(join(folder, 'overlays')).map((name) => `overlays/${name}`)].flatMap((path) =>
      render(path).map((m) => ({ path, m })),
    )
  : [];
