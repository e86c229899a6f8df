import { type Static, Type } from 'typebox';
import { numberText } from './broken-rules.js';
import { named, optional, optionalText } from './schemas.js';
import { SpeechRequest } from './speech.js';
import { MAX_JOB_CHARACTERS, MAX_PART_CHARACTERS, MAX_PARTS, MAX_TITLE_CHARACTERS } from './speech-limits.js';
import { SPEECH_PATTERNS } from './speech-patterns.js';
import { rulesOf } from './text-rules.js';

const { voice, language, instruct, instructions, speed, seed, pronunciations } = SpeechRequest.properties;

const Title = optionalText({
  ...rulesOf({ maxLength: MAX_TITLE_CHARACTERS }),
  description: 'A title for people and for the names of files.',
  examples: ['Chapter 1'],
});
const inputRules = rulesOf({ minLength: 1, patterns: [SPEECH_PATTERNS.speakable] });
const inputText = {
  ...inputRules,
  description: `The text to speak, at most ${numberText(MAX_PART_CHARACTERS)} characters; ${numberText(MAX_JOB_CHARACTERS)} in all parts.`,
  examples: ['Good morning. The kettle is on.'],
};
/** What a part says for itself, and a narration for all of its parts. */
const SPOKEN = { voice, language, instruct, instructions, speed };

/** One part of a narration, such as a chapter. */
const PartRequest = Type.Object({ title: Title, input: Type.String(inputText), ...SPOKEN });
export type PartRequest = Static<typeof PartRequest>;

/** Body of POST /v1/audio/jobs. Unknown fields are ignored. */
export const JobRequest = named('JobRequest', {
  title: Title,
  input: optionalText({ ...inputText, description: 'The text of the only part.' }),
  parts: optional<PartRequest[]>('array', {
    items: PartRequest,
    minItems: 1,
    description: `The parts, at most ${numberText(MAX_PARTS)}; fields that a part leaves out are those of the narration.`,
  }),
  ...SPOKEN,
  seed,
  pronunciations,
});
export type JobRequest = Static<typeof JobRequest>;

const JobStatus = Type.Enum(['queued', 'running', 'paused', 'done', 'failed', 'cancelled']);
export type JobStatus = Static<typeof JobStatus>;
const Chunks = Type.Object({
  total: Type.Integer(),
  done: Type.Integer({ description: 'Written, the skipped ones included.' }),
  skipped: Type.Integer({ description: 'Failed, and missing in the audio.' }),
});
const NullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const MS = 'in milliseconds since the Unix epoch';

/** A narration as clients see it. */
export const Job = named('Job', {
  id: Type.String(),
  title: NullableText('As it was sent.'),
  status: JobStatus,
  reason: NullableText('Why it waits, is paused or has failed; null where nothing is in its way.'),
  created_at: Type.Integer({ description: `When it was accepted, ${MS}.` }),
  finished_at: Type.Union([Type.Integer(), Type.Null()], { description: `When it ended, ${MS}.` }),
  voice: Type.String({ description: 'Ids of the voices, separated by commas.' }),
  characters: Type.Integer({ description: 'Unicode code points.' }),
  audio_seconds: Type.Number({ description: 'Of the parts that are done.' }),
  seconds_left: Type.Union([Type.Number(), Type.Null()], {
    description: 'Estimated time until all parts are spoken; null until a chunk was spoken since the service started.',
  }),
  chunks: Chunks,
  parts: Type.Array(
    Type.Object({
      title: NullableText('As it was sent.'),
      status: JobStatus,
      characters: Type.Integer(),
      audio_seconds: Type.Number({ description: '0 until it is done.' }),
      chunks: Chunks,
    }),
  ),
});
export type Job = Static<typeof Job>;
export const JobList = named('JobList', { jobs: Type.Array(Job, { description: 'The newest first.' }) });
export const JobParams = Type.Object({ id: Type.String({ description: 'Id of the narration.' }) });
export const PartParams = Type.Object({
  id: Type.String({ description: 'Id of the narration.' }),
  n: Type.String({ description: 'Number of the part, from 1.', examples: ['1'] }),
});
