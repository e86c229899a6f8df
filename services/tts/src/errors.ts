import { basename, sep } from 'node:path';
import {
  COMMON_ERRORS,
  type ErrorTable,
  errorsOf,
  filled,
  type ParameterOf,
  type TableErrorOptions,
} from '@ownvoice/shared/errors';

/** Every error of this service, see `ErrorTable`, and what is said about engines and models in the log and in `/health`. */
export const ERRORS = {
  ...COMMON_ERRORS,
  client_gone: [499, 'The client has disconnected.'],
  unauthorized: [401, 'No trusted proxy says who asks; narrations and saved voices have an owner here.'],
  pull_not_allowed: [
    403,
    'A model may be installed or loaded from the page only in a browser on the machine of the service, while it listens on loopback; --pull-from-page on allows everybody to. Here, npm run model -- pull installs one, and --model chooses it.',
    'forbidden',
  ],
  cross_site: [
    403,
    'A page of another site cannot change voices or narrations, unless CORS_ORIGIN names it.',
    'forbidden',
  ],
  prebuilt_voice: [403, 'A pre-built voice cannot be deleted.', 'forbidden'],
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
  variant_absent: [
    404,
    'The model {variant} is not installed; npm run model -- pull {variant} installs it.',
    'not_installed',
  ],
  variant_unbuilt: [
    404,
    'The official files of {variant} are here, but not built; npm run model -- pull {variant} builds them.',
    'not_installed',
  ],
  variant_damaged: [
    404,
    'The files of {variant} are damaged; npm run model -- pull {variant} builds it again.',
    'not_installed',
  ],
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
  too_many_uploads: [429, 'Too many uploads at once; try again later.', 'rate_limited'],
  every_chunk_failed: [500, 'Every chunk failed.'],
  sample_unfinished: [500, 'The model did not speak its sample to the end; try again or change the description.'],
  encoding_failed: [500, 'The recording could not be encoded.', 'recording_unusable'],
  encoding_timed_out: [500, 'The recording took too long to encode.', 'recording_unusable'],
  part_failed: [500, 'The part could not be spoken; the log says why.', 'internal_error'],
  narration_no_room: [503, 'There is no room on the disk; it goes on when there is.', 'not_ready'],
  narration_waits: [503, 'It was begun by {speaker}; it goes on when that is loaded.', 'not_ready'],
  engine_lost: [503, 'The engine stopped during the request; it is being started again.', 'not_ready'],
  queue_lost: [503, 'The queue of narrations cannot be reached.', 'not_ready'],
  engines_gone: [503, 'None of the engines is ready.', 'not_ready'],
  engines_elsewhere: [
    409,
    'The models of this service are those of its engines; install or load them there.',
    'conflict',
  ],
  switching: [503, 'The model is being switched; try again later.', 'not_ready'],
  waking_and_full: [503, 'The model is being loaded again, and the queue is full.', 'not_ready'],
  model_loading: [503, 'The model {variant} is still loading.', 'not_ready'],
  model_stopped: [503, 'The model {variant} is not running.', 'not_ready'],
  model_absent: [
    503,
    'The model {variant} is not installed; npm run model -- pull {variant}{options} downloads and builds it, and so does --pull on.',
    'not_ready',
  ],
  model_damaged: [
    503,
    '{problem}: npm run model -- pull {variant}{options} builds it again, and so does --pull on.',
    'not_ready',
  ],
  model_unusable: [503, '{problem}', 'not_ready'],
  runtime_failed: [503, 'The model cannot be loaded on {device}; the log says why.', 'not_ready'],
  installation_failed: [503, 'The model cannot be installed: {problem}', 'not_ready'],
  download_failed: [503, '{problem}', 'not_ready'],
  installation_disk_full: [
    503,
    'The model cannot be installed: the disk is full; make room and start again.',
    'not_ready',
  ],
  models_folder_closed: [
    503,
    'The model cannot be installed: the models folder may not be written by this user.',
    'not_ready',
  ],
  installation_retry: [503, '{why} Retrying in {seconds} s', 'not_ready'],
  not_started: [503, 'The engine did not start in {attempts} attempts. The process ended with {how}.', 'not_ready'],
  process_ended: [503, 'The process ended with {how}.', 'not_ready'],
  engine_silent: [503, 'The engine hangs.', 'not_ready'],
  files_changed: [503, 'The files of the model were changed while it was loaded.', 'not_ready'],
  chunks_failed: [503, 'Three chunks in a row failed.', 'not_ready'],
  device_lost: [503, 'The device was lost.', 'not_ready'],
  device_exhausted: [503, 'The device was lost three times within ten minutes.', 'not_ready'],
  cpu_fallback: [
    503,
    'The GPU was lost three times within ten minutes; the model runs on the CPU until the service is restarted.',
    'not_ready',
  ],
  builtin_loading: [503, 'The built-in voice is still loading.', 'not_ready'],
  builtin_not_installed: [
    503,
    'The built-in voice is not installed: npm install --include=optional brings @echogarden/espeak-ng-emscripten.',
    'not_ready',
  ],
  no_room: [
    507,
    'The narration takes about {needed} GB, and there is room for {room} GB: delete others, make room on the disk, or raise --jobs-max-gb.',
  ],
  voices_full: [507, 'The voice library is full: it has {limit} voices.', 'no_room'],
  library_full: [507, 'The voice library is full: it may have {limit} MB.', 'no_room'],
  disk_full: [507, 'The voice library is full: there is no room on the disk.', 'no_room'],
} as const satisfies ErrorTable;

export type ErrorReason = keyof typeof ERRORS;

/** Makes the error of a reason. */
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

/** The error of a message. */
export const errorOf = ({ code, parameters }: Message, options?: Omit<TableErrorOptions, 'parameters'>) =>
  apiError(code, { ...options, parameters });

/** For the public, a problem of a file names it as it lies in a folder, not where that is on this machine. */
export const withoutFolder = (problem: string, ...folders: readonly string[]): string =>
  folders.reduce(
    (text, folder) => text.replaceAll(`${folder}${sep}`, '').replaceAll(folder, basename(folder)),
    problem,
  );
