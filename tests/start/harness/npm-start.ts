import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface StartOptions {
  /** Options of the speech service, beside the models folder. */
  readonly args?: readonly string[];
  /** Beside the folders and free ports. */
  readonly env?: Readonly<Record<string, string>>;
  /** By `script` of util-linux, which passes signals on. */
  readonly inTerminal?: boolean;
}

/** `npm start` in a data folder of a test's own, on free ports unless it says otherwise. */
export class NpmStart {
  readonly #child;
  readonly #waiting: { readonly pattern: RegExp; readonly resolve: () => void }[] = [];
  /** The exit code, or the signal's absence of one. */
  readonly ended: Promise<number | null>;
  output = '';

  constructor(dataDir: string, { args = [], env = {}, inTerminal = false }: StartOptions = {}) {
    const { DATABASE_URL: _, ...inherited } = process.env;
    const command = [process.execPath, join(root, 'scripts/start.mjs'), ...args];
    const [file = '', ...rest] = inTerminal
      ? ['script', '--quiet', '--return', '--flush', '--command', `exec ${command.join(' ')}`, '/dev/null']
      : command;
    this.#child = spawn(file, rest, {
      cwd: root,
      env: {
        ...inherited,
        NODE_ENV: 'development',
        PORT: '0',
        TTS_PORT: '0',
        DATA_DIR: dataDir,
        TTS_MODELS_DIR: join(dataDir, 'models'),
        ...env,
      },
    });
    const take = (data: Buffer) => {
      this.output += data;
      for (const { pattern, resolve } of this.#waiting) if (pattern.test(this.output)) resolve();
    };
    this.#child.stdout.on('data', take);
    this.#child.stderr.on('data', take);
    this.ended = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  /** Waits until it has printed this. @throws {Error} with its output when it ends before */
  async prints(pattern: RegExp): Promise<void> {
    if (pattern.test(this.output)) return;
    const printed = new Promise<void>((resolve) => this.#waiting.push({ pattern, resolve }));
    const ended = this.ended.then((code) => {
      throw new Error(`ended with ${code} before it printed ${pattern}:\n${this.output}`);
    });
    await Promise.race([printed, ended]);
  }

  /** The banner, once it is there. */
  async banner(): Promise<string> {
    await this.prints(/Ctrl-C stops both\./);
    return this.output.slice(this.output.indexOf('Ownvoice is ready.'));
  }

  /** Sends a signal and waits for the end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.#child.exitCode === null) this.#child.kill(signal);
    return this.ended;
  }
}
