import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { packSpeech, readWav, readWavHeader } from '@ownvoice/audio';
import type { Voice } from '@ownvoice/shared/contract';
import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type EngineCapabilities, EngineError, type EngineWork, SAMPLE_RATE, type SpokenChunk } from '../engine.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Why a service did not do what it was asked for.
 *
 * - `refused`: it did not begin: no connection, 429 or 503. It may be asked again.
 * - `lost`: it began, and the connection broke or it stopped.
 * - `unusable`: the answer is no speech as it should be.
 */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';

  constructor(
    readonly kind: 'refused' | 'lost' | 'unusable',
    message: string,
    /** In seconds, as the service asks for. */
    readonly retryAfter?: number,
    /** It is well, and has no room now. */
    readonly isFull = false,
  ) {
    super(message);
  }
}

export interface ExchangeOptions {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly onInformation?: () => void;
}

export type Exchange = (path: string, options: ExchangeOptions) => Promise<Answer>;

const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

/**
 * One request of bounded size to one service: GET, or POST of JSON. Redirects are not followed.
 *
 * @param address without a slash at its end
 * @param key sent as a bearer token
 */
export const exchangeWith =
  (address: string, key: string | undefined): Exchange =>
  (path, { body, headers, signal, maxBytes, onInformation }) =>
    new Promise((resolve, reject) => {
      const { request } = address.startsWith('https:') ? https : http;
      const sent = request(`${address}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          ...headers,
          ...(body && { 'content-type': 'application/json' }),
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
        signal,
        // On a connection that was idle, nobody could tell whether a request that breaks off has begun.
        ...(body && { agent: false }),
      });
      const fail = (error: NodeJS.ErrnoException) => {
        if (error instanceof ExchangeError || signal.aborted) return reject(error);
        const { code = error.message } = error;
        reject(new ExchangeError(UNSENT.has(code) ? 'refused' : 'lost', code));
      };
      sent.once('error', fail);
      if (onInformation) sent.on('information', onInformation);
      sent.once('response', (response) => {
        const { statusCode: status = 0, headers: received } = response;
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > maxBytes) response.destroy(new ExchangeError('unusable', `More than ${maxBytes} bytes.`));
          else parts.push(part);
        });
        response.once('error', fail);
        response.once('end', () => resolve({ status, headers: received, body: Buffer.concat(parts) }));
      });
      sent.end(body && JSON.stringify(body));
    });

/** JSON of a shape. @param problem what it is otherwise @throws ExchangeError */
export function checked<T extends TSchema>(schema: T, { body }: Pick<Answer, 'body'>, problem: string): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    // No JSON is of no shape.
  }
  if (!Check(schema, value)) throw new ExchangeError('unusable', problem);
  return value;
}

/** What services say instead of doing what they are asked for: ours have a code, vLLM an object as `error`. */
const Failure = Type.Object({ error: Type.Unknown(), code: Type.Optional(Type.String()) });
const MAX_RETRY_AFTER_SECONDS = 30;

/** @throws ExchangeError; EngineError `failed` or `unsupported` for what no other service would do either */
export function expectDone(answer: Answer): void {
  const { status, headers } = answer;
  if (status === 200) return;
  const asked = Number(headers['retry-after'] ?? 0);
  const retryAfter = asked > 0 ? Math.min(asked, MAX_RETRY_AFTER_SECONDS) : undefined;
  if (status === 429 || status === 503)
    throw new ExchangeError('refused', `Status ${status}.`, retryAfter, status === 429);
  if (![400, 409, 500].includes(status)) throw new ExchangeError('unusable', `Status ${status}.`);
  const { code } = checked(Failure, answer, `Status ${status}.`);
  if (status === 409) throw new EngineError('unsupported', `The engine answers ${code ?? status}.`);
  if (status === 500 && (code === undefined || code === 'internal_error'))
    throw new ExchangeError('unusable', `Status ${status}.`);
  throw new EngineError('failed', `The engine answers ${code ?? status}.`);
}

/** Why it did not; undefined when nobody can tell. */
export function codeOf(answer: Answer): string | undefined {
  try {
    return answer.status === 200 ? undefined : checked(Failure, answer, '').code;
  } catch {
    return undefined;
  }
}

/** What a service is found to be, or why it takes nothing now. */
export type ServiceReport =
  | { readonly state: 'ready'; readonly capabilities: EngineCapabilities; readonly voices?: readonly Voice[] }
  | { readonly state: 'loading' | 'different' | 'unreachable'; readonly reason: string };

/** Throws an ExchangeError; an EngineError `failed` or `unsupported` for what no other service of its kind would do either. */
export interface EngineProtocol extends EngineWork {
  report(signal: AbortSignal): Promise<ServiceReport>;
}

/** Five minutes of speech: a chunk of 500 characters at the lowest speed. */
export const MAX_AUDIO_BYTES = 16_000_000;
export const MAX_JSON_BYTES = 1_000_000;

/** The samples of a WAV file of one chunk. @throws ExchangeError */
export function chunkOf({ body }: Answer): SpokenChunk {
  try {
    const { sampleRate, isTruncated } = readWavHeader(body);
    if (sampleRate !== SAMPLE_RATE) throw new Error(`The audio has ${sampleRate} Hz.`);
    if (isTruncated) throw new Error('The audio is cut off.');
    const speech = packSpeech(readWav(body).samples, SAMPLE_RATE);
    if (!speech) throw new Error('The audio is silent.');
    return { speech };
  } catch (error) {
    throw new ExchangeError('unusable', error instanceof Error ? error.message : String(error));
  }
}
