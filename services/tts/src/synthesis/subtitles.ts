import { type SpeakableText, type SpeechRequest, speakerOfChunk, voiceId } from './speech-request.js';
import { type ChunkTimes, pauseAfterChunk } from './stream.js';

interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Two lines of this width are what players show comfortably; East Asian characters are twice as wide. */
const LINE_WIDTH = 42;
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
    cues.push({ start, end, text: linesOf(chunk.written || chunk.text).join('\n') });
    [pause, next] = [0, start];
  }
  return cues.reverse();
}

/** `01:02:03,450` */
function timeOf(seconds: number): string {
  const milliseconds = Math.round(seconds * 1_000);
  const part = (unit: number, count: number) => String(Math.floor(milliseconds / unit) % count).padStart(2, '0');
  const hours = String(Math.floor(milliseconds / 3_600_000)).padStart(2, '0');
  return `${hours}:${part(60_000, 60)}:${part(1_000, 60)},${String(milliseconds % 1_000).padStart(3, '0')}`;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u;
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}ー]/u;

const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);

/** Lines of similar width, as few as the width allows. */
function linesOf(text: string): string[] {
  // An arrow of ASCII in a text would be read as a time.
  const words = piecesOf(text.replaceAll('-->', '→'));
  const fewest = filled(words, LINE_WIDTH);
  for (let width = Math.ceil(widthOf(text) / fewest.length); width < LINE_WIDTH; width += 1) {
    const lines = filled(words, width);
    if (lines.length === fewest.length) return lines;
  }
  return fewest;
}

/** Words with the space after them; in text without spaces, characters with the marks that close them. */
function piecesOf(text: string): string[] {
  return (text.match(/\S+\s*/gu) ?? []).flatMap((word) => {
    if (widthOf(word.trimEnd()) <= LINE_WIDTH && !WIDE.test(word)) return [word];
    const pieces: string[] = [];
    for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)) {
      const last = pieces.length - 1;
      const joins =
        CLOSING.test(segment) || /^\s/u.test(segment) || !(WIDE.test(segment) || WIDE.test(pieces[last] ?? ''));
      const fits = widthOf((pieces[last] ?? '') + segment) <= LINE_WIDTH;
      if (last >= 0 && joins && fits) pieces[last] += segment;
      else pieces.push(segment);
    }
    return pieces;
  });
}

function filled(pieces: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.length - 1;
    if (last >= 0 && widthOf((lines[last] + piece).trimEnd()) <= width) lines[last] += piece;
    else lines.push(piece);
  }
  return lines.map((line) => line.trim());
}
