import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { ApiError, type App, atMinimumRate } from '@ownvoice/shared';
import { clientKey } from '@ownvoice/shared/client-address';
import { SpeechRequest, VoiceCloneRequest } from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { ReferenceAudio } from '../../../engines/engine.js';
import { decodeReference } from '../../../reference-audio/decode-reference.js';
import { Turns } from '../../../reference-audio/turns.js';
import { UploadPlaces } from '../../../reference-audio/upload-places.js';
import { DEFAULT_VOICE_LANGUAGE } from '../../../synthesis/speech-request.js';
import { audioResponses, sendSpeech } from './answer.js';
import { type CloneForm, FORM_LIMITS, readCloneForm, tooManyUploads } from './clone-form.js';
import { FieldReader } from './fields.js';

/** Eight of the largest files; one address has room for four. */
const UPLOADS = { uploads: 64, bytes: 200 * 1024 ** 2, uploadsOfAddress: 16, bytesOfAddress: 100 * 1024 ** 2 } as const;
/** Each may take a processor for a second, and 80 MB. */
const PARALLEL_DECODERS = 4;

export interface VoiceCloneOptions {
  /** In each such time an upload must bring 10 KiB, in ms. */
  bodyWindowMs?: number | undefined;
}

const { input, speed, seed } = SpeechRequest.properties;
const { reference_text, model, response_format, language } = VoiceCloneRequest.properties;
/** The text fields, numbers parsed. */
const CloneFields = Type.Object({ input, reference_text, model, response_format, language, speed, seed });
type CloneFields = Static<typeof CloneFields>;

/** A form carries text only. What is no number stays text, which the schema refuses. */
const asNumber = (text: string) => (/^-?\d{1,20}(\.\d{1,20})?$/.test(text.trim()) ? Number(text) : text);

function readFields(request: FastifyRequest, { fields }: CloneForm): CloneFields {
  const values: Record<string, unknown> = Object.fromEntries(fields);
  for (const name of ['speed', 'seed']) {
    const text = fields.get(name);
    if (text !== undefined) values[name] = asNumber(text);
  }
  const validate = request.compileValidationSchema(CloneFields);
  if (validate(values)) return values as CloneFields;
  throw Object.assign(new Error('The form is not valid.'), { validation: validate.errors, validationContext: 'body' });
}

function toReference(samples: Float32Array, text: string | undefined): ReferenceAudio {
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
  const schema = {
    tags: ['speech'],
    summary: 'Speak a text with the voice of a recording',
    security: [],
    consumes: ['multipart/form-data'],
    body: VoiceCloneRequest,
    response: audioResponses(400, 408, 409, 413, 415, 429, 500, 503),
  };

  /** Checks the whole request first: a 400 comes before a 409 about the loaded model. */
  const read = async (request: FastifyRequest, signal: AbortSignal) => {
    const place = uploads.enter(clientKey(request.ip, request.socket.remoteAddress));
    if (!place) throw tooManyUploads();
    try {
      const form = await atMinimumRate(request.raw, () => readCloneForm(request, place), bodyWindowMs);
      const body = readFields(request, form);
      const fields = new FieldReader();
      fields.model(body.model ?? 'engine-tts-clone', 'clone');
      fields.responseFormat(body.response_format ?? 'wav');
      const wanted = fields.language(body.language ?? 'auto');
      fields.finish();
      const { samples } = await decoders.run(() => decodeReference(form.audio, signal), signal);
      return { body, language: wanted, reference: toReference(samples, body.reference_text) };
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
      const { body, language: wanted, reference } = await read(request, signal);
      return sendSpeech(request, reply, {
        input: body.input,
        language: wanted,
        voice: { kind: 'clone', reference },
        voiceLanguage: DEFAULT_VOICE_LANGUAGE,
        speed: body.speed ?? 1,
        seed: body.seed,
      });
    },
  );
}
