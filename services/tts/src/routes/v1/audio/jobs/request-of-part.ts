import type { App } from '@ownvoice/shared';
import type { JobManifest, JobPart } from '../../../../jobs/job.js';
import type { SpeechRequest } from '../../../../synthesis/speech-request.js';
import { allKnown, namedVoice, taggedVoices, textOf } from '../request.js';

/** What a part of a narration asks for, as it was accepted; undefined when its voice is gone. */
export async function requestOfPart(
  app: Pick<App, 'config' | 'voiceLibrary' | 'engines'>,
  { voice: { kind, id }, instruct, language, speed }: JobPart,
  { seed, pronunciations }: JobManifest,
  input: string,
): Promise<SpeechRequest | undefined> {
  const found = await namedVoice(app, id, instruct);
  if (found?.voice.kind !== kind) return undefined;
  const voices = await taggedVoices(app, input, instruct);
  if (!allKnown(voices)) return undefined;
  return { ...textOf({ input, speed, seed, pronunciations }, app.config.normalize), language, ...found, voices };
}
