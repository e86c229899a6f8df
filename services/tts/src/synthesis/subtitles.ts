import type { Chunk } from '../text/index.js';
import { type SpeakableText, type SpeechRequest, speakerOfChunk, voiceId } from './speech-request.js';
import { type ChunkTimes, pauseAfterChunk } from './stream.js';

interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Shorter cues are not seen. */
const SHORTEST_SECONDS = 0.001;

/**
 * SubRip subtitles: one cue for each chunk that is heard, from its beginning to the pause after it. Nothing inside a chunk is
 * measured, so a long one is not divided.
 */
export function subRip(text: Pick<SpeakableText, 'chunks' | 'silence'>, times: ChunkTimes, speed: number): string {
  return cuesOf(text, times, speed)
    .map(({ start, end, text: words }, index) => `${index + 1}\n${timeOf(start)} --> ${timeOf(end)}\n${words}\n`)
    .join('\n');
}

/** A text whose chunks are written with the name of their speaker where the voice changes. */
export function withSpeakers(request: SpeechRequest, text: SpeakableText): SpeakableText {
  let last: string | undefined;
  const chunks = text.chunks.map((chunk, index) => {
    const { voice, name = voiceId(voice) } = speakerOfChunk(request, chunk);
    const changes = index === 0 ? chunk.voice !== undefined : voiceId(voice) !== last;
    last = voiceId(voice);
    return changes ? { ...chunk, written: `${name}: ${chunk.written || chunk.text}` } : chunk;
  });
  return { ...text, chunks };
}

function cuesOf(
  { chunks, silence }: Pick<SpeakableText, 'chunks' | 'silence'>,
  { chunkStarts, audioSeconds }: ChunkTimes,
  speed: number,
): Cue[] {
  const cues: Cue[] = [];
  let pause = silence.after;
  let next = audioSeconds;
  for (const [index, chunk] of [...chunks.entries()].reverse()) {
    const start = chunkStarts[index] ?? next;
    // A pause that was asked for stays when the chunk before it is missing.
    const ownPause = index === chunks.length - 1 ? 0 : pauseAfterChunk(chunk, speed);
    if (start >= next) {
      if (chunk.silenceAfter !== undefined) pause = Math.max(pause, ownPause);
      continue;
    }
    const end = Math.max(start + SHORTEST_SECONDS, next - Math.max(pause, ownPause));
    cues.push({ start, end, text: textOf(chunk) });
    [pause, next] = [0, start];
  }
  return cues.reverse();
}

/** On one line, which players break to their width. An arrow of ASCII would be read as a time. */
const textOf = ({ written, text }: Chunk): string =>
  (written || text).replaceAll('-->', '→').replaceAll(/\s+/gu, ' ').trim();

/** `01:02:03,450` */
function timeOf(seconds: number): string {
  const milliseconds = Math.round(seconds * 1_000);
  const part = (unit: number, count: number) => String(Math.floor(milliseconds / unit) % count).padStart(2, '0');
  const hours = String(Math.floor(milliseconds / 3_600_000)).padStart(2, '0');
  return `${hours}:${part(60_000, 60)}:${part(1_000, 60)},${String(milliseconds % 1_000).padStart(3, '0')}`;
}
