import type { Multipart, MultipartFile } from '@fastify/multipart';
import { ApiError } from '@ownvoice/shared';
import { MAX_REFERENCE_BYTES } from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import type { UploadPlace } from './upload-places.js';

/** A form as it came: text fields by name, the one file, and a sentence for each broken rule of the form itself. */
export interface ReferenceForm {
  readonly fields: ReadonlyMap<string, string>;
  /** Absent when none was sent, or when `broken` says why. */
  readonly audio: Buffer | undefined;
  readonly broken: readonly string[];
}

export const FILE_FIELD = 'reference_audio';
/** The longest list of pronunciations in JSON; anything beyond this is too long whatever it is. */
const MAX_FIELD_BYTES = 512 * 1024;
/** What the text fields and the form's own marks may add to the file. */
const MAX_REST_BYTES = 1024 * 1024;

/** Limits under which a form is parsed. One more file than allowed is let through, to be told apart from a large one. */
export const FORM_LIMITS = {
  fileSize: MAX_REFERENCE_BYTES,
  files: 2,
  fields: 20,
  parts: 22,
  fieldSize: MAX_FIELD_BYTES,
  fieldNameSize: 100,
  headerPairs: 20,
} as const;

const UNREADABLE = 'body is not a complete multipart/form-data form.';

const tooLarge = () => new ApiError(413, `${FILE_FIELD} is larger than ${MAX_REFERENCE_BYTES / 1024 / 1024} MB.`);

/** Back-pressure. */
export const tooManyUploads = () =>
  new ApiError(429, 'Too many uploads at once; try again later.', { headers: { 'retry-after': 2 } });

/**
 * Reads a form with one file. It is read to its end even when it is already known to be refused, keeping nothing, so
 * that the client gets to see the answer.
 *
 * @param place counts what is kept
 * @param names of the route's fields
 * @throws ApiError 400 when it cannot be read as a form; 413 when the file is too large; 429 when there is no room for it
 */
export async function readReferenceForm(
  request: FastifyRequest,
  place: UploadPlace,
  names: ReadonlySet<string>,
): Promise<ReferenceForm> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_REFERENCE_BYTES + MAX_REST_BYTES) throw tooLarge();
  /** The name of a field, in quotes when it is none of the route's. */
  const shown = (name: string) => (names.has(name) ? name : JSON.stringify(name.slice(0, 50)));
  const broken: string[] = [];
  const fields = new Map<string, string>();
  const files: Buffer[] = [];
  let oversized = false;
  let crowded = false;
  for await (const part of parts(request)) {
    if (part.type === 'field') {
      crowded ||= typeof part.value === 'string' && !place.take(2 * part.value.length);
      readField(part, fields, broken, shown);
      continue;
    }
    const keep = part.fieldname === FILE_FIELD && files.length === 0;
    if (part.fieldname !== FILE_FIELD)
      broken.push(`${shown(part.fieldname)} must not be a file; only ${FILE_FIELD} is one.`);
    else if (files.length > 0) broken.push(`${FILE_FIELD} must be sent once.`);
    const content = await readFile(part, keep ? place : undefined);
    if (part.file.truncated) oversized = true;
    else if (!content) crowded = true;
    else if (keep) files.push(content);
  }
  if (oversized) throw tooLarge();
  if (crowded) throw tooManyUploads();
  const [audio] = files;
  if (fields.has(FILE_FIELD)) broken.push(`${FILE_FIELD} must be a file.`);
  return { fields, audio, broken };
}

async function* parts(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    throw ApiError.invalid([UNREADABLE], { cause: error });
  }
}

/** @returns undefined when it did not fit into its place; empty without one */
async function readFile(part: MultipartFile, place: UploadPlace | undefined): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let fits = true;
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      if (!place || !fits) continue;
      fits = place.take(chunk.length);
      if (fits) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch (error) {
    throw ApiError.invalid([UNREADABLE], { cause: error });
  }
  return fits ? Buffer.concat(chunks) : undefined;
}

function readField(
  part: Extract<Multipart, { type: 'field' }>,
  fields: Map<string, string>,
  broken: string[],
  shown: (name: string) => string,
): void {
  const { fieldname, value, valueTruncated } = part;
  if (fields.has(fieldname)) broken.push(`${shown(fieldname)} must be sent once.`);
  // A part that says that it is JSON has been parsed.
  else if (fieldname === 'pronunciations' && typeof value === 'object') fields.set(fieldname, JSON.stringify(value));
  else if (typeof value === 'boolean') fields.set(fieldname, String(value));
  else if (typeof value !== 'string') broken.push(`${shown(fieldname)} must be text.`);
  else if (valueTruncated) broken.push(`${shown(fieldname)} is too long.`);
  else fields.set(fieldname, value);
}
