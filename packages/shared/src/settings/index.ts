import { readFileSync } from 'node:fs';
import { LOG_LEVELS, type LogLevel } from '../logging/index.js';
import type { SettingsReader } from './settings-reader.js';

export { parseDuration } from './formats.js';
export { type CommandLineValue, type Environment, SettingsReader } from './settings-reader.js';

/** @param manifest the address of a `package.json` */
export function packageVersion(manifest: URL): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version;
}

/** The settings that both services have. */
export interface ServiceSettings {
  readonly logLevel: LogLevel;
  /** Origins that may call from a browser; `true`: all of them. */
  readonly corsOrigins: string[] | true;
  /** Addresses and networks (CIDR) whose `X-Forwarded-For` is believed. */
  readonly trustProxy: string[];
  /** Where spans are sent; undefined turns tracing off. */
  readonly tracesEndpoint: string | undefined;
  /** Whether npm started the process, which says so in a variable. */
  readonly underNpm: boolean;
}

export function readServiceSettings(read: SettingsReader, development: boolean): ServiceSettings {
  return {
    logLevel: read.choice('LOG_LEVEL', 'info', LOG_LEVELS),
    corsOrigins: read.origins('CORS_ORIGIN', development),
    trustProxy: read.networks('TRUST_PROXY'),
    tracesEndpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT'),
    underNpm: read.text('npm_lifecycle_event') !== undefined,
  };
}
