import type { Job, JobRequest } from '@ownvoice/shared/contract';
import { storedToken } from '../../http/token-storage.js';
import { saveFile } from '../../interface/browser.js';
import { send, sendJson } from '../api.js';

const JOBS = '/v1/audio/jobs';

export const fetchJobs = async (signal: AbortSignal): Promise<readonly Job[]> =>
  (await sendJson<{ jobs: Job[] }>(JOBS, { signal })).jobs;

export const createJob = (body: JobRequest) => sendJson<Job>(JOBS, { method: 'POST', body });

export const deleteJob = (id: string) => send(`${JOBS}/${id}`, { method: 'DELETE' });

/** @param action `pause`, `resume` or `parts/1/again` */
export const postToJob = (id: string, action: string) => send(`${JOBS}/${id}/${action}`, { method: 'POST' });

/**
 * An address from which the browser itself can load a file of a narration, piece by piece. Where a token is needed, which
 * only the page can send, the file is loaded first.
 * @param file such as `audio?format=zip`, `parts/1/audio`
 */
export async function addressOf(id: string, file: string): Promise<string> {
  const path = `${JOBS}/${id}/${file}`;
  if (storedToken(Date.now()) === undefined) return path;
  return URL.createObjectURL(await (await send(path, {})).blob());
}

/** Has the browser save a file of a narration. */
export async function saveJobFile(id: string, file: string, name: string): Promise<void> {
  saveFile(await addressOf(id, file), name);
}
