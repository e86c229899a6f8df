import { ApiError, validationDetails, withSlowRequestGuard, wrongContentType } from '@ownvoice/shared';
import { clientKey } from '@ownvoice/shared/client-address';
import { type BrokenRule, SPEECH_HEADERS } from '@ownvoice/shared/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Static, TObject, TSchema } from 'typebox';
import type { ReferenceAudio } from '../engines/engine.js';
import { decodeReference } from '../reference-audio/decode-reference.js';
import { UnreadableAudio } from '../reference-audio/recording-rules.js';
import {
  FILE_FIELD,
  type ReferenceForm,
  readReferenceForm,
  tooManyUploads,
} from '../reference-audio/reference-form.js';
import { Semaphore } from '../semaphore.js';
import { prepareReference } from '../synthesis/prepare-reference.js';
import { hashOf } from '../voice-library/voice-library.js';

/** Each may take a core for a second, and 80 MB. */
const PARALLEL_DECODERS = 4;

interface FormRules<T extends TObject> {
  readonly fields: T;
  /** How a text field is read before it is validated. */
  readonly readers?: Readonly<Record<string, (text: string) => string>>;
  /** The field that may stand in for the recording. */
  readonly insteadOfAudio?: string;
}

type ReadUpload = <T extends TObject>(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FormRules<T>,
  signal: AbortSignal,
) => Promise<{ readonly fields: Static<T>; readonly reference: ReferenceAudio | undefined }>;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Reads and checks a whole form, decodes its recording, unless another field stands in for it, and prepares it for cloning.
     *
     * @throws ApiError 400, 408, 413, 415 or 429
     */
    readUpload: ReadUpload;
  }
}

/** A transcript is what was said, even when that is "null". */
const TRANSCRIPT_FIELD = 'reference_text';

/** Forms with a recording, within the bounds that all routes share: in each `bodyWindowMs` an upload must bring 10 KiB. */
export const referenceUploads = fp(
  async (app: FastifyInstance, { bodyWindowMs }: { bodyWindowMs: number | undefined }) => {
    const decoders = new Semaphore(PARALLEL_DECODERS);
    const readUpload: ReadUpload = async (request, reply, rules, signal) => {
      if (!request.isMultipart()) throw wrongContentType(request);
      using permit = app.admission.permit(clientKey(request.ip, request.socket.remoteAddress));
      if (!permit.add({ uploads: 1 })) throw tooManyUploads();
      const names = new Set([...Object.keys(rules.fields.properties), FILE_FIELD]);
      const hasRoomFor = (uploadBytes: number) => permit.add({ uploadBytes });
      const read = () => readReferenceForm(request, hasRoomFor, names);
      const form = await withSlowRequestGuard(request.raw, read, bodyWindowMs);
      const values = valuesOf(form, rules);
      const broken = brokenRulesOf(request, form, values, rules);
      const { audio } = form;
      const decoded = audio && (await decoders.run(() => decode(audio, signal), signal));
      const isRejected = decoded instanceof UnreadableAudio;
      const isOnlyFault = isRejected && broken.length === 0;
      if (isRejected)
        broken.push({ field: FILE_FIELD, code: 'recording_unusable', parameters: { why: decoded.message } });
      if (broken.length > 0) throw ApiError.invalid(broken, isOnlyFault ? decoded.code : undefined);
      const samples = isRejected ? undefined : decoded;
      const reference = samples && toReference(samples, values[TRANSCRIPT_FIELD], reply);
      return { fields: values as Static<typeof rules.fields>, reference };
    };
    app.decorate('readUpload', readUpload);
  },
  { name: 'reference-uploads', dependencies: ['synthesis'] },
);

function brokenRulesOf<T extends TObject>(
  request: FastifyRequest,
  form: ReferenceForm,
  values: Readonly<Record<string, unknown>>,
  { fields, insteadOfAudio }: FormRules<T>,
): BrokenRule[] {
  const broken = [...form.broken];
  const isStoodIn = insteadOfAudio !== undefined && values[insteadOfAudio] !== undefined;
  const other = form.audio ? FILE_FIELD : TRANSCRIPT_FIELD;
  if (isStoodIn && (form.audio || values[TRANSCRIPT_FIELD] !== undefined))
    broken.push({ field: insteadOfAudio, code: 'not_with', parameters: { other } });
  if (!form.audio && !isStoodIn && !broken.some(({ field }) => field === FILE_FIELD))
    broken.push({ field: FILE_FIELD, code: 'required' });
  const named = new Set(broken.map(({ field }) => field));
  const validate = request.compileValidationSchema(fields);
  const details = validate(values) ? [] : validationDetails(validate.errors ?? [], 'body');
  return [...broken, ...details.filter(({ field }) => !named.has(field))];
}

/** The fields with their types, before validation. Forms cannot leave a field out as JSON can: an empty one is absent. */
function valuesOf<T extends TObject>(form: ReferenceForm, { fields, readers = {} }: FormRules<T>) {
  const required = new Set<string>(fields.required ?? []);
  /** So is the text that null turns into. */
  const isAbsent = (name: string, text: string) =>
    Object.hasOwn(fields.properties, name) &&
    !required.has(name) &&
    (text === '' || (text === 'null' && name !== TRANSCRIPT_FIELD));
  return Object.fromEntries(
    [...form.fields]
      .filter(([name, text]) => !isAbsent(name, text.trim()))
      .map(([name, text]) => [name, typedValue(readers[name]?.(text) ?? text, fields.properties[name])]),
  );
}

/** Numbers, booleans and lists are text in a form. What is neither stays text, which the schema rejects. */
function typedValue(
  text: string,
  schema: (TSchema & { readonly type?: string | readonly string[]; readonly maxItems?: number }) | undefined,
): unknown {
  const types = [schema?.type].flat();
  if ((types.includes('number') || types.includes('integer')) && /^\s*-?\d{1,20}(\.\d{1,20})?\s*$/.test(text))
    return Number(text);
  if (types.includes('boolean') && /^\s*(?:true|false)\s*$/.test(text)) return text.trim() === 'true';
  if (!types.includes('array')) return text;
  try {
    const list: unknown = JSON.parse(text);
    // One entry beyond the limit is enough to reject it, and a million are not checked one by one.
    return Array.isArray(list) && schema?.maxItems !== undefined ? list.slice(0, schema.maxItems + 1) : list;
  } catch {
    return text;
  }
}

const decode = (upload: Buffer, signal: AbortSignal): Promise<Float32Array | UnreadableAudio> =>
  decodeReference(upload, signal).catch((error: unknown) => {
    if (error instanceof UnreadableAudio) return error;
    throw error;
  });

/** What is cloned of a recording; a header says which seconds. @throws ApiError 400 for the transcript of another one */
function toReference(recording: Float32Array, transcript: unknown, reply: FastifyReply): ReferenceAudio {
  const words = typeof transcript === 'string' ? transcript.trim() : '';
  const prepared = prepareReference(recording, words || undefined);
  if ('code' in prepared) throw ApiError.invalid([prepared], 'transcript_mismatch');
  const { samples, text, start, end } = prepared;
  reply.header(SPEECH_HEADERS.reference, `${start.toFixed(3)}-${end.toFixed(3)}`);
  return { samples, hash: hashOf(samples), ...(text !== undefined && { text }) };
}
