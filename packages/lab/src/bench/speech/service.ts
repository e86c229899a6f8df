import { Agent, request } from 'undici';
import { type Running, start } from '../harness/program.js';

/** Starts the speech service with command-line options, or uses the one at `SPEECH_ORIGIN`, whose process is unknown. */
export async function startSpeechService(options: readonly string[]): Promise<Running> {
  const unknown = Number.NaN;
  const { SPEECH_ORIGIN: origin } = process.env;
  if (origin)
    return {
      origin,
      readyAfter: unknown,
      memory: () => ({ service: unknown, engine: unknown, mapped: unknown }),
      cpuSeconds: () => unknown,
      stop: async () => {},
    };
  const command = [process.execPath, 'services/tts/dist/main.js', '--host', '127.0.0.1'] as const;
  return start({
    command: (port) => [...command, '--port', String(port), ...options],
    environment: () => ({ ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn' }),
  });
}

export interface SpeechResponse {
  readonly status: number;
  /** From sending to the last byte. */
  readonly seconds: number;
  readonly audioSeconds: number;
}

/** Without time-outs: a long text on a slow machine takes longer than undici waits by default. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Asks for speech and reads the response to its end. */
export async function speak(origin: string, body: object, signal?: AbortSignal): Promise<SpeechResponse> {
  const start = performance.now();
  const response = await request(`${origin}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    dispatcher: agent,
    ...(signal && { signal }),
  });
  const bytes = await response.body.arrayBuffer();
  const seconds = response.headers['x-tts-audio-seconds'];
  return {
    status: response.statusCode,
    seconds: (performance.now() - start) / 1000,
    // Another server does not send the seconds: 16 bits at 24 kHz behind a header.
    audioSeconds: seconds === undefined ? Math.max(0, bytes.byteLength - 44) / 48_000 : Number(seconds),
  };
}
