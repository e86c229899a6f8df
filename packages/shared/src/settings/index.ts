import { readFileSync } from 'node:fs';
import { LOG_LEVELS } from '../logging/index.js';
import type { SettingsReader } from './settings-reader.js';

export { type CommandLineValue, type Environment, parseDuration, SettingsReader } from './settings-reader.js';

/** @param manifest the address of a `package.json` */
export function packageVersion(manifest: URL): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version;
}

/**
 * The settings that both services have.
 * @param corsOrigins those that may call while nothing is set
 */
export function readServiceSettings(read: SettingsReader, development: boolean, corsOrigins: string[] | true = []) {
  return {
    logLevel: read.choice('LOG_LEVEL', 'info', LOG_LEVELS),
    /** Origins that may call from a browser; `true`: all of them. */
    corsOrigins: read.origins('CORS_ORIGIN', development, corsOrigins),
    /** Addresses and networks (CIDR) whose `X-Forwarded-For` is believed. */
    trustProxy: read.networks('TRUST_PROXY'),
    /** The base address of the collector that takes spans; undefined turns tracing off. */
    traces: read.url('OTEL_EXPORTER_OTLP_ENDPOINT'),
    /** Whether npm started the process, which says so in a variable. */
    underNpm: read.text('npm_lifecycle_event') !== undefined,
  };
}
