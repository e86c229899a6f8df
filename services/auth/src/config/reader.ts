import { isHttpAddress } from '@ownvoice/shared/settings';
import type { Environment } from './environment.js';

/** Reads settings one by one and keeps every mistake, so that all of them are told at once. */
export class SettingsReader {
  readonly mistakes: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** The text of a setting; `undefined` when it is absent or empty, as compose files leave it. */
  text(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** A setting that is taken as it stands, spaces included. */
  verbatim(name: string): string | undefined {
    const value = this.#environment[name];
    return value === '' ? undefined : value;
  }

  flag(name: string, standard: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return standard;
    if (value === 'true' || value === 'false') return value === 'true';
    this.mistake(name, 'must be true or false');
    return standard;
  }

  integer(name: string, standard: number, least: number, most: number): number {
    const value = this.text(name);
    if (value === undefined) return standard;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    this.mistake(name, `must be a whole number from ${least} to ${most}`);
    return standard;
  }

  choice<const T extends string>(name: string, choices: readonly T[], standard: NoInfer<T>): T {
    const value = this.text(name);
    if (value === undefined) return standard;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) this.mistake(name, `must be one of ${choices.join(', ')}`);
    return found ?? standard;
  }

  /** A comma-separated list. */
  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  /** An http or https address, without what may not be part of it. */
  url(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (isHttpAddress(value)) return value;
    this.mistake(name, 'must be an address that begins with http:// or https://');
    return undefined;
  }

  mistake(name: string, rule: string): void {
    this.mistakes.push(`${name} ${rule}.`);
  }
}
