import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { ApiError, type App, atMinimumRate, boundLists, validationDetails } from '@ownvoice/shared';
import { clientKey } from '@ownvoice/shared/client-address';
import { type FormatPolicy, VoiceCloneRequest, withFormats } from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { ReferenceAudio } from '../../../engines/engine.js';
import { AudioRefused, decodeReference } from '../../../reference-audio/decode-reference.js';
import { Turns } from '../../../reference-audio/turns.js';
import { UploadPlaces } from '../../../reference-audio/upload-places.js';
import { DEFAULT_VOICE_LANGUAGE } from '../../../synthesis/speech-request.js';
import { audioResponses, sendSpeech } from './answer.js';
import { type CloneForm, FORM_LIMITS, readCloneForm, tooManyUploads } from './clone-form.js';
import { languageOf, pronunciationsOf } from './fields.js';

/** Eight of the largest files; one address has room for four. */
const UPLOADS = { uploads: 64, bytes: 200 * 1024 ** 2, uploadsOfAddress: 16, bytesOfAddress: 100 * 1024 ** 2 } as const;
/** Each may take a processor for a second, and 80 MB. */
const PARALLEL_DECODERS = 4;

export interface VoiceCloneOptions {
  /** In each such time an upload must bring 10 KiB, in ms. */
  bodyWindowMs?: number | undefined;
}

const { reference_audio: _file, ...textFields } = VoiceCloneRequest.properties;
const formFields = (formats: FormatPolicy) => withFormats(Type.Object(textFields), formats);
type FormFields = Static<ReturnType<typeof formFields>>;

/** Numbers of a form are text. What is no number stays text, which the schema refuses. */
const asNumber = (text: string) => (/^-?\d{1,20}(\.\d{1,20})?$/.test(text) ? Number(text) : text);
/** What is no JSON stays text too. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  speed: asNumber,
  seed: asNumber,
  pronunciations: asJson,
};
/** Forms cannot leave a field out as JSON can: an empty one is absent, and so is the text that null turns into. */
const isAbsent = (name: string, text: string) =>
  OPTIONAL.has(name) && (text === '' || (text === 'null' && name !== 'reference_text'));
const OPTIONAL = new Set(Object.keys(VoiceCloneRequest.properties).filter((name) => name !== 'input'));

/** The fields with their types, before validation. */
const valuesOf = ({ fields }: CloneForm): Record<string, unknown> =>
  Object.fromEntries(
    [...fields]
      .filter(([name, text]) => !isAbsent(name, text.trim()))
      .map(([name, text]) => [name, READERS[name]?.(text.trim()) ?? text]),
  );

/** The field that a sentence names first. */
const fieldOf = (sentence: string) => sentence.split(' ', 1)[0];

/** The samples of an upload; undefined, and one more broken rule, when it cannot be used. */
async function decode(upload: Buffer, broken: string[], signal: AbortSignal): Promise<Float32Array | undefined> {
  try {
    return (await decodeReference(upload, signal)).samples;
  } catch (error) {
    if (!(error instanceof AudioRefused)) throw error;
    broken.push(...(error.details ?? []));
    return undefined;
  }
}

function toReference(samples: Float32Array, text: string | null | undefined): ReferenceAudio {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const words = text?.trim();
  return { samples, hash, ...(words ? { text: words } : {}) };
}

/** POST /v1/audio/voice-clone: text and a recording of a voice in, speech of that voice out. */
export async function voiceCloneRoute(app: App, { bodyWindowMs }: VoiceCloneOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  const uploads = new UploadPlaces(UPLOADS);
  const decoders = new Turns(PARALLEL_DECODERS);
  const fieldsSchema = formFields(app.formatPolicy);
  const schema = {
    tags: ['speech'],
    summary: 'Speak a text with the voice of a recording',
    security: [],
    consumes: ['multipart/form-data'],
    body: withFormats(VoiceCloneRequest, app.formatPolicy),
    response: audioResponses(400, 408, 409, 413, 415, 429, 500, 503),
  };

  /** Checks the whole request first: a 400 comes before a 409 about the loaded model. */
  const read = async (request: FastifyRequest, signal: AbortSignal) => {
    const place = uploads.enter(clientKey(request.ip, request.socket.remoteAddress));
    if (!place) throw tooManyUploads();
    try {
      const form = await atMinimumRate(request.raw, () => readCloneForm(request, place), bodyWindowMs);
      const values = valuesOf(form);
      boundLists(values, fieldsSchema);
      const validate = request.compileValidationSchema(fieldsSchema);
      const broken = [...form.broken];
      const named = new Set(broken.map(fieldOf));
      if (!validate(values)) {
        const details = validationDetails(validate.errors ?? [], 'body');
        broken.push(...details.filter((detail) => !named.has(fieldOf(detail))));
      }
      const { audio } = form;
      const samples = audio && (await decoders.run(() => decode(audio, broken, signal), signal));
      if (!samples || broken.length > 0) throw ApiError.invalid(broken);
      const body = values as FormFields;
      return { body, reference: toReference(samples, body.reference_text) };
    } finally {
      place.leave();
    }
  };

  app.post(
    '/v1/audio/voice-clone',
    {
      config: { speech: 'clone' },
      schema,
      // The schema documents the form; the handler validates its fields after parsing.
      attachValidation: true,
    },
    async (request, reply) => {
      if (!request.isMultipart()) throw new ApiError(415, 'The body must be multipart/form-data.');
      const signal = reply.abandoned();
      const { body, reference } = await read(request, signal);
      return sendSpeech(request, reply, {
        input: body.input,
        language: languageOf(body.language),
        voice: { kind: 'clone', reference },
        voiceLanguage: DEFAULT_VOICE_LANGUAGE,
        speed: body.speed ?? 1,
        seed: body.seed ?? undefined,
        pronunciations: pronunciationsOf(body.pronunciations),
      });
    },
  );
}
