import { ApiError, atMinimumRate, boundLists, validationDetails, wrongContentType } from '@ownvoice/shared';
import { clientKey } from '@ownvoice/shared/client-address';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Static, TObject } from 'typebox';
import type { ReferenceAudio } from '../engines/engine.js';
import { AudioRefused, decodeReference } from '../reference-audio/decode-reference.js';
import {
  FILE_FIELD,
  type ReferenceForm,
  readReferenceForm,
  tooManyUploads,
} from '../reference-audio/reference-form.js';
import { Turns } from '../reference-audio/turns.js';
import { UploadPlaces } from '../reference-audio/upload-places.js';
import { hashOf } from '../voice-library/voice-library.js';

declare module 'fastify' {
  interface FastifyInstance {
    referenceUploads: ReferenceUploads;
  }
}

/** Eight of the largest files; one address has room for four. */
const UPLOADS = { uploads: 64, bytes: 200 * 1024 ** 2, uploadsOfAddress: 16, bytesOfAddress: 100 * 1024 ** 2 } as const;
/** Each may take a processor for a second, and 80 MB. */
const PARALLEL_DECODERS = 4;

/** What a route expects of its form. */
export interface FormRules<T extends TObject> {
  /** The text fields. */
  readonly fields: T;
  /** How a field becomes its value; text stays text. What has no value is left for the schema to refuse. */
  readonly readers?: Readonly<Record<string, (text: string) => unknown>>;
  /** The field that may stand in for the recording. */
  readonly insteadOfAudio?: string;
}

/** A form that keeps all rules. */
export interface UploadedForm<T extends TObject> {
  readonly fields: Static<T>;
  /** Absent when another field stands in for it. */
  readonly reference: ReferenceAudio | undefined;
}

/** A transcript is what was said, even when that is "null". */
const TRANSCRIPT_FIELD = 'reference_text';

/** The field that a sentence names first. */
const fieldOf = (sentence: string) => sentence.split(' ', 1)[0];

/** Forms with a recording, within the bounds that all routes share. */
export class ReferenceUploads {
  readonly #places = new UploadPlaces(UPLOADS);
  readonly #decoders = new Turns(PARALLEL_DECODERS);
  readonly #bodyWindowMs: number | undefined;

  /** @param bodyWindowMs in each such time an upload must bring 10 KiB */
  constructor(bodyWindowMs: number | undefined) {
    this.#bodyWindowMs = bodyWindowMs;
  }

  /**
   * Reads and checks a whole form, decodes its recording.
   *
   * @throws ApiError 400, 408, 413, 415 or 429
   */
  async read<T extends TObject>(
    request: FastifyRequest,
    rules: FormRules<T>,
    signal: AbortSignal,
  ): Promise<UploadedForm<T>> {
    if (!request.isMultipart()) throw wrongContentType(request);
    const place = this.#places.enter(clientKey(request.ip, request.socket.remoteAddress));
    if (!place) throw tooManyUploads();
    try {
      const names = new Set([...Object.keys(rules.fields.properties), FILE_FIELD]);
      const form = await atMinimumRate(request.raw, () => readReferenceForm(request, place, names), this.#bodyWindowMs);
      const values = valuesOf(form, rules);
      boundLists(values, rules.fields);
      const validate = request.compileValidationSchema(rules.fields);
      const broken = [...form.broken];
      const isStoodIn = rules.insteadOfAudio !== undefined && values[rules.insteadOfAudio] !== undefined;
      if (isStoodIn && (form.audio || values[TRANSCRIPT_FIELD] !== undefined))
        broken.push(`${rules.insteadOfAudio} must not be sent with ${form.audio ? FILE_FIELD : TRANSCRIPT_FIELD}.`);
      if (!form.audio && !isStoodIn && !broken.some((sentence) => fieldOf(sentence) === FILE_FIELD))
        broken.push(`${FILE_FIELD} is required.`);
      const named = new Set(broken.map(fieldOf));
      if (!validate(values)) {
        const details = validationDetails(validate.errors ?? [], 'body');
        broken.push(...details.filter((detail) => !named.has(fieldOf(detail))));
      }
      const { audio } = form;
      const samples = audio && (await this.#decoders.run(() => decode(audio, broken, signal), signal));
      if (broken.length > 0) throw ApiError.invalid(broken);
      const fields = values as Static<T>;
      return { fields, reference: samples && toReference(samples, values[TRANSCRIPT_FIELD]) };
    } finally {
      place.leave();
    }
  }
}

/** The fields with their types, before validation. */
function valuesOf<T extends TObject>(form: ReferenceForm, { fields, readers = {} }: FormRules<T>) {
  const required = new Set<string>(fields.required ?? []);
  /** Forms cannot leave a field out as JSON can: an empty one is absent, and so is the text that null turns into. */
  const isAbsent = (name: string, text: string) =>
    Object.hasOwn(fields.properties, name) &&
    !required.has(name) &&
    (text === '' || (text === 'null' && name !== TRANSCRIPT_FIELD));
  return Object.fromEntries(
    [...form.fields]
      .filter(([name, text]) => !isAbsent(name, text.trim()))
      .map(([name, text]): [string, unknown] => [name, readers[name]?.(text) ?? text]),
  );
}

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

function toReference(samples: Float32Array, text: unknown): ReferenceAudio {
  const words = typeof text === 'string' ? text.trim() : '';
  return { samples, hash: hashOf(samples), ...(words ? { text: words } : {}) };
}

/** Uploads of recordings, for the routes that take them. */
export const referenceUploads = fp(
  async (app: FastifyInstance, { bodyWindowMs }: { bodyWindowMs: number | undefined }) => {
    app.decorate('referenceUploads', new ReferenceUploads(bodyWindowMs));
  },
  { name: 'reference-uploads' },
);
