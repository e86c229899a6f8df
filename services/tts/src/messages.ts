import { basename, sep } from 'node:path';
import type { FoundModel } from '@ownvoice/qwen3-tts/store';
import type { ModelVariant } from '@ownvoice/shared/contract/models';

/** A model that can be installed; `options` of the command, so that it builds what the service looks for. */
interface Installable {
  readonly variant: ModelVariant;
  readonly options: string;
}

const pullCommand = ({ variant, options }: Installable) => `npm run model -- pull ${variant}${options}`;

/** What is said about engines and models, by code, in English. */
const MESSAGES = {
  model_absent: (model: Installable) =>
    `The model ${model.variant} is not installed; ${pullCommand(model)} downloads and builds it, and so does --pull on.`,
  model_damaged: ({ problem, ...model }: Installable & { problem: string }) =>
    `${problem}: ${pullCommand(model)} builds it again, and so does --pull on.`,
  model_unusable: ({ problem }: { problem: string }) => problem,
  runtime_failed: ({ device }: { device: string }) => `The model cannot be loaded on ${device}; the log says why.`,
  not_started: ({ attempts, how }: { attempts: number; how: string }) =>
    `The engine did not start in ${attempts} attempts. The process ended with ${how}.`,
  process_ended: ({ how }: { how: string }) => `The process ended with ${how}.`,
  job_not_stopped: (_: object) => 'A cancelled job did not stop.',
  job_not_started: (_: object) => 'No job was started.',
  device_lost: (_: object) => 'The device was lost.',
  device_exhausted: (_: object) => 'The device was lost three times within ten minutes.',
  cpu_fallback: (_: object) =>
    'The GPU was lost three times within ten minutes; the model runs on the CPU until the service is restarted.',
  installation_failed: ({ problem }: { problem: string }) => problem,
  installation_retry: ({ why, seconds }: { why: string; seconds: number }) => `${why} Retrying in ${seconds} s`,
  installation_busy: ({ other, variant }: { other: ModelVariant; variant: ModelVariant }) =>
    `${other} is being installed; install ${variant} when that is done.`,
  variant_not_built: ({ variant, found }: { variant: ModelVariant; found: FoundModel['kind'] }) =>
    found === 'checkpoint'
      ? `The official files of ${variant} are here, but not built; npm run model -- pull ${variant} builds them.`
      : found === 'unusable'
        ? `The files of ${variant} are damaged; npm run model -- pull ${variant} builds it again.`
        : `The model ${variant} is not installed; npm run model -- pull ${variant} installs it.`,
  switch_running: ({ other, variant }: { other: ModelVariant; variant: ModelVariant }) =>
    `${other} is being loaded; load ${variant} when that is done.`,
  builtin_not_installed: (_: object) =>
    'The built-in voice is not installed: npm install --include=optional brings @echogarden/espeak-ng-emscripten.',
  builtin_loading: (_: object) => 'The built-in voice is still loading.',
  model_loading: ({ variant }: { variant: ModelVariant }) => `The model ${variant} is still loading.`,
  model_stopped: ({ variant }: { variant: ModelVariant }) => `The model ${variant} is not running.`,
  variant_needed: ({ task, variants, now }: { task: string; variants: readonly ModelVariant[]; now: string }) =>
    `${task} needs the variant ${variants.join(' or ')}, and ${now}. Start the server with ${variants.map((variant) => `--model ${variant}`).join(' or ')}; --pull on fetches the model when it is missing.`,
  voice_missing: ({ voice, names }: { voice: string; names: readonly string[] }) =>
    `The loaded checkpoint has no voice ${voice}; it has ${names.join(', ') || 'none'}.`,
} as const;

export type MessageCode = keyof typeof MESSAGES;
type ParametersOf<Code extends MessageCode> = Parameters<(typeof MESSAGES)[Code]>[0];

/** A message as data: programs read its code, people its text. */
export type Message = {
  readonly [Code in MessageCode]: { readonly code: Code; readonly parameters: Readonly<ParametersOf<Code>> };
}[MessageCode];

export const message = <Code extends MessageCode>(code: Code, parameters: ParametersOf<Code>): Message =>
  ({ code, parameters }) as Message;

export const textOf = ({ code, parameters }: Message): string =>
  (MESSAGES[code] as (parameters: object) => string)(parameters);

/** For the public, a problem of a file names it as it lies in a folder, not where that is on this machine. */
export const withoutFolder = (problem: string, folder = ''): string =>
  folder === '' ? problem : problem.replaceAll(`${folder}${sep}`, '').replaceAll(folder, basename(folder));
