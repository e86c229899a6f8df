import type { Multipart, MultipartFile } from '@fastify/multipart';
import { ApiError } from '@ownvoice/shared';
import { type BrokenRule, MAX_REFERENCE_BYTES } from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import { apiError } from '../errors.js';

/** A form as it came: text fields by name, the one file, and the broken rules of the form itself. */
export interface ReferenceForm {
  readonly fields: ReadonlyMap<string, string>;
  /** Absent when none was sent, or when `broken` says why. */
  readonly audio: Buffer | undefined;
  readonly broken: readonly BrokenRule[];
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
  fields: 100,
  parts: 102,
  fieldSize: MAX_FIELD_BYTES,
  fieldNameSize: 100,
  headerPairs: 20,
} as const;

const wrongType = (field: string, type: string): BrokenRule => ({ field, code: 'wrong_type', parameters: { type } });
const tooLarge = () =>
  apiError('recording_too_large', { parameters: { field: FILE_FIELD, limit: MAX_REFERENCE_BYTES / 1024 / 1024 } });

export const tooManyUploads = () => apiError('too_many_uploads', { headers: { 'retry-after': 2 } });

/**
 * Reads a form with one file. It is read to its end even when it is already known to be rejected, keeping nothing, so
 * that the client gets to see the response.
 *
 * @param hasRoomFor counts bytes that are kept
 * @param names of the route's fields
 * @throws ApiError 400 when it cannot be read as a form; 413 when the file is too large; 429 when there is no room for it
 */
export async function readReferenceForm(
  request: FastifyRequest,
  hasRoomFor: (bytes: number) => boolean,
  names: ReadonlySet<string>,
): Promise<ReferenceForm> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_REFERENCE_BYTES + MAX_REST_BYTES) throw tooLarge();
  /** The name of a field, in quotes when it is none of the route's. */
  const shown = (name: string) => (names.has(name) ? name : JSON.stringify(name.slice(0, 50)));
  const broken: BrokenRule[] = [];
  const fields = new Map<string, string>();
  let audio: Buffer | undefined;
  let isOversized = false;
  let isCrowded = false;
  for await (const part of partsOf(request)) {
    const { fieldname } = part;
    if (part.type === 'field') {
      const text = textOf(part);
      isCrowded ||= text !== undefined && !hasRoomFor(2 * text.length);
      if (fieldname === FILE_FIELD) broken.push(wrongType(FILE_FIELD, 'a file'));
      else if (fields.has(fieldname)) broken.push({ field: shown(fieldname), code: 'repeated' });
      else if (text === undefined) broken.push(wrongType(shown(fieldname), 'text'));
      else if (part.valueTruncated)
        broken.push({ field: shown(fieldname), code: 'too_many_bytes', parameters: { limit: MAX_FIELD_BYTES } });
      else fields.set(fieldname, text);
      continue;
    }
    const keeps = fieldname === FILE_FIELD && !audio;
    if (fieldname !== FILE_FIELD)
      broken.push({ field: shown(fieldname), code: 'no_file', parameters: { file: FILE_FIELD } });
    else if (audio) broken.push({ field: FILE_FIELD, code: 'repeated' });
    const content = await readFile(part, keeps ? hasRoomFor : undefined);
    isOversized ||= part.file.truncated;
    isCrowded ||= !content;
    if (keeps) audio = content;
  }
  if (isOversized) throw tooLarge();
  if (isCrowded) throw tooManyUploads();
  return { fields, audio, broken };
}

const unreadable = (cause: unknown) =>
  ApiError.invalid([{ field: 'body', code: 'incomplete_form' }], undefined, { cause });

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    throw unreadable(error);
  }
}

/** @returns undefined when it had no room; empty when nothing is to be kept */
async function readFile(
  part: MultipartFile,
  hasRoomFor: ((bytes: number) => boolean) | undefined,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let fits = true;
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      if (!hasRoomFor || !fits) continue;
      fits = hasRoomFor(chunk.length);
      if (fits) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch (error) {
    throw unreadable(error);
  }
  return fits ? Buffer.concat(chunks) : undefined;
}

/** A part that says that it is JSON has been parsed. */
function textOf({ fieldname, value }: Extract<Multipart, { type: 'field' }>): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return fieldname === 'pronunciations' && typeof value === 'object' ? JSON.stringify(value) : undefined;
}
