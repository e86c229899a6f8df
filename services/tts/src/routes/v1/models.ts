import type { IncomingHttpHeaders } from 'node:http';
import { findModel as findBuild, requirementsOf } from '@ownvoice/qwen3-tts/store';
import { type App, isCrossSite, noContent } from '@ownvoice/shared';
import { isLoopback } from '@ownvoice/shared/client-address';
import {
  AudioModelList,
  errorResponses,
  Model,
  ModelList,
  ModelLoadAccepted,
  ModelPullAccepted,
  ModelPullOffer,
  ModelPullRequest,
} from '@ownvoice/shared/contract';
import { VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../errors.js';
import { measureMachine } from '../../machine/measure-machine.js';
import { findModel, listModels } from '../../voices/voices.js';

/** GET /v1/models and /v1/models/:id: the model identifiers of requests, in the common speech API's shape. */
export async function modelsRoutes(app: App): Promise<void> {
  app.get('/v1/models', {
    schema: { summary: 'List the model identifiers that requests accept', response: { 200: ModelList } },
    handler: async () => ({ object: 'list' as const, data: listModels() }),
  });
  app.get('/v1/audio/models', {
    schema: {
      summary: 'List the model identifiers, at the path that some clients use',
      response: { 200: AudioModelList },
    },
    handler: async () => ({ models: listModels().map(({ id }) => ({ id })) }),
  });
  app.get('/v1/models/:id', {
    schema: {
      summary: 'Get a model identifier',
      params: Type.Object({ id: Type.String({ examples: ['engine-tts'] }) }),
      response: { 200: Model, ...errorResponses(400, 404) },
    },
    handler: async (request) => {
      const model = findModel(request.params.id);
      if (!model) throw apiError('unknown_model');
      return model;
    },
  });
}

interface RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  /** The other end of the connection. */
  readonly peer: string | undefined;
  /** The own end of the connection. */
  readonly local: { readonly address: string | undefined; readonly port: number | undefined };
  readonly listening: readonly string[];
}

/** Headers by which a proxy says that it passes a request on. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|fastly-client-ip|cf-.*|x-original-.*|x-envoy-.*)$/;

/** The values of `Host` for an end of a connection on loopback; browsers leave port 80 out. */
function ownHosts({ address = '', port }: RequestOrigin['local']): string[] {
  const plain = address.replace(/^::ffff:/i, '');
  const names = ['localhost', plain.includes(':') ? `[${plain}]` : plain];
  return names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** Whether a request comes from this machine, straight to a service that nobody else can reach, by its own address. */
function isLocal({ headers, peer, local, listening }: RequestOrigin): boolean {
  const ends = [peer, local.address, ...listening];
  if (listening.length === 0 || !ends.every((end) => end !== undefined && isLoopback(end))) return false;
  if (Object.keys(headers).some((name) => FORWARDING.test(name))) return false;
  return ownHosts(local).includes((headers.host ?? '').toLowerCase());
}

/**
 * Whether a request to change something comes from the service's own page in a browser on this machine.
 *
 * The own `Host` keeps out DNS rebinding, the own `Origin`, which scripts cannot set, keeps out
 * the pages of others. Proxies on this machine are kept out by what they add or by the origin that they cannot have.
 */
export function isSameOrigin(request: RequestOrigin): boolean {
  const origins = ownHosts(request.local).map((host) => `http://${host}`);
  const { origin = '', 'sec-fetch-site': site } = request.headers;
  return isLocal(request) && origins.includes(origin.toLowerCase()) && site !== 'cross-site';
}

/** The same for a request that only reads: browsers send no `Origin` with those of the own page. */
export const mayBeSameOrigin = (request: RequestOrigin): boolean =>
  request.headers.origin === undefined ? isLocal(request) : isSameOrigin(request);

const NOT_BUILT = { absent: 'variant_absent', checkpoint: 'variant_unbuilt', unusable: 'variant_damaged' } as const;

function originOf({ headers, raw: { socket }, server }: FastifyRequest): RequestOrigin {
  const { remoteAddress: peer, localAddress: address, localPort: port } = socket;
  const listening = server.addresses().map((end) => (typeof end === 'string' ? end : end.address));
  return { headers, peer, local: { address, port }, listening };
}

/** /v1/models/pull installs a variant in the background, and says what that takes; /v1/models/load switches to one. */
export async function modelPullRoutes(app: App): Promise<void> {
  const { pullFromPage, corsOrigins, engineUrls, modelsDir, precision, chosenPrecision } = app.config;
  // Before the body is read.
  const onRequest = async (request: FastifyRequest) => {
    const allowed = pullFromPage ? !isCrossSite(request.headers, corsOrigins) : isSameOrigin(originOf(request));
    if (!allowed) throw apiError('pull_not_allowed');
    if (engineUrls.length > 0) throw apiError('engines_elsewhere');
  };
  app.get('/v1/models/pull', {
    schema: { summary: 'What each model needs, and what this machine has', response: { 200: ModelPullOffer } },
    handler: async (request) => {
      const { cores, memoryBytes, freeDiskBytes, gpu } = await measureMachine(modelsDir);
      const variants = await Promise.all(
        VARIANT_NAMES.map(async (variant) => {
          const found = await findBuild(modelsDir, variant, precision, chosenPrecision);
          const { download, disk, memory } = requirementsOf(variant, chosenPrecision);
          return {
            variant,
            installed: found.kind === 'built',
            // Official files that are here only need a build.
            download_bytes: found.kind === 'checkpoint' ? 0 : download,
            disk_bytes: found.kind === 'checkpoint' ? disk - download : disk,
            memory_bytes: memory,
          };
        }),
      );
      return {
        allowed: engineUrls.length === 0 && (pullFromPage || mayBeSameOrigin(originOf(request))),
        machine: { cores, memory_bytes: memoryBytes, free_disk_bytes: freeDiskBytes, gpu },
        variants,
      };
    },
  });
  app.post('/v1/models/pull', {
    schema: {
      summary: 'Install a model',
      description:
        'Downloads and builds a variant in the background; `pull` in `/health` says how far it is. Allowed with --pull-from-page on, and otherwise to the own page in a browser on the machine of a service that listens on loopback.',
      body: ModelPullRequest,
      response: {
        202: ModelPullAccepted,
        ...errorResponses(400, 403, 408, [409, 'conflict', 'installation_running'], 413, 415),
      },
    },
    onRequest,
    handler: async ({ body: { variant } }) => {
      const decision = app.engines.pull(variant);
      if (decision.kind === 'accepted') return { variant, loads: decision.loads };
      throw apiError('installation_running', { parameters: { other: decision.variant, variant } });
    },
  });
  app.delete('/v1/models/pull', {
    schema: {
      summary: 'Cancel the installation of a model',
      description:
        'Ends the installation that was asked for, if one runs. What is downloaded stays, and the next one goes on from there. Allowed to those who may install a model.',
      response: { ...noContent('None runs any more.'), ...errorResponses(403) },
    },
    onRequest,
    handler: async () => app.engines.cancelPull(),
  });
  app.post('/v1/models/load', {
    schema: {
      summary: 'Switch to another model',
      description:
        'Loads an installed variant in place of the present one, once the speech in flight has ended, until the next start; `model` in `/health` says how far it is, and new speech gets 503 meanwhile. Allowed to those who may install a model.',
      body: ModelPullRequest,
      response: {
        202: ModelLoadAccepted,
        ...errorResponses(400, 403, [404, 'not_installed'], 408, [409, 'conflict', 'switch_running'], 413, 415),
      },
    },
    onRequest,
    handler: async ({ body: { variant } }) => {
      const decision = await app.engines.load(variant);
      if (decision.kind === 'accepted') return { variant };
      if (decision.kind === 'not-built') throw apiError(NOT_BUILT[decision.found], { parameters: { variant } });
      throw apiError('switch_running', { parameters: { other: decision.variant, variant } });
    },
  });
}
