import { findModel, requirementsOf } from '@ownvoice/qwen3-tts/store';
import { type App, isCrossSite } from '@ownvoice/shared';
import {
  errorResponses,
  ModelLoadAccepted,
  ModelPullAccepted,
  ModelPullOffer,
  ModelPullRequest,
} from '@ownvoice/shared/contract';
import { VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import type { FastifyRequest } from 'fastify';
import { apiError } from '../../../errors.js';
import { measureMachine } from '../../../machine/measure-machine.js';
import { isSameOrigin, mayBeSameOrigin, type RequestOrigin } from './same-origin.js';

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
    if (request.method === 'POST' && engineUrls.length > 0) throw apiError('engines_elsewhere');
  };
  app.get(
    '/v1/models/pull',
    {
      schema: {
        summary: 'What each model needs, and what this machine has',
        response: { 200: ModelPullOffer },
      },
    },
    async (request) => {
      const { cores, memoryBytes, freeDiskBytes, gpu } = await measureMachine(modelsDir);
      const variants = await Promise.all(
        VARIANT_NAMES.map(async (variant) => {
          const found = await findModel(modelsDir, variant, precision, chosenPrecision);
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
  );
  app.post(
    '/v1/models/pull',
    {
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
    },
    async (request) => {
      const { variant } = request.body;
      const decision = app.engines.pull(variant);
      if (decision.kind === 'busy')
        throw apiError('installation_running', { parameters: { other: decision.variant, variant } });
      return { variant, loads: decision.loads };
    },
  );
  app.post(
    '/v1/models/load',
    {
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
    },
    async (request) => {
      const { variant } = request.body;
      const decision = await app.engines.load(variant);
      if (decision.kind === 'not-built') throw apiError(NOT_BUILT[decision.found], { parameters: { variant } });
      if (decision.kind === 'busy')
        throw apiError('switch_running', { parameters: { other: decision.variant, variant } });
      return { variant };
    },
  );
}
