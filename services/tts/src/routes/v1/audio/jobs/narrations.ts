import { type App, isCrossSite } from '@ownvoice/shared';
import { apiError } from '../../../../errors.js';
import type { JobManifest, JobPart } from '../../../../jobs/job.js';
import type { Narrator } from '../../../../jobs/narrator.js';
import type { SpeechRequest } from '../../../../synthesis/speech-request.js';
import { namedVoice, taggedVoices, textOf } from '../request.js';

/** @throws ApiError 404 when the service keeps no narrations */
export function narratorOf({ narrator }: Pick<App, 'narrator'>): Narrator {
  if (narrator) return narrator;
  throw apiError('no_jobs');
}

/**
 * The routes of this scope are not there without a folder of narrations, and neither are those of others for a user. Pages
 * of other sites change nothing.
 */
export function onlyWithJobs(app: App): void {
  app.addHook('onRequest', async (request) => {
    const { method, headers } = request;
    const narrator = narratorOf(app);
    const caller = app.expectCaller(request);
    const { id } = request.params as { readonly id?: string };
    if (id !== undefined) await narrator.expectUsable(id, caller);
    if (!['GET', 'HEAD'].includes(method) && isCrossSite(headers, app.config.corsOrigins)) throw apiError('cross_site');
  });
}

/** @throws ApiError 404 for what is no number of a part */
export function partNumber(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw apiError('unknown_part');
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
