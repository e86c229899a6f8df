import { ApiError, type App, validationDetails } from '@ownvoice/shared';
import { clientKey } from '@ownvoice/shared/client-address';
import {
  type BrokenRule,
  Job,
  JobRequest,
  MAX_JOB_CHARACTERS,
  MAX_PART_CHARACTERS,
  MAX_PARTS,
  type PartRequest,
} from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import { apiError } from '../../../../errors.js';
import type { JobManifest, JobPart } from '../../../../jobs/job.js';
import type { NewJob } from '../../../../jobs/narrator.js';
import { tooManyUploads } from '../../../../reference-audio/reference-form.js';
import { kindOf, type SpeechRequest, speakerOf } from '../../../../synthesis/speech-request.js';
import { estimatedSeconds } from '../../../../synthesis/stream.js';
import {
  instructionOf,
  namedVoice,
  type RequestedVoice,
  taggedVoices,
  textOf,
  unknownVoice,
  voiceNameOf,
  voicesFor,
} from '../request.js';
import { speechErrors } from '../response.js';
import { narratorOf, onlyWithJobs } from './index.js';

/** Six bytes for each character, as JSON escapes it. */
const MAX_BODY_BYTES = 16 * 1024 ** 2;
/** For each part a dozen. */
const MAX_BODY_ENTRIES = 12 * MAX_PARTS;

/** A part as it was asked for, with what the narration says for all parts. */
interface AskedPart {
  readonly title: string | null;
  readonly request: SpeechRequest;
  readonly field: string;
}

/** @throws ApiError 400 with a message for each broken rule; 413 */
async function askedParts(request: FastifyRequest & { body: JobRequest }): Promise<AskedPart[]> {
  const { body, server, validationError } = request;
  const broken: BrokenRule[] = validationError
    ? validationDetails(validationError.validation, validationError.validationContext)
    : [];
  // Of a body that broke a rule anything may be here.
  const { input, parts, voice: voiceOfAll, ...all } = (body ?? {}) as Partial<JobRequest>;
  if ((input ?? undefined) !== undefined && parts)
    broken.push({ field: 'input', code: 'not_with', parameters: { other: 'parts' } });
  if ((input ?? undefined) === undefined && !parts && broken.length === 0)
    broken.push({ field: 'body', code: 'none_of', parameters: { fields: 'input, parts' } });
  const given: readonly PartRequest[] = Array.isArray(parts) ? parts : [{ input: input ?? '' }];
  if (broken.length === 0) expectFits(given);
  const voicesHere = voicesFor(request);
  const known = new Map<string, RequestedVoice | undefined>();
  const voiceAt = async (voice: unknown, field: string, instruct: string): Promise<RequestedVoice | undefined> => {
    const name = voiceNameOf(voice, voicesHere);
    if (typeof name !== 'string' || broken.some((rule) => rule.field.startsWith(field))) return undefined;
    const key = JSON.stringify([name, instruct]);
    if (!known.has(key)) known.set(key, await namedVoice(voicesHere, name, instruct));
    const found = known.get(key);
    if (!found) broken.push(await unknownVoice(voicesHere, field));
    return found;
  };
  // Also where every part has its own.
  await voiceAt(voiceOfAll, 'voice', '');
  const asked: AskedPart[] = [];
  for (const [index, part] of given.slice(0, MAX_PARTS).entries()) {
    if (typeof part?.input !== 'string') continue;
    const field = parts ? `parts.${index}.` : '';
    const instruct = instructionOf(part) || instructionOf(all);
    const voice = await voiceAt(part.voice ?? voiceOfAll, part.voice ? `${field}voice` : 'voice', instruct);
    const voices = await taggedVoices(voicesHere, part.input, instruct, `${field}input`);
    if (Array.isArray(voices)) broken.push(...voices);
    if (Array.isArray(voices) || !voice || broken.length > 0) continue;
    const { seed = null, pronunciations = null } = all;
    const spoken = {
      input: part.input,
      language: part.language ?? all.language ?? null,
      speed: part.speed ?? all.speed ?? null,
      seed,
      pronunciations,
    };
    const request = { ...textOf(spoken, server.config.normalize), ...voice, voices };
    asked.push({ title: part.title ?? null, request, field: `${field}input` });
  }
  if (broken.length > 0) throw ApiError.invalid(broken);
  return asked;
}

/** @throws ApiError 413 */
function expectFits(parts: readonly PartRequest[]): void {
  if (parts.length > MAX_PARTS) throw apiError('too_many_parts', { parameters: { limit: MAX_PARTS } });
  let characters = 0;
  for (const [index, { input }] of parts.entries()) {
    const own = [...input].length;
    if (own > MAX_PART_CHARACTERS)
      throw apiError('part_too_long', { parameters: { part: index + 1, limit: MAX_PART_CHARACTERS } });
    characters += own;
  }
  if (characters > MAX_JOB_CHARACTERS) throw apiError('job_too_long', { parameters: { limit: MAX_JOB_CHARACTERS } });
}

/** POST /v1/audio/jobs: texts in, a narration that is spoken in the background out. */
export async function createJobRoute(app: App): Promise<void> {
  onlyWithJobs(app);
  const { synthesizer } = app;

  /** Cuts every text, so that what is accepted can be spoken. @throws ApiError 400 */
  const checked = async (
    { title, request, field }: AskedPart,
    signal: AbortSignal,
  ): Promise<NewJob['parts'][number]> => {
    const text = await synthesizer.cutInBackground(request, signal, { field });
    const { voice, input, language, speed } = request;
    if (voice.kind !== 'speech' && voice.kind !== 'library') throw new Error('A narration has no recording.');
    return {
      title,
      input,
      language,
      speed,
      characters: [...input].length,
      voice: { kind: voice.kind, id: voice.id },
      instruct: voice.kind === 'speech' ? voice.instruct : '',
      estimatedSeconds: estimatedSeconds(text, speed),
      chunks: text.chunks.length,
    };
  };

  app.post('/v1/audio/jobs', {
    bodyLimit: MAX_BODY_BYTES,
    config: { maxEntries: MAX_BODY_ENTRIES },
    schema: {
      summary: 'Narrate long texts in the background',
      description: 'Only with --jobs. Every text and voice is checked before it is accepted.',
      body: JobRequest,
      response: { 202: Job, ...speechErrors(400, 401, 403, 404, 408, 409, 413, 415, 429, 507) },
    },
    // The handler knows the voices, and reports every broken rule at once.
    attachValidation: true,
    // Bodies of this size are counted as those of recordings are.
    onRequest: async (request, reply) => {
      const permit = app.admission.permit(clientKey(request.ip, request.socket.remoteAddress));
      const bytes = Number(request.headers['content-length'] ?? MAX_BODY_BYTES);
      reply.raw.once('close', () => permit.release());
      if (!permit.add({ uploads: 1, uploadBytes: Math.min(bytes, MAX_BODY_BYTES) || 0 })) throw tooManyUploads();
    },
    handler: async (request, reply) => {
      const { title = null, seed, pronunciations = null } = (request.body ?? {}) as JobRequest;
      const asked = await askedParts(request);
      const narrator = narratorOf(app);
      const signal = reply.abandoned();
      const parts: NewJob['parts'][number][] = [];
      for (const part of asked) parts.push(await checked(part, signal));
      for (const { request } of asked)
        for (const { voice } of [request, ...(request.voices?.values() ?? [])])
          synthesizer.expect(kindOf(voice), speakerOf(voice));
      await narrator.expectPlace();
      for (const { request } of asked) synthesizer.expectEngine(request);
      const { user: owner, seesAll } = app.expectCaller(request);
      const job = await narrator.create({ title, owner, seesAll, seed: seed ?? undefined, pronunciations, parts });
      request.logFields = { ...request.logFields, job: job.id, parts: job.parts.length, characters: job.characters };
      reply.header('location', `/v1/audio/jobs/${job.id}`);
      return job;
    },
  });
}

/** What a part of a narration asks for, as it was accepted; undefined when its voice is gone. */
export async function requestOfPart(
  app: Pick<App, 'config' | 'voiceLibrary' | 'engines'>,
  { voice: { kind, id }, instruct, language, speed }: JobPart,
  { seed, pronunciations, owner, seesAll }: JobManifest,
  input: string,
): Promise<SpeechRequest | undefined> {
  const { engines, voiceLibrary } = app;
  const known = { engines, voiceLibrary, caller: { user: owner, seesAll } };
  const found = await namedVoice(known, id, instruct);
  if (found?.voice.kind !== kind) return undefined;
  const voices = await taggedVoices(known, input, instruct, 'input');
  if (Array.isArray(voices)) return undefined;
  return { ...textOf({ input, speed, seed, pronunciations }, app.config.normalize), language, ...found, voices };
}
