import { basename, sep } from 'node:path';
import {
  COMMON_ERRORS,
  type ErrorTable,
  errorsOf,
  filled,
  type ParameterOf,
  type TableErrorOptions,
} from '@ownvoice/shared/errors';

/** Errors of one status and code, by their messages. */
const sharing = <const Messages extends Readonly<Record<string, string>>>(status: number, code: string, of: Messages) =>
  Object.fromEntries(Object.entries(of).map(([reason, text]) => [reason, [status, text, code]])) as unknown as {
    readonly [Reason in keyof Messages]: readonly [status: number, message: Messages[Reason], code: string];
  };

/** Every error of this service, see `ErrorTable`, and what is said about engines and models in the log and in `/health`. */
export const ERRORS = {
  ...COMMON_ERRORS,
  client_gone: [499, 'The client has disconnected.'],
  unauthorized: [401, 'No trusted proxy says who asks; narrations and saved voices have an owner here.'],
  ...sharing(403, 'forbidden', {
    pull_not_allowed:
      'A model may be installed or loaded from the page only in a browser on the machine of the service, while it listens on loopback; --pull-from-page on allows everybody to. Here, npm run model -- pull installs one, and --model chooses it.',
    cross_site: 'A page of another site cannot change voices or narrations, unless CORS_ORIGIN names it.',
    prebuilt_voice: 'A pre-built voice cannot be deleted.',
  }),
  library_read_only: [
    403,
    'This service cannot write to its voice library; add and delete voices at the service that can.',
  ],
  unknown_model: [404, 'There is no such model; GET /v1/models lists them.', 'not_found'],
  unknown_voice: [404, 'There is no such voice.', 'not_found'],
  no_voice_library: [404, 'This server has no voice library; start it with --voice-library DIR.', 'not_found'],
  no_jobs: [404, 'This server keeps no narrations; start it with --jobs DIR.', 'not_found'],
  unknown_job: [404, 'There is no such narration.', 'not_found'],
  unknown_part: [404, 'The narration has no such part.', 'not_found'],
  ...sharing(404, 'not_installed', {
    variant_absent: 'The model {variant} is not installed; npm run model -- pull {variant} installs it.',
    variant_unbuilt:
      'The official files of {variant} are here, but not built; npm run model -- pull {variant} builds them.',
    variant_damaged: 'The files of {variant} are damaged; npm run model -- pull {variant} builds it again.',
  }),
  unsupported: [409, 'The loaded model cannot do this.', 'conflict'],
  model_required: [
    409,
    '{task} needs the variant {variants}, and {now}. Start the server with {options}; --pull on fetches the model when it is missing.',
  ],
  voice_missing: [409, 'The loaded checkpoint has no voice {voice}; it has {names}.', 'model_required'],
  name_taken: [409, 'There is already a voice named {name}.'],
  library_not_writable: [
    409,
    'This service cannot write to its voice library; add and delete voices at the service that can.',
    'library_read_only',
  ],
  voice_of_other_model: [
    409,
    'The voice {name} is encoded for {others}, {variant} is loaded, and its recording was not kept. {how} the voice again.',
  ],
  installation_running: [409, '{other} is being installed; install {variant} when that is done.'],
  switch_running: [409, '{other} is being loaded; load {variant} when that is done.'],
  job_ended: [409, 'The narration has ended.', 'conflict'],
  part_runs: [409, 'The part is being spoken.', 'conflict'],
  voice_gone: [409, 'The voice {voice} was deleted.', 'conflict'],
  not_finished: [409, 'This is not spoken yet.'],
  too_long_for_wav: [409, 'A WAV file holds less than 4 GiB; get the parts one by one, or all with format=zip.'],
  too_many_parts: [413, 'A narration has at most {limit} parts.', 'payload_too_large'],
  part_too_long: [413, 'The text of part {part} is longer than {limit} characters.', 'payload_too_large'],
  job_too_long: [413, 'The texts are longer than {limit} characters together.', 'payload_too_large'],
  recording_too_large: [413, '{field} is larger than {limit} MB.', 'payload_too_large'],
  range_not_satisfiable: [416, 'The range is beyond the end of the file.'],
  queue_full: [429, 'The queue is full; try again later.'],
  too_many_jobs: [429, 'Too many narrations wait; try again when some have ended.', 'queue_full'],
  too_many_previews: [429, 'Too many previews at once; try again later.', 'rate_limited'],
  too_many_uploads: [429, 'Too many large requests at once; try again later.', 'rate_limited'],
  every_chunk_failed: [500, 'Every chunk failed.'],
  sample_unfinished: [500, 'The model did not speak its sample to the end; try again or change the description.'],
  encoding_failed: [500, 'The recording could not be encoded.', 'recording_unusable'],
  encoding_timed_out: [500, 'The recording took too long to encode.', 'recording_unusable'],
  part_failed: [500, 'The part could not be spoken; the log says why.', 'internal_error'],
  engines_elsewhere: [
    409,
    'The models of this service are those of its engines; install or load them there.',
    'conflict',
  ],
  ...sharing(503, 'not_ready', {
    narration_no_room: 'There is no room on the disk; it goes on when there is.',
    narration_waits: 'It was begun by {speaker}; it goes on when that is loaded.',
    engine_lost: 'The engine stopped during the request; it is being started again.',
    queue_lost: 'The queue of narrations cannot be reached.',
    engines_gone: 'None of the engines is ready.',
    switching: 'The model is being switched; try again later.',
    waking_and_full: 'The model is being loaded again, and the queue is full.',
    model_loading: 'The model {variant} is still loading.',
    model_stopped: 'The model {variant} is not running.',
    model_absent:
      'The model {variant} is not installed; npm run model -- pull {variant}{options} downloads and builds it, and so does --pull on. Or copy the official files to checkpoints/{variant} in the models folder.',
    model_damaged: '{problem}: npm run model -- pull {variant}{options} builds it again, and so does --pull on.',
    model_unusable: '{problem}',
    runtime_failed: 'The model cannot be loaded on {device}; the log says why.',
    installation_failed: 'The model cannot be installed: {problem}',
    download_failed: '{problem}',
    installation_disk_full: 'The model cannot be installed: the disk is full; make room and start again.',
    models_folder_closed: 'The model cannot be installed: the models folder may not be written by this user.',
    installation_retry: '{why} Retrying in {seconds} s',
    not_started: 'The engine did not start in {attempts} attempts. The process ended with {how}.',
    process_ended: 'The process ended with {how}.',
    engine_silent: 'The engine hangs.',
    files_changed: 'The files of the model were changed while it was loaded.',
    chunks_failed: 'Three chunks in a row failed.',
    device_lost: 'The device was lost.',
    device_exhausted: 'The device was lost three times within ten minutes.',
    cpu_fallback:
      'The GPU was lost three times within ten minutes; the model runs on the CPU until the service is restarted.',
    builtin_loading: 'The built-in voice is still loading.',
    builtin_not_installed:
      'The built-in voice is not installed: npm install --include=optional brings @echogarden/espeak-ng-emscripten.',
  }),
  no_room: [
    507,
    'The narration takes about {needed} GB, and there is room for {room} GB: delete others, make room on the disk, or raise --jobs-max-gb.',
  ],
  voices_full: [507, 'The voice library is full: it has {limit} voices.', 'no_room'],
  library_full: [507, 'The voice library is full: it may have {limit} MB.', 'no_room'],
  disk_full: [507, 'The voice library is full: there is no room on the disk.', 'no_room'],
} as const satisfies ErrorTable;

export type ErrorReason = keyof typeof ERRORS;

export const apiError = errorsOf(ERRORS);

type Parameters<Code extends ErrorReason> = Readonly<Record<ParameterOf<(typeof ERRORS)[Code][1]>, string | number>>;

/** A message as data: programs read its code, people its text. */
export interface Message {
  readonly code: ErrorReason;
  readonly parameters: Readonly<Record<string, string | number>>;
}

export const message = <Code extends ErrorReason>(code: Code, parameters: Parameters<Code>): Message => ({
  code,
  parameters,
});

export const textOf = ({ code, parameters }: Message): string => filled(ERRORS[code][1], parameters);

export const errorOf = ({ code, parameters }: Message, options?: Omit<TableErrorOptions, 'parameters'>) =>
  apiError(code, { ...options, parameters });

/** For the public, a problem of a file names it as it lies in a folder, not where that is on this machine. */
export const withoutFolder = (problem: string, ...folders: readonly string[]): string =>
  folders.reduce(
    (text, folder) => text.replaceAll(`${folder}${sep}`, '').replaceAll(folder, basename(folder)),
    problem,
  );
