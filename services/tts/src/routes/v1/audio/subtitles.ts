import { ApiError, type App } from '@ownvoice/shared';
import { type RuleCode, SubtitlesRequest, withFormats } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import type { ChunkTimes } from '../../../synthesis/stream.js';
import { subRip, withSpeakers } from '../../../synthesis/subtitles.js';
import { speechErrors, warnOfFallback } from './response.js';
import { speechRequestOf } from './speech.js';

const SubRip = {
  description: 'SubRip subtitles in UTF-8: one cue for each chunk that is heard.',
  content: { 'application/x-subrip': { schema: Type.Unsafe<Buffer>({ type: 'string' }) } },
};

/** The times of audio that the client has; undefined: it has none. @throws ApiError 400 */
function timesOf({ chunk_starts, audio_seconds, seed }: SubtitlesRequest): ChunkTimes | undefined {
  const [starts, seconds] = [chunk_starts ?? undefined, audio_seconds ?? undefined];
  if (starts && seconds !== undefined) {
    const ascending = [0, ...starts, seconds].every(
      (start, index, all) => index === 0 || start >= (all[index - 1] ?? 0),
    );
    if (ascending) return { chunkStarts: starts, audioSeconds: seconds };
    throw ApiError.invalid([{ field: 'chunk_starts', code: 'not_ascending', parameters: { limit: 'audio_seconds' } }]);
  }
  const required = (field: string, code: RuleCode, other: string) =>
    ApiError.invalid([{ field, code, parameters: { other } }]);
  if (starts) throw required('audio_seconds', 'required_with', 'chunk_starts');
  if (seconds !== undefined) throw required('chunk_starts', 'required_with', 'audio_seconds');
  if ((seed ?? undefined) === undefined) throw required('seed', 'required_without', 'chunk_starts and audio_seconds');
  return undefined;
}

/** POST /v1/audio/subtitles: the subtitles of what /v1/audio/speech speaks. */
export async function subtitlesRoute(app: App): Promise<void> {
  const body = withFormats(SubtitlesRequest, app.config.formats);
  app.post('/v1/audio/subtitles', {
    config: { speech: 'speech' },
    schema: {
      summary: 'Get the subtitles of a spoken text',
      body,
      response: { 200: SubRip, ...speechErrors(400, 408, 409, 413, 415, 429) },
    },
    // The handler knows the voices, and reports every broken rule at once.
    attachValidation: true,
    handler: async (request, reply) => {
      const asked = await speechRequestOf(request);
      const times = timesOf(request.body);
      const signal = reply.abandoned();
      const speak = async () => {
        const speech = await app.synthesizer.speak(asked, signal, app.clientOf(request));
        // Its audio is not wanted; what it holds goes with it.
        speech.audio.destroy();
        warnOfFallback(request, speech);
        return speech;
      };
      const { text, ...spoken } = times ? { text: await app.synthesizer.cut(asked, signal), ...times } : await speak();
      const [count, chunks] = [spoken.chunkStarts.length, text.chunks.length];
      if (count !== chunks)
        throw ApiError.invalid([{ field: 'chunk_starts', code: 'wrong_count', parameters: { count, chunks } }]);
      reply.header('content-type', 'application/x-subrip');
      return reply.send(Buffer.from(subRip(withSpeakers(asked, text), spoken, asked.speed)));
    },
  });
}
