import { Readable } from 'node:stream';
import { encodeWav } from '@ownvoice/audio';
import { type App, errorResponses } from '@ownvoice/shared';
import { JobParams, PartParams } from '@ownvoice/shared/contract';
import { makeZip, predictLength } from 'client-zip';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { SAMPLE_RATE } from '../../../../engines/engine.js';
import { apiError } from '../../../../errors.js';
import { narratorOf, onlyWithJobs, partNumber } from './index.js';

const HEADER_BYTES = 44;
const MAX_WAV_BYTES = 2 ** 32 - 1;

interface Piece {
  readonly bytes: number;
  /** @param end of the last byte */
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The bytes of pieces from `start` to `end`, which is the last one. */
async function* bytesOf(pieces: readonly Piece[], start: number, end: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const { bytes, read } of pieces) {
    const [first, last] = [Math.max(0, start - at), Math.min(bytes, end + 1 - at) - 1];
    if (first <= last) yield* read(first, last);
    at += bytes;
  }
}

/** The one range that is asked for; undefined: all of it. @throws ApiError 416 when it is beyond the end */
function rangeOf({ method, headers: { range, 'if-range': ifRange } }: FastifyRequest, size: number) {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  // RFC 9110, 14.1.1: a range whose end lies before its start is no range.
  const isInvalid = `${from}${to}` === '' || (from !== '' && to !== '' && Number(to) < Number(from));
  if (isInvalid || ifRange !== undefined || method === 'HEAD') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
  if (start <= end) return { start, end };
  throw apiError('range_not_satisfiable', { headers: { 'content-range': `bytes */${size}` } });
}

/** Sends pieces, or a range of them. @throws ApiError 416 */
function sendPieces(request: FastifyRequest, reply: FastifyReply, pieces: readonly Piece[]): FastifyReply {
  const size = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  const range = rangeOf(request, size);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.headers({ 'accept-ranges': 'bytes', 'content-length': end - start + 1 });
  return reply.send(streamOf(request, () => bytesOf(pieces, start, end)));
}

const streamOf = ({ method }: FastifyRequest, bytes: () => AsyncIterable<Uint8Array>): Readable =>
  Readable.from(method === 'HEAD' ? [] : bytes(), { objectMode: false });

/** A title as a part of a file's name: no path, nothing that a shell or a file system reads. */
const namePart = (title: string | null, otherwise: string): string =>
  (title ?? '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, ' ')
    .trim()
    .slice(0, 80)
    .toWellFormed()
    .trim() || otherwise;

const disposition = (kind: 'inline' | 'attachment', name: string) =>
  `${kind}; filename*=UTF-8''${encodeURIComponent(name)}`;

const binary = (description: string, ...types: string[]) => ({
  description,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) }]),
  ),
});
const RANGE = binary('The range of the WAV file that was asked for.', 'audio/wav');
const ERRORS = errorResponses(400, 401, 404, [409, 'not_finished', 'too_long_for_wav'], 416);

export async function jobAudioRoutes(app: App): Promise<void> {
  onlyWithJobs(app);
  const part = '/v1/audio/jobs/:id/parts/:n';

  app.get(`${part}/audio`, {
    schema: {
      summary: 'The audio of a part',
      description: 'As soon as it is done, also while others are spoken. Only with --jobs.',
      params: PartParams,
      response: { 200: binary('A complete WAV file.', 'audio/wav'), 206: RANGE, ...ERRORS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const n = partNumber(request.params.n);
      const { store } = narratorOf(app);
      const bytes = await narratorOf(app).sizeOf(id, n, 'wav');
      if (bytes > MAX_WAV_BYTES) throw apiError('too_long_for_wav');
      reply.header('content-type', 'audio/wav');
      return sendPieces(request, reply, [{ bytes, read: (start, end) => store.read(id, n, 'wav', start, end) }]);
    },
  });

  app.get(`${part}/subtitles`, {
    schema: {
      summary: 'The subtitles of a part',
      description: 'Only with --jobs.',
      params: PartParams,
      response: {
        200: binary('SubRip subtitles in UTF-8: one cue for each chunk that is heard.', 'application/x-subrip'),
        ...errorResponses(401, 404, [409, 'not_finished']),
      },
    },
    handler: async ({ params: { id, n: text } }, reply) => {
      const n = partNumber(text);
      const bytes = await narratorOf(app).sizeOf(id, n, 'srt');
      reply.headers({ 'content-type': 'application/x-subrip', 'content-length': bytes });
      return reply.send(narratorOf(app).store.read(id, n, 'srt', 0, bytes - 1));
    },
  });

  app.get('/v1/audio/jobs/:id/audio', {
    schema: {
      summary: 'The audio of a narration',
      description:
        'When all of its parts are done: one WAV file, or an archive with one for each part. Only with --jobs.',
      params: JobParams,
      querystring: Type.Object({
        format: Type.Optional(Type.Enum(['wav', 'zip'], { default: 'wav', description: 'One file, or an archive.' })),
      }),
      response: {
        200: binary('A complete WAV file, or a ZIP archive without compression.', 'audio/wav', 'application/zip'),
        206: RANGE,
        ...ERRORS,
      },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const narrator = narratorOf(app);
      const { store } = narrator;
      const { title, parts, finished_at } = await narrator.get(id);
      const sizes: number[] = [];
      for (const n of parts.keys()) sizes.push(await narrator.sizeOf(id, n + 1, 'wav'));
      const name = namePart(title, 'narration');
      if (request.query.format === 'zip') {
        if (sizes.some((bytes) => bytes > MAX_WAV_BYTES)) throw apiError('too_long_for_wav');
        const entries = parts.map((one, index) => ({
          name: `${String(index + 1).padStart(String(parts.length).length, '0')} ${namePart(one.title, 'part')}.wav`,
          size: sizes[index] ?? 0,
          lastModified: new Date(finished_at ?? 0),
        }));
        let input: Readable | undefined;
        const files = function* () {
          for (const [index, entry] of entries.entries()) {
            input = store.read(id, index + 1, 'wav', 0, entry.size - 1);
            yield { ...entry, input };
          }
        };
        const archive = async function* () {
          try {
            yield* makeZip(files()) as AsyncIterable<Uint8Array>;
          } finally {
            // After a download that was cut off, makeZip leaves it open.
            input?.destroy();
          }
        };
        reply.headers({
          'content-type': 'application/zip',
          'content-length': String(predictLength(entries)),
          'content-disposition': disposition('attachment', `${name}.zip`),
        });
        return reply.send(streamOf(request, archive));
      }
      const samples = sizes.reduce((sum, bytes) => sum + (bytes - HEADER_BYTES) / 2, 0);
      if (HEADER_BYTES + 2 * samples > MAX_WAV_BYTES) throw apiError('too_long_for_wav');
      const [header = new Uint8Array()] = encodeWav([], samples, SAMPLE_RATE);
      reply.headers({ 'content-type': 'audio/wav', 'content-disposition': disposition('inline', `${name}.wav`) });
      const pieces = sizes.map((bytes, index) => ({
        bytes: bytes - HEADER_BYTES,
        read: (start: number, end: number) =>
          store.read(id, index + 1, 'wav', HEADER_BYTES + start, HEADER_BYTES + end),
      }));
      const first: Piece = { bytes: header.length, read: (start, end) => [header.subarray(start, end + 1)] };
      return sendPieces(request, reply, [first, ...pieces]);
    },
  });
}
