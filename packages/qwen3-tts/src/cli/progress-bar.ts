const WIDTH = 24;
/** A terminal may have no width, or 0. */
const DEFAULT_COLUMNS = 80;

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A progress bar on a terminal; elsewhere one line for every tenth. */
export class ProgressBar {
  #last = '';
  #drawn = false;

  constructor(private readonly output: Output) {}

  /** @param share 0 … 1 */
  show(label: string, share: number): void {
    const percent = Math.floor(100 * Math.min(1, Math.max(0, share)));
    const state = this.output.isTTY ? `${label}${percent}` : `${label.split(':')[0]}${Math.floor(percent / 10)}`;
    if (state === this.#last) return;
    this.#last = state;
    if (!this.output.isTTY) {
      this.output.write(`${String(percent).padStart(3)} %  ${label}\n`);
      return;
    }
    const filled = Math.round((percent / 100) * WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    this.output.write(
      `\r\x1b[K${`${bar} ${String(percent).padStart(3)} %  ${label}`.slice(0, this.output.columns || DEFAULT_COLUMNS)}`,
    );
    this.#drawn = true;
  }

  /** Clears the line before other output. */
  clear(): void {
    if (this.#drawn) this.output.write('\r\x1b[K');
    this.#drawn = false;
    this.#last = '';
  }
}
