import type { SpeechRequest, VoiceDesignRequest } from '@ownvoice/shared/contract';

/** Who speaks: a voice of the server, a description, or a sample. */
export type Speaker =
  | { kind: 'voice'; voice: string; instruct: string }
  | { kind: 'design'; description: string }
  | { kind: 'clone'; reference: Reference | undefined; transcript: string };

export interface Reference {
  audio: Blob;
  name: string;
}

/** Everything one press of "Speak" asks for. */
export interface Job {
  input: string;
  /** A language of the contract, or '' to find it out. */
  language: string;
  speed: number;
  /** A whole number, or undefined for another take each time. */
  seed: number | undefined;
  speaker: Speaker;
}

export const routeOf = (speaker: Speaker): string =>
  ({ voice: '/v1/audio/speech', design: '/v1/audio/voice-design', clone: '/v1/audio/voice-clone' })[speaker.kind];

/** What is left at its default is not sent, so that the shown request is as short as it can be. */
function choices({ language, speed, seed }: Job) {
  return {
    ...(language === '' ? {} : { language }),
    ...(speed === 1 ? {} : { speed }),
    ...(seed === undefined ? {} : { seed }),
  };
}

/** The JSON body for a voice of the server or a designed one. */
export function jsonBody(job: Job, speaker: Exclude<Speaker, { kind: 'clone' }>): SpeechRequest | VoiceDesignRequest {
  if (speaker.kind === 'design') {
    return {
      model: 'engine-tts-voicedesign',
      input: job.input,
      voice_description: speaker.description,
      ...choices(job),
    };
  }
  const { instruct, voice } = speaker;
  return { model: 'engine-tts', input: job.input, voice, ...(instruct === '' ? {} : { instruct }), ...choices(job) };
}

/** The text fields of a clone's form, in order. */
export function formFields(job: Job, speaker: Extract<Speaker, { kind: 'clone' }>): [string, string][] {
  const rest = Object.entries(choices(job)).map(([name, value]): [string, string] => [name, String(value)]);
  const transcript: [string, string][] = speaker.transcript === '' ? [] : [['reference_text', speaker.transcript]];
  return [['input', job.input], ...transcript, ...rest];
}

/** The body as it is sent: JSON, or a form with the sample. */
export function bodyOf(job: Job): unknown {
  const { speaker } = job;
  if (speaker.kind !== 'clone') return jsonBody(job, speaker);
  const form = new FormData();
  for (const [name, value] of formFields(job, speaker)) form.append(name, value);
  if (speaker.reference !== undefined) form.append('reference_audio', speaker.reference.audio, speaker.reference.name);
  return form;
}
