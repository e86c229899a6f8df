import { readFileSync } from 'node:fs';
import { LOG_LEVELS, type LogLevel } from '../logging/index.js';
import type { SettingsReader } from './settings-reader.js';

export { type CommandLineValue, type Environment, parseDuration, SettingsReader } from './settings-reader.js';

/** @param manifest the address of a `package.json` */
export function packageVersion(manifest: URL): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version;
}

/** @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
const PARENT_BASED = SAMPLERS.map((name) => `parentbased_${name}` as const);

/** Where spans are sent, and which traces. */
export interface TraceSettings {
  /** The collector's base address. */
  readonly endpoint: string;
  readonly sampler: (typeof SAMPLERS | typeof PARENT_BASED)[number];
  /** Of traces, 0 to 1, where the sampler goes by it. */
  readonly ratio: number;
}

function readTraceSettings(read: SettingsReader): TraceSettings | undefined {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT');
  const sampler = read.choice('OTEL_TRACES_SAMPLER', 'parentbased_always_on', [...SAMPLERS, ...PARENT_BASED]);
  const ratio = Number(read.text('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(ratio >= 0 && ratio <= 1)) read.mistake('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1');
  return endpoint === undefined ? undefined : { endpoint, sampler, ratio };
}

/** The settings that both services have. */
export interface ServiceSettings {
  readonly logLevel: LogLevel;
  /** Origins that may call from a browser; `true`: all of them. */
  readonly corsOrigins: string[] | true;
  /** Addresses and networks (CIDR) whose `X-Forwarded-For` is believed. */
  readonly trustProxy: string[];
  /** Undefined turns tracing off. */
  readonly traces: TraceSettings | undefined;
  /** Whether npm started the process, which says so in a variable. */
  readonly underNpm: boolean;
}

/** @param corsOrigins those that may call while nothing is set */
export function readServiceSettings(
  read: SettingsReader,
  development: boolean,
  corsOrigins: string[] | true = [],
): ServiceSettings {
  return {
    logLevel: read.choice('LOG_LEVEL', 'info', LOG_LEVELS),
    corsOrigins: read.origins('CORS_ORIGIN', development, corsOrigins),
    trustProxy: read.networks('TRUST_PROXY'),
    traces: readTraceSettings(read),
    underNpm: read.text('npm_lifecycle_event') !== undefined,
  };
}
