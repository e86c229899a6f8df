import { type Ending, type Launch, launch, runToEnd, type Service } from './launch.js';

const program = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Launch => ({
  file: 'services/tts/dist/main.js',
  args: ['--host', '127.0.0.1', '--port', '0', ...args],
  environment: { NODE_ENV: 'production', LOG_LEVEL: 'info', ...environment },
});

/** Starts the speech service on a free port, with its built-in voice unless the arguments say otherwise. */
export const startSpeech = (
  args: readonly string[] = [],
  { environment, ...options }: Partial<Pick<Launch, 'untilReady' | 'within' | 'environment'>> = {},
): Promise<Service> => launch({ ...program(args, environment), ...options });

/** Runs the speech service, which is expected to end by itself. */
export const runSpeech = (...args: string[]): Promise<Ending> => runToEnd(program(args));

/** Asks for speech. */
export const speak = (origin: string, input: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${origin}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input }),
    ...(signal && { signal }),
  });
