import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../services/tts/dist/main.js', import.meta.url));

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly output: string;
}

/** The speech service in a process of its own, as it is started for users. */
export interface ServiceProcess {
  readonly base: string;
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  stop(): Promise<Ending>;
}

function launch(args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    output += `${line}\n`;
  });
  child.stderr.on('data', (data: Buffer) => {
    output += data;
  });
  const ended = new Promise<Ending>((resolve) => child.once('close', (code) => resolve({ code, output })));
  return { child, lines, ended };
}

/** Runs the program to its end. */
export const runToEnd = (...args: string[]): Promise<Ending> => launch(args).ended;

/** Starts the service on a free port and, by default, waits until it speaks. */
export async function startService(wait: { untilReady?: boolean }, ...args: string[]): Promise<ServiceProcess> {
  const { child, lines, ended } = launch(['--host', '127.0.0.1', '--port', '0', ...args]);
  const base = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const { address } = JSON.parse(line) as { address?: string };
      if (address) resolve(address);
    });
    void ended.then(({ output }) => reject(new Error(`The service ended: ${output}`)));
  });
  if (wait.untilReady ?? true) await becomesReady(base);
  return {
    base,
    child,
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Asks `/ready` as often as it says, until it is. */
async function becomesReady(base: string): Promise<void> {
  const answer = await fetch(`${base}/ready`);
  await answer.arrayBuffer();
  if (answer.ok) return;
  await new Promise((resolve) => setTimeout(resolve, 100));
  return becomesReady(base);
}

/** The processes that a process has started. */
export function childrenOf(pid: number | undefined): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    return child !== undefined && parent === pid ? [child] : [];
  });
}

/** Asks for speech. */
export const speak = (base: string, input: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${base}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input }),
    ...(signal && { signal }),
  });
